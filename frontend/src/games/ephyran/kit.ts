// All that the page shows of Ephyran.

import { cardsIn } from "../../lib/things";
import { say } from "../../lib/texts.svelte";
import type { GameKit } from "../kit";
import Board from "./Board.svelte";
import Details from "./Details.svelte";
import Icons from "./Icons.svelte";
import { needsConfirmation, onBoard } from "./answers";
import Scores from "./Scores.svelte";
import SetUp from "./SetUp.svelte";
import CardSearch from "./CardSearch.svelte";
import { logMeaning } from "./log-meaning";
import TextView from "./TextView.svelte";
import type { EphyranCard } from "./view";

export default {
    Board,
    Scores,
    TextView,
    CardSearch,
    Details,
    SetUp,
    Icons,
    cardsLead: () => say("eph.cards.lead"),
    cardOf: (cards, id) => cards.get(id) ?? cards.get(id.slice(0, -1)), // of a half
    textsOf: (_, { name, text }) => [name, text],
    chosen: ({ gods }) => [[say("waiting.gods"), say(`gods.${gods as string}`)]],
    things: (view, cards) => new Set(cardsIn(view, cards).flatMap((id) => (cards.get(id) as EphyranCard).halves.map((half) => half.id))),
    onBoard,
    needsConfirmation,
    logMeaning,
} satisfies Partial<GameKit<EphyranCard>>;
