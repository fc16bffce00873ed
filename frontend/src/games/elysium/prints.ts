// Faces of cards that were drawn before they are needed: a card that comes to the table is a copy of one.

import type { Attachment } from "svelte/attachments";
import { language } from "../../lib/texts.svelte";
import type { ElysiumCard } from "./view";

/** All that the face of a card depends on, besides the card. */
export interface Variant {
    condition: string;
    /** Does it carry the ring of a Trigger, or the place of one? */
    ring: boolean | undefined;
    brief: boolean;
}

let known = new WeakMap<ElysiumCard, Map<string, Element>>();
const keyOf = ({ condition, ring, brief }: Variant): string => `${language()} ${condition} ${ring} ${brief}`;

/** The face as it was drawn; undefined if it was not. */
export const printOf = (card: ElysiumCard, variant: Variant): Element | undefined => known.get(card)?.get(keyOf(variant));

/** For the box of a card: puts a copy of the face into it. A box that goes as a whole, perhaps slowly, keeps it. */
export const copied = (face: Element): Attachment => (box) => {
    const copy = face.cloneNode(true) as Element;
    box.append(copy);
    return () => box.isConnected && copy.remove();
};

export function keepPrint(card: ElysiumCard, variant: Variant, face: Element): void {
    const prints = known.get(card) ?? new Map<string, Element>();
    known.set(card, prints.set(keyOf(variant), face));
}

/** Forget all faces: cards are kept for as long as the page, even of tables that were left. */
export function forgetPrints(): void {
    known = new WeakMap();
}
