// Light or dark, as the machine prefers or as one chose.

import * as storage from "./storage";

export type Theme = "auto" | "light" | "dark";

const dark = matchMedia("(prefers-color-scheme: dark)");
const look = $state({ theme: storage.setting<Theme>("theme") ?? "auto" });

export const theme = (): Theme => look.theme;

export function setTheme(wanted: Theme): void {
    look.theme = wanted;
    storage.setSetting("theme", wanted);
    show();
}

function show(): void {
    const isDark = look.theme === "dark" || (look.theme === "auto" && dark.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
}

dark.addEventListener("change", show);
show();
