// Elements from plain data. Text is always a text node: nothing that anybody typed is ever read as HTML.

const shown = (children) =>
    children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");

/** An element: h("p", {class: "quiet", hidden: false}, "text", null, [element]); "on..." are listeners. */
export function h(tag, props = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(props)) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
    element.append(...shown(children));
    return element;
}

/** A button; `key` tells it from others when the part of the page it stands in is made anew. */
export function button(key, text, onclick, props = {}) {
    return h("button", { type: "button", "data-key": key, onclick, ...props }, text);
}

/** Put other content into an element; what is focused or unfolded and comes again (same data-key) stays so. */
export function fill(element, ...children) {
    const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const changed = new Map([...element.querySelectorAll("details[data-key]")].map((d) => [d.dataset.key, d.open]));
    element.replaceChildren(...shown(children));
    for (const details of element.querySelectorAll("details[data-key]")) {
        if (changed.has(details.dataset.key)) details.open = changed.get(details.dataset.key);
    }
    if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/** A choice: options are pairs of a value and its text. */
export function select(props, options, chosen) {
    return h(
        "select",
        props,
        options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
    );
}

/** A field with its label. */
export function field(label, input) {
    return h("label", { class: "field" }, h("span", {}, label), input);
}

/** A link to copy. */
export function copyable(label, text, copy, copied) {
    const input = h("input", { readonly: true, value: text, onfocus: (event) => event.target.select() });
    const done = h("span", { role: "status" });
    const take = async () => {
        input.select();
        try {
            await navigator.clipboard.writeText(text);
            done.textContent = ` ${copied}`;
        } catch {
            document.execCommand("copy"); // without https there is no clipboard to ask
        }
    };
    return h("div", { class: "row" }, field(label, input), h("button", { type: "button", onclick: take }, copy), done);
}
