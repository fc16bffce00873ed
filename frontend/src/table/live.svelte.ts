// A table as the page knows it: what it was told, what is shown of it now, and what one can do there.

import { get, post, wordsOf } from "../lib/api";
import { random } from "../lib/random";
import { announce } from "../lib/announce.svelte";
import type { GameKit } from "../games/kit";
import { kitOf } from "../games/registry";
import { factsOf, titleOf } from "../lib/games.svelte";
import { revokeLinks } from "../lib/record";
import * as storage from "../lib/storage";
import { notify } from "../lib/notify";
import { Connection, type Command, type Net } from "../lib/connection";
import { slowness } from "../lib/settings.svelte";
import { changed, forced, recap, sinceOf } from "../lib/since";
import { sound } from "../lib/sound";
import { cardsOf, optionOf, type BoardContext } from "../lib/board.svelte";
import { namesOf } from "../lib/players";
import { mute, mutedAt } from "./mutes";
import { Marks } from "./marks.svelte";
import { Planner } from "./planner.svelte";
import { scenesSince } from "./replay";
import { wordsOfLine } from "./phrases";
import { say, signed } from "../lib/texts.svelte";
import type { CardFacts, GameView, LogEntry } from "../lib/view";
import type { Done, Hint, Hints, Message, Preview, Prompt, Reason, Said, Seated, Table, Time, View } from "../lib/wire";

const STEP_MILLISECONDS = 320; // for which each move of the others is shown before the next, where things may move
const NOTICE_MILLISECONDS = 6000; // for which news stand there
const RETRY_MILLISECONDS = 2000; // until cards that could not be had are asked for again

/** A view with the whole log, not only its newest lines. */
export interface Scene extends Omit<View, "log"> {
    log: LogEntry[];
}

export class LiveTable implements BoardContext {
    readonly id: string;
    readonly #connection: Connection;
    readonly planner = new Planner(this);
    readonly marked = new Marks(this);
    /** What was told last, by seat; what is shown may be some moves behind. */
    #told = new Map<number | null, Scene>();
    #queue = $state.raw<Scene[]>([]);
    #timer = 0;
    #closed = false;
    #replaying = false;
    #next: string | null = null; // the answer to the next question, of a drag
    #previews = new Map<string, Promise<Preview | null>>();
    #asking = new AbortController(); // previews of the present question
    #noticed = 0;

    table = $state.raw<Table | null>(null);
    shown = $state.raw(new Map<number | null, Scene>());
    net = $state<Net>("connecting");
    problem = $state<string | null>(null);
    #kit = $state.raw<GameKit | null>(null);
    #cards = $state.raw<ReadonlyMap<string, CardFacts> | null>(null);
    looking = $state<string | null>(null);
    hints = $state.raw<Hint[]>([]);
    thinking = $state(false);
    /** The table's place in the queue for a bot or a hint; 0 if it does not wait. */
    queue = $state(0);
    /** The seat whose person looks, where a device is passed on. */
    unveiled = $state<number | null>(null);
    /** A move that is on its way: the board waits for it. */
    sent = $state(false);
    armed = $state<string | null>(null);
    /** What somebody else did besides playing, for a moment. */
    notice = $state("");
    /** The seats whose words one does not want to read. */
    muted = $state.raw<readonly number[]>([]);
    /** What was done for one since one chose something, there being no other choice. */
    forced = $state.raw<string[]>([]);
    #last: number | null = null;

