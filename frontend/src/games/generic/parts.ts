// What is shown of a game that brings nothing of its own: all that the server tells, under its name.

import type { GameParts } from "../parts";
import { areOnBoard } from "./answers";
import Board from "./Board.svelte";
import Details from "./Details.svelte";
import InWords from "./InWords.svelte";
import { textsOf, titleOf, wordsOf } from "./read";
import Scores from "./Scores.svelte";
import SetUp from "./SetUp.svelte";
import Shelf from "./Shelf.svelte";

export default {
    Board,
    Scores,
    InWords,
    Shelf,
    Details,
    SetUp,
    Icons: null,
    cardsLead: () => "",
    cardOf: (cards, id) => cards.get(id),
    textsOf,
    chosen: (options, { game }) => Object.entries(options).map(([name, value]) => [titleOf(game, name), wordsOf(game, value)]),
    onBoard: (_, of) => areOnBoard(of),
    grave: () => false,
    isTitle: () => false,
} satisfies GameParts;
