// What can be worked out without a browser: tested by itself.

/** The secret words in a link's fragment: {invite, share, me}. */
export function words(fragment) {
    const given = new URLSearchParams(fragment.replace(/^#/, ""));
    return Object.fromEntries(
        ["invite", "share", "me"].filter((key) => given.get(key)).map((key) => [key, given.get(key)]),
    );
}

/** Can that be one of the server's secret words? Anything else is not worth keeping, nor fit for a header. */
export const isWord = (given) => /^[\w-]{1,100}$/.test(given);

/** Does that host name lead to this machine only? */
export const isLoopback = (host) => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** The table of an address, or null. */
export const tableOf = (path) => path.match(/^\/t\/([\w-]+)\/?$/)?.[1] ?? null;

/** Milliseconds to wait before the attempt number n (from 0) to reach the server again; `chance` is in 0..1. */
export const pause = (n, chance) => Math.min(30_000, 500 * 2 ** n) * (0.5 + chance / 2);

/** The log after a message about it: what was there from `start` on is replaced. */
export const merged = (log, lines) => [...log.slice(0, lines.start), ...lines.entries];

/** "zeus.golden-fleece" → "Golden Fleece", "TS04" → "TS04". */
export function nameOf(id) {
    const small = new Set(["of", "the", "to", "and", "in"]);
    return id
        .split(".")
        .at(-1)
        .split("-")
        .map((word, at) => (at && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
        .join(" ");
}

/** "zeus.hercules" → "zeus"; null for what has no family. */
export const familyOf = (id) => (id.includes(".") ? id.split(".")[0] : null);

/** The card that an option's label names, if it is one of these. */
export function cardIn(label, cards) {
    const named = label.toLowerCase().split(" ");
    return [...cards.keys()].find((id) => named.includes(id.toLowerCase())) ?? null;
}

/** A decision's label with what it names in words: "take zeus.hercules" → "take Hercules (Zeus)". */
export function inWords(label, { cards, names, word }) {
    const player = label.match(/^(with )?seat (\d)$/);
    if (player) return [player[1] && word("part", "with"), names[player[2]]].filter(Boolean).join(" ");
    const whole = label.replaceAll(" ", "-");
    if (word("move", whole) !== whole) return word("move", whole);
    const halves = [...cards.values()].flatMap((card) => card.halves ?? []);
    const half = (id) => halves.find((half) => half.id.toLowerCase() === id);
    const named = (part) => {
        const id = cardIn(part, cards);
        const family = familyOf(part);
        if (family) return `${cards.get(id)?.name ?? nameOf(part)} (${word("god", family)})`;
        const name = half(part)?.name ?? cards.get(id)?.name;
        if (name) return name;
        return word("god", part) === part ? word("part", part) : word("god", part);
    };
    const parts = label.split(" ");
    if (parts[0] === "support") {
        const name = cards.get(cardIn(label, cards))?.halves?.find(({ support }) => support)?.name;
        return `${word("part", "support")} ${name ?? nameOf(parts[1])}`;
    }
    return parts.map(named).join(" ");
}

/** A number with a real minus. */
export const signed = (n) => String(n).replace("-", "−");

/** The newest things that people did besides the game; who sits down is news only before it. */
export function newest({ news, seats, status }, most) {
    const before = ["sat", "stood"];
    const isNews = ({ seat, what }) => seats[seat].kind !== "bot" && (status === "open" || !before.includes(what));
    return status === "over" ? [] : (news ?? []).filter(isNews).slice(-most);
}

/** Is a person's seat played by a bot because its time was up? */
export function isTimeUp(table, seat) {
    const why = ["handed", "time-up", "left", "returned"];
    const last = (table.news ?? []).findLast((news) => news.seat === seat && why.includes(news.what));
    return last?.what === "time-up";
}

/** Options as they are offered: what throws something away comes last. */
export function ordered(options) {
    const throws = ({ label }) => label.startsWith("discard ");
    return [...options.filter((option) => !throws(option)), ...options.filter(throws)];
}

/** Seconds as people read them: "1:05", "2:03:00", "3 d 4 h". `day` and `hour` are the letters for these. */
export function duration(seconds, day, hour) {
    const left = Math.max(0, Math.ceil(seconds));
    if (left >= 172_800) return `${Math.floor(left / 86_400)} ${day} ${Math.floor((left % 86_400) / 3600)} ${hour}`;
    const parts = [Math.floor(left / 3600), Math.floor((left % 3600) / 60), left % 60];
    const shown = parts[0] ? parts : parts.slice(1);
    return shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** The seat whose view is shown: the one that is asked and played by its person, else the last one, else the first. */
export function seatToShow(table, views, last) {
    const asked = table.yours.find((seat) => views.get(seat)?.prompt && table.seats[seat].level === null);
    return asked ?? (table.yours.includes(last) ? last : (table.yours[0] ?? null));
}

/** Must the device be passed on before that seat's view is shown? Only where seats hide something from each other. */
export const isVeiled = (table, seat, unveiled) =>
    table.game === "ephyran" && table.status === "running" && table.yours.length > 1 && seat !== unveiled;

/** The seats that have won a finished game: most points, in Elysium then most Gold (E8.7, Y7.5). */
export function winners(view) {
    const rank = view.scores.map((score, seat) => score.total * 1000 + (view.seats[seat].gold ?? 0));
    const best = Math.max(...rank);
    return rank.flatMap((points, seat) => (points === best ? [seat] : []));
}

/** A score sheet as rows [item, values by seat, word for word of the view], the total last. */
export function sheet(scores) {
    const sum = (value) => (Array.isArray(value) ? value.reduce((n, part) => n + part.vp, 0) : value);
    const flat = scores.map(({ territories = {}, ...rest }) => ({
        ...Object.fromEntries(Object.entries(territories).map(([god, items]) => [god, items.points])),
        ...rest,
    }));
    return Object.keys(flat[0] ?? {}).map((item) => [item, flat.map((score) => sum(score[item]))]);
}

/** What each seat is to be at a table that goes on from a finished game: one's own, or a bot's. */
export function chairsAgain(table, seat, name) {
    const mine = table.yours.length ? table.yours : [seat ?? 0];
    return table.seats.map((player, at) =>
        mine.includes(at)
            ? { kind: "me", name: (table.yours.length && player.name) || name }
            : { kind: "bot", level: (player.kind === "bot" && player.level) || table.house.stand_in },
    );
}

/** A command as it is sent again after a lost connection: only those with an id can be. */
export const repeatable = (command) => Boolean(command.id);
