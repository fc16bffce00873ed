// All that the page shows of Elysium.

import { say } from "../../lib/texts.svelte";
import type { GameKit } from "../kit";
import Board from "./Board.svelte";
import Details from "./Details.svelte";
import Icons from "./Icons.svelte";
import { needsConfirmation, onBoard } from "./answers";
import { familiesWords } from "./listing";
import { things } from "./places";
import Scores from "./Scores.svelte";
import SetUp from "./SetUp.svelte";
import CardSearch from "./CardSearch.svelte";
import { logMeaning } from "./log-meaning";
import TextView from "./TextView.svelte";
import type { ElysiumCard } from "./view";
import { CITIZEN } from "./words";

export default {
    Board,
    Scores,
    TextView,
    CardSearch,
    Details,
    SetUp,
    Icons,
    cardsLead: (cards) =>
        say("ely.cards.lead", { n: cards.reduce((n, { copies }) => n + copies, 0), kinds: cards.length }),
    cardOf: (cards, id) => (id === CITIZEN ? { id, name: say("citizen") } : cards.get(id)),
    textsOf: (_, { name, family_name, power_name, text, rulings }) => [name, family_name, power_name, text, rulings],
    chosen: ({ families }, facts) => [[say("waiting.families"), familiesWords(families as string | string[], facts)]],
    things,
    onBoard,
    needsConfirmation,
    logMeaning,
    isTitle: ({ event }) => event === "epoch",
} satisfies Partial<GameKit<ElysiumCard>>;
