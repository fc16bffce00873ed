// A small menu beside a thing that stands for several answers.

import type { BoardContext } from "./board.svelte";
import type { Option } from "./wire";

interface Menu {
    anchor: HTMLElement;
    options: Option[];
    at: BoardContext;
}
const shown = $state<{ menu: Menu | null }>({ menu: null });

/** The menu that is open, if one is. */
export const menu = (): Menu | null => shown.menu;
export const openMenu = (anchor: HTMLElement, options: Option[], at: BoardContext): void =>
    void (shown.menu = { anchor, options, at });
export const closeMenu = (): void => void (shown.menu = null);
