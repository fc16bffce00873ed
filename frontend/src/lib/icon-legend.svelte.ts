// Is the legend of icons open? `?` opens and closes it, wherever one is.

let open = $state(false);

export const isLegendOpen = (): boolean => open;
export const showLegend = (wanted: boolean): void => void (open = wanted);

document.addEventListener("keydown", (event) => {
    const writing = event.target instanceof Element && event.target.matches("input, textarea, select, [contenteditable]");
    if (event.key === "?" && !writing && !event.ctrlKey && !event.metaKey) open = !open;
});