    constructor(id: string) {
        this.id = id;
        this.marked.load();
        this.#connection = new Connection(
            id,
            (message) => this.#hear(message),
            (net) => (this.net = net),
        );
        this.#connection.restart();
    }

    close(): void {
        this.#closed = true;
        clearTimeout(this.#timer);
        this.#connection.close();
    }

    /** With other keys, or in another language: ask for everything again. */
    restart(): void {
        this.#connection.restart();
        void this.#fetchCards();
    }

    // What is known

    get game(): string {
        return this.table?.game ?? "";
    }
    /** Is it known how this game is shown? */
    get hasKit(): boolean {
        return this.#kit !== null;
    }
    /** Is all there that the board needs? */
    get isReady(): boolean {
        return this.hasKit && this.scene !== null && this.#cards !== null;
    }
    get kit(): GameKit {
        if (!this.#kit) throw new Error("the game was not loaded yet");
        return this.#kit;
    }
    get cards(): ReadonlyMap<string, CardFacts> {
        return this.#cards ?? new Map();
    }
    /** What was said, as far as one wants to read it. */
    get chat(): Said[] {
        return (this.table?.chat ?? []).filter(({ seat }) => !this.muted.includes(seat));
    }
    get names(): string[] {
        const { seats = [], status } = this.table ?? {};
        return namesOf(seats, status === "over" ? "table.player" : "table.seat");
    }
    /** The seat whose view is shown: the one that is asked and played by its person, else the last one, else the first. */
    get seat(): number | null {
        const { yours = [], seats = [] } = this.table ?? {};
        const asked = yours.find((seat) => this.shown.get(seat)?.prompt && seats[seat]?.level === null);
        return asked ?? (this.#last !== null && yours.includes(this.#last) ? this.#last : (yours[0] ?? null));
    }
    get scene(): Scene | null {
        return this.shown.get(this.seat) ?? null;
    }
    get view(): GameView {
        if (!this.scene) throw new Error("nothing was shown yet");
        return this.scene.view;
    }
    get log(): LogEntry[] {
        return this.scene?.log ?? [];
    }
    get isMine(): boolean {
        return this.seat !== null && this.table?.seats[this.seat]?.level === null;
    }
    /** What is asked of one now; a plan that is being played answers it. */
    get asked(): Prompt | null {
        const isOpen = this.isMine && !this.sent && !this.behind && !this.planner.plan?.due;
        return isOpen ? (this.scene?.prompt ?? null) : null;
    }
    get prompt(): Prompt | null {
        return this.asked ?? this.planner.prompt;
    }
    readonly planning = $derived(this.planner.isOn);
    readonly planned = $derived(this.planner.labels);
    readonly marks = $derived(this.marked.things);
    get point(): readonly string[] {
        return this.hints.slice(0, 1).map(({ label }) => label);
    }
    /** Must the device be passed on before the view is shown? Only where seats hide something from each other. */
    get veiled(): boolean {
        const { game, status, yours = [] } = this.table ?? {};
        const hidden = game !== undefined && factsOf(game)?.hands_hidden;
        return Boolean(hidden) && status === "running" && yours.length > 1 && this.seat !== this.unveiled;
    }
    /** The clock as far as one may know it, of the seat that knows most. */
    get time(): Time | null {
        const times = [...this.shown.values()].flatMap(({ time }) => time ?? []);
        return times.find(({ until }) => until !== null) ?? times[0] ?? null;
    }
    /** The lines of the log since one's last turn. */
    readonly #since = $derived.by(() => {
        const { seat, scene } = this;
        const from = seat === null || !scene || !this.#kit ? null : sinceOf(scene.log, seat, this.#kit.logMeaning);
        return from === null ? null : { from, lines: scene?.log.slice(from) ?? [] };
    });
    readonly changed = $derived<ReadonlySet<string>>(
        this.#since && this.seat !== null ? changed(this.#since.lines, this.seat, this.kit.logMeaning) : new Set(),
    );
    /** What each of the others did since one's last turn, a sentence for each. */
    readonly recap = $derived.by((): string[] => {
        if (!this.#since || this.seat === null) return [];
        return recap(this.#since.lines, this.seat, this.names, this.kit.logMeaning).map(({ seat, deeds, gains }) => {
            const won = gains.map(({ of, n }) => `${signed(n)} ${of}`);
            if (!deeds.length) return say("recap.gains", { name: this.names[seat] ?? "", gains: won.join(", ") });
            return `${[...deeds, ...won].join(", ")}.`;
        });
    });
    /** So many moves of others are still to be shown. */
    get behind(): number {
        return this.#queue.length;
    }

    // What is heard

    #hear(message: Message): void {
        if (message.type === "table") this.#hearTable(message);
        else if (message.type === "view") this.#hearView(message);
        else if (message.type === "queue") this.queue = message.place;
        else if (message.type === "done") this.#hearDone(message);
        else if (message.type === "error") {
            this.sent = false;
            this.#next = null;
            this.problem = message.code === "unreachable" ? say("unreachable") : message.text;
            announce(this.problem);
        }
    }

    /** What the table answered to a move is kept: with it, nobody can change the record unnoticed. */
    #hearDone({ receipt }: Done): void {
        this.problem = null;
        if (receipt) storage.keep(this.id, { receipt });
    }

    #hearTable(message: Table): void {
        const before = this.table;
        this.table = message;
        if (!before) {
            void this.#fetchCards();
            void this.#fetchKit(message.game);
            void mutedAt(this.id).then((seats) => (this.muted = seats));
        } else this.#tellNews(before, message);
        void this.#sitAgain();
    }

    /** Undos, hints and wishes of the others are told as they happen. */
    #tellNews(before: Table, { news, proposal, yours, seats, status }: Table): void {
        const last = before.news.at(-1)?.at ?? 0;
        const isNew = news.filter(
            ({ at, seat, what }) => at > last && !yours.includes(seat) && (seats[seat]?.kind !== "bot" || what === "agent-gone"),
        );
        const lines = status === "over" ? [] : isNew.map(({ what, seat }) => say(`news.${what}`, { name: this.names[seat] ?? "" }));
        const asked = proposal && proposal.number !== before.proposal?.number && proposal.asked.some((seat) => yours.includes(seat));
        if (asked) announce(say("vote.asked", { name: this.names[proposal.seat] ?? "" }));
        const read = before.chat.at(-1)?.at ?? 0;
        const phrases = this.chat.filter(({ at, seat, phrase }) => phrase && at > read && !yours.includes(seat));
        for (const said of phrases) lines.push(say("phrase.said", { name: this.names[said.seat] ?? "", phrase: wordsOfLine(said) }));
        if (lines.length) this.tell(lines.join(" "));
    }

    /** Hide what a seat says, or show it again: for oneself alone, wherever one meets them if both have an identity. */
    async mute(seat: number, muted: boolean): Promise<void> {
        this.muted = await mute(this.id, this.muted, seat, muted);
    }

    /** Show something for a moment. */
    tell(text: string): void {
        this.notice = text;
        announce(this.notice);
        clearTimeout(this.#noticed);
        this.#noticed = window.setTimeout(() => (this.notice = ""), NOTICE_MILLISECONDS);
    }

    async #fetchCards(): Promise<void> {
        const path = `/tables/${this.id}/cards`;
        const found = await cardsOf(path, storage.keys(this.id)).catch(() => null);
        if (found) this.#cards = found;
        else if (!this.#closed) setTimeout(() => void this.#fetchCards(), RETRY_MILLISECONDS);
    }

    async #fetchKit(game: string): Promise<void> {
        const found = await kitOf(game).catch(() => null);
        if (found) this.#kit = found;
        else this.problem = say("page.failed");
    }

    #hearView({ log, ...told }: View): void {
        this.queue = 0;
        const before = this.#told.get(told.seat);
        const scene: Scene = { ...told, log: [...(before?.log ?? []).slice(0, log.start), ...log.entries] };
        this.#told.set(told.seat, scene);
        const own = before === undefined || this.sent || told.seq === before.seq || log.start < before.log.length;
        if (told.seat !== this.seat) this.#show(scene);
        else if (own && !this.behind) this.#show(scene);
        else this.#lineUp(scene);
    }

    /** Others' moves are shown one by one, so that each can be followed. */
    #lineUp(scene: Scene): void {
        this.#queue = [...this.#queue, scene];
        if (!this.#timer) this.#step();
    }

    #step(): void {
        clearTimeout(this.#timer);
        this.#timer = 0;
        const pace = document.hidden ? 0 : this.#pace();
        const [next, ...rest] = pace ? this.#queue : this.#queue.slice(-1); // what nobody would see is not drawn
        this.#queue = rest;
        if (!next) return void (this.#replaying = false);
        this.#timer = window.setTimeout(() => this.#step(), pace);
        this.#show(next);
    }

    /** Whoever asks to see moves again sees them one by one, even where nothing moves. */
    #pace(): number {
        return STEP_MILLISECONDS * (this.#replaying ? slowness() || 1 : slowness());
    }

    /** Show what is, without the moves in between. */
    skip(): void {
        const last = this.#queue.at(-1);
        this.#queue = [];
        if (last) this.#show(last);
    }

    /** Show once more what the others did since one's last turn, move by move. */
    async replay(): Promise<void> {
        const { scene } = this;
        const since = this.#since;
        if (!scene || scene.seat === null || !since?.lines.length || this.behind || this.sent) return;
        const scenes = await scenesSince(this.id, scene, since.from);
        if (scenes.length < 2 || this.scene !== scene || this.behind) return;
        this.#queue = scenes;
        this.#replaying = true;
        this.#step();
    }

    #show(scene: Scene): void {
        const before = this.shown.get(scene.seat);
        this.shown = new Map(this.shown).set(scene.seat, scene);
        if (this.seat !== this.unveiled) this.unveiled = null; // whoever comes next lifts the curtain themselves
        if (scene.seat !== this.seat) return;
        this.#last = scene.seat;
        const answered = this.sent;
        this.sent = false;
        this.forget();
        if (this.veiled) return;
        const lines = before ? scene.log.slice(before.log.length) : [];
        const planned = before?.plan && !scene.plan ? before.plan.moves.length : 0; // played, if it did not just end
        if (before && !this.#replaying) this.#noteForced(lines, answered ? 1 : planned, scene.log.length < before.log.length);
        if (!this.#replaying) this.marked.keep();
        this.planner.shown(scene);
        const asked = this.asked?.text ?? "";
        const lost = scene.plan?.lost && scene.plan.lost !== before?.plan?.lost ? scene.plan.lost : "";
        const heard = [...lines.map(({ text }) => text), lost, asked].filter(Boolean).join(" ");
        if (heard) announce(heard);
        if (before) this.#sound(lines, asked !== "" && before.prompt === null);
        if (asked && document.hidden) notify(`${say("table.your-turn")} – ${titleOf(this.game)}`, asked, this.id);
        this.#goOn();
    }

    /** A move that was the only one is told: nobody was asked for it. */
    #noteForced(lines: LogEntry[], chosen: number, undone: boolean): void {
        const { seat } = this;
        const isPlayed = seat !== null && this.#kit !== null && !this.table?.seats[seat]?.level;
        const found = isPlayed ? forced(lines, seat, chosen, this.kit.logMeaning) : [];
        this.forced = chosen || undone ? found : [...this.forced, ...found];
    }

    /** One sound for what happened: the weightiest. The end has its own. */
    #sound(lines: LogEntry[], asked: boolean): void {
        if (this.view.asking === "over") return;
        if (lines.some((entry) => this.#kit?.isTitle(entry))) sound("epoch");
        else if (lines.some((entry) => this.#kit?.logMeaning.isPrize(entry))) sound("prize");
        else if (asked) sound("turn");
        else if (lines.length) sound("move");
    }

    /** What belonged to the question before. */
    forget(): void {
        this.hints = [];
        this.armed = null;
        this.looking = null;
        this.#previews.clear();
        this.#asking.abort();
        this.#asking = new AbortController();
    }

    /** The second half of a drag: the answer to the question that came of the first. */
    #goOn(): void {
        const next = this.#next;
        this.#next = null;
        if (next && optionOf(this, next)) this.play(next);
    }

    // What is done

    send(command: Command): void {
        this.problem = null;
        this.#connection.send(command);
    }

    play(label: string, then?: string): void {
        const { scene } = this;
        if (!scene || scene.seat === null || !optionOf(this, label)) return;
        if (!this.asked) return this.planner.add(then ? [label, then] : [label]);
        if (this.kit.needsConfirmation(label) && this.armed !== label) {
            void this.#arm(label);
            return;
        }
        this.sent = true;
        this.forget();
        this.#next = then ?? null;
        this.send({ type: "move", seat: scene.seat, seq: scene.seq, move: label });
    }

    mark(thing: string): void {
        this.marked.toggle(thing);
    }

    /** What gives something up for good is asked twice, in place; what can be undone is not. */
    async #arm(label: string): Promise<void> {
        const asked = this.prompt;
        const found = await this.preview(label);
        if (this.prompt !== asked) return; // another question meanwhile
        this.armed = label;
        if (found?.uncertain === false) this.play(label);
        else announce(say("prompt.sure", { move: optionOf(this, label)?.caption ?? "" }));
    }

    /** The view by which something can be undone: freely if possible, of the seat shown first. */
    get undoable(): Scene | null {
        if (this.table?.status !== "running") return null;
        const own = [this.seat, ...this.table.yours].flatMap((seat) => (seat === null ? [] : (this.shown.get(seat) ?? [])));
        return own.find(({ undo }) => undo === "free") ?? own.find(({ undo }) => undo === "vote") ?? null;
    }

    undo(): void {
        if (this.sent || this.veiled || this.table?.proposal) return;
        this.skip(); // what is undone is the last thing that happened, not the last that was shown
        const of = this.undoable;
        if (!of || of.seat === null) return;
        this.send({ type: of.undo === "free" ? "undo" : "propose", seat: of.seat, seq: of.seq });
    }

    async sit(seat: number, name: string): Promise<void> {
        const { nonce = random(), asked = `seat_${random()}` } = storage.table(this.id) ?? {};
        storage.keep(this.id, { nonce, asked });
        const body = { seat, name, nonce, token: asked };
        const seated = await post<Seated>(`/tables/${this.id}/seats`, body, { keys: storage.keys(this.id) });
        storage.keep(this.id, { token: seated.token });
        if (this.table?.deal?.twin) storage.keep(this.table.deal.twin, { token: seated.token });
        this.#told.clear();
        this.shown = new Map();
        this.#connection.restart();
    }

    /** The seats that one had in the game before this one are taken again without asking. */
    async #sitAgain(): Promise<void> {
        const again = storage.table(this.id)?.again;
        if (!again || this.table?.status !== "open") return;
        storage.keep(this.id, { again: undefined });
        for (const [seat, name] of again) {
            if (this.table.seats[seat]?.kind === "free") await this.attempt(() => this.sit(seat, name));
        }
    }

    /** Do something that may be refused; what was said then is shown. */
    async attempt(work: () => Promise<void>): Promise<void> {
        this.problem = null;
        try {
            await work();
        } catch (problem) {
            this.problem = wordsOf(problem);
        }
    }

    /** Nobody sees the finished game by a link any more. */
    async revokeLinks(): Promise<void> {
        await this.attempt(async () => {
            await revokeLinks(this.id);
            this.tell(say("end.revoked"));
        });
    }

    async why(label: string): Promise<Reason | null> {
        if (this.seat === null) return { possible: false, text: say("why.watching"), rule: "" };
        return this.#ask<Reason>("why", label);
    }

    preview(label: string): Promise<Preview | null> {
        const known = this.#previews.get(label);
        if (known) return known;
        const asked = this.#ask<Preview>("preview", label, this.#asking.signal);
        this.#previews.set(label, asked);
        return asked;
    }

    async #ask<T>(path: string, label: string, signal = new AbortController().signal): Promise<T | null> {
        const ahead = String(this.prompt !== this.asked);
        const query = new URLSearchParams({ seat: String(this.seat), move: label, ahead });
        return get<T>(`/tables/${this.id}/${path}?${query}`, { keys: storage.keys(this.id), signal }).catch(() => null);
    }

    /** Ask for a hint; the table is told that one did. */
    async hint(): Promise<void> {
        const { scene } = this;
        if (!scene || this.thinking || !this.asked || this.veiled) return;
        this.thinking = true;
        await this.attempt(async () => {
            const body = { seat: scene.seat, seq: scene.seq };
            const found = await post<Hints>(`/tables/${this.id}/hint`, body, { keys: storage.keys(this.id) });
            if (this.scene?.seat !== scene.seat || this.scene?.seq !== found.seq) return;
            this.hints = found.hints;
            announce(say("hint.said", { move: found.hints[0]?.caption ?? "" }));
        });
        this.thinking = false;
    }
}
