// The keyboard: arrows go from one thing that can be chosen to the next in their direction, letters do what they say.

const ARROWS: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

/** Where arrows scroll: a list that has the focus. */
const SCROLLS = "[role=region][tabindex], [role=log][tabindex]";

const isTyping = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

/**
 * Listen while a table is shown; `letters` are what single letters do. Escape leaves what `leave` can leave (and then it
 * returns true), else it leads back to the board. Returns how to stop.
 */
export function listen(letters: Record<string, () => void>, leave: () => boolean = () => false): () => void {
    const press = (event: KeyboardEvent) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
        if (document.querySelector("dialog[open]")) return;
        const way = ARROWS[event.key];
        const deed = letters[event.key.toLowerCase()];
        const here = document.activeElement;
        if (way && !here?.closest(SCROLLS)) step(way, event);
        else if (event.key === "Escape") {
            if (!leave() && here !== document.body && !here?.closest(".choice")) choices()[0]?.focus();
        } else if (deed && !event.repeat) {
            event.preventDefault();
            deed();
        }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
}

let last = "mouse"; // what one used last: "keyboard", or the kind of a pointer
let justChose = false; // and did it choose something?
let lastPlace = new DOMRect(); // where the focus was

/** Does one play by keyboard just now? */
export const usesKeyboard = (): boolean => last === "keyboard";

/** Or by touch? */
export const usesTouch = (): boolean => last === "touch";

addEventListener(
    "keydown",
    ({ key, target }) => {
        last = "keyboard";
        justChose = (key === "Enter" || key === " ") && target instanceof Element && target.closest("[data-choice]") !== null;
    },
    { capture: true },
);
addEventListener("pointerdown", ({ pointerType }) => (last = pointerType), { capture: true });
addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) lastPlace = target.getBoundingClientRect();
});

/** After a move: a player at the keyboard finds the focus on something that can be chosen, near where it was. */
export function regain(): void {
    const here = document.activeElement;
    if (!usesKeyboard() || isTyping(here) || here?.closest("dialog, [data-choice], [role=menu]")) return;
    const nowhere = here === document.body || here?.id === "main";
    if (!nowhere && !(justChose && here?.closest(".choice, [data-place=prompt]"))) return;
    const [x, y] = middle(lastPlace);
    const distance = (element: HTMLElement) => {
        const [toX, toY] = middle(element.getBoundingClientRect());
        return Math.hypot(toX - x, toY - y);
    };
    choices().reduce<HTMLElement | null>((a, b) => (a && distance(a) <= distance(b) ? a : b), null)?.focus();
}

/** Things that can be chosen now; where there are none, all things of the board. */
function choices(): HTMLElement[] {
    const shown = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
    const lit = [...document.querySelectorAll<HTMLElement>("[data-choice]")].filter(shown);
    return lit.length ? lit : [...document.querySelectorAll<HTMLElement>(".choice")].filter(shown);
}

function step([x, y]: [number, number], event: KeyboardEvent): void {
    const all = choices();
    const here = document.activeElement as HTMLElement | null;
    const next = here && all.includes(here) ? nearest(here, all, x, y) : all[0];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The nearest in that direction; distances across it count double. */
function nearest(from: HTMLElement, all: HTMLElement[], x: number, y: number): HTMLElement | undefined {
    const [fromX, fromY] = middle(from.getBoundingClientRect());
    let best: HTMLElement | undefined;
    let least = Infinity;
    for (const element of all) {
        const [toX, toY] = middle(element.getBoundingClientRect());
        const along = (toX - fromX) * x + (toY - fromY) * y;
        const across = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
        const distance = along + 2 * across;
        if (element !== from && along > 4 && distance < least) {
            best = element;
            least = distance;
        }
    }
    return best;
}

const middle = ({ left, top, width, height }: DOMRect): [number, number] => [left + width / 2, top + height / 2];
