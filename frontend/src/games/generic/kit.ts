// What is shown of a game that brings nothing of its own: all that the server tells, under its name.

import { cardsIn } from "../../lib/things";
import type { GameKit } from "../kit";
import { onBoard } from "./answers";
import Board from "./Board.svelte";
import Details from "./Details.svelte";
import TextView from "./TextView.svelte";
import { textsOf, titleOf, wordsOf } from "./fields";
import Scores from "./Scores.svelte";
import SetUp from "./SetUp.svelte";
import CardSearch from "./CardSearch.svelte";

export default {
    Board,
    Scores,
    TextView,
    CardSearch,
    Details,
    SetUp,
    Icons: null,
    cardsLead: () => "",
    cardOf: (cards, id) => cards.get(id),
    textsOf,
    chosen: (options, { game }) => Object.entries(options).map(([name, value]) => [titleOf(game, name), wordsOf(game, value)]),
    onBoard,
    needsConfirmation: () => false,
    things: (view, cards) => new Set(cardsIn(view, cards)),
    isTitle: () => false,
    logMeaning: { isDeed: ({ seat }) => seat !== undefined, isMinorDeed: () => false, gains: () => [], isPrize: () => false, things: () => [] },
} satisfies GameKit;
