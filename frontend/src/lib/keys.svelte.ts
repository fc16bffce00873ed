// The keyboard: arrows go from one thing that can be chosen to the next in their direction, letters do what they say.

const ARROWS: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

const isTyping = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));

/** Listen while a table is shown; `letters` are what single letters do. Returns how to stop. */
export function listen(letters: Record<string, () => void>): () => void {
    const press = (event: KeyboardEvent) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
        const way = ARROWS[event.key];
        const deed = letters[event.key.toLowerCase()];
        if (way && (document.activeElement === document.body || document.activeElement?.closest("[data-choice], .choice, main")))
            step(way, event);
        else if (deed) {
            event.preventDefault();
            deed();
        }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
}

/** Things that can be chosen now; where there are none, all things of the board. */
function choices(): HTMLElement[] {
    const shown = (element: HTMLElement) => element.offsetParent !== null;
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
    const middle = (element: HTMLElement) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + width / 2, top + height / 2] as const;
    };
    const [fromX, fromY] = middle(from);
    let best: HTMLElement | undefined;
    let least = Infinity;
    for (const element of all) {
        const [toX, toY] = middle(element);
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
