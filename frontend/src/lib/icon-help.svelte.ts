// Is the help about icons and keys open? `?` opens and closes it, wherever one is.

let open = $state(false);

export const isIconHelpOpen = (): boolean => open;
export const showIconHelp = (wanted: boolean): void => void (open = wanted);

document.addEventListener("keydown", (event) => {
    const writing = event.target instanceof Element && event.target.matches("input, textarea, select, [contenteditable]");
    if (event.key === "?" && !writing && !event.ctrlKey && !event.metaKey) open = !open;
});
