// All that the page shows of Ephyran.

import { say } from "../../lib/texts.svelte";
import type { GameParts } from "../parts";
import Board from "./Board.svelte";
import Details from "./Details.svelte";
import Icons from "./Icons.svelte";
import { grave, onBoard } from "./onboard";
import Scores from "./Scores.svelte";
import SetUp from "./SetUp.svelte";
import Shelf from "./Shelf.svelte";
import InWords from "./TextTable.svelte";
import type { EphyranCard } from "./wire";

export default {
    Board,
    Scores,
    InWords,
    Shelf,
    Details,
    SetUp,
    Icons,
    cardsLead: () => say("eph.cards.lead"),
    cardOf: (cards, id) => cards.get(id) ?? cards.get(id.slice(0, -1)), // of a half
    textsOf: (_, { name, text }) => [name, text],
    chosen: ({ gods }) => [[say("waiting.gods"), say(`gods.${gods as string}`)]],
    onBoard,
    grave,
} satisfies Partial<GameParts<EphyranCard>>;
