// Draws the cards that may still come to the table, a face at a time, while the page has nothing else to do.

import { flushSync, mount, unmount } from "svelte";
import Card from "./Card.svelte";
import { keepPrint, printOf, type Variant } from "./prints";
import type { ElysiumCard } from "./view";

const whenIdle = (work: () => void): void =>
    void ("requestIdleCallback" in window ? requestIdleCallback(work) : setTimeout(work, 100));

/** Draw these cards as they lie in Agora and Domain, with the wordings that they may have there. Returns what stops it. */
export function printAhead(cards: ElysiumCard[], conditionOf: (card: ElysiumCard) => string): () => void {
    const all = cards.flatMap((card) => variantsOf(card, conditionOf(card)).map((variant) => ({ card, variant })));
    const left = all.filter(({ card, variant }) => !printOf(card, variant));
    let stopped = false;
    const next = () => {
        const wanted = left.pop();
        if (stopped || !wanted) return;
        print(wanted.card, wanted.variant);
        whenIdle(next);
    };
    whenIdle(next);
    return () => (stopped = true);
}

function variantsOf({ short, text, power }: ElysiumCard, condition: string): Variant[] {
    const wordings = short === text ? [false] : [false, true];
    const rings = power === "trigger" ? [undefined, true] : [undefined];
    return wordings.flatMap((brief) => rings.map((ring) => ({ condition, ring, brief })));
}

function print(card: ElysiumCard, variant: Variant): void {
    const { condition, ring, brief } = variant;
    const target = document.createElement("div");
    const fit = { type: 0, brief, beside: 0, faint: false }; // only the wording shows in the face
    const drawn = mount(Card, { target, props: { card, size: "board", condition, ring, fit } });
    flushSync();
    const face = target.querySelector(".card");
    if (face) keepPrint(card, variant, face.cloneNode(true) as Element);
    void unmount(drawn);
}
