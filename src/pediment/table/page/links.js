// Links to give away.

import { copyable, h } from "./dom.js";
import { isLoopback } from "./plain.js";
import { say } from "./texts.js";

/** A link to copy; where it leads to this machine only, that is said, and what to do about it. */
export function link(label, address) {
    const hint = h(
        "p",
        { class: "quiet" },
        say("local-only"),
        " ",
        h("code", {}, "pediment serve --host 0.0.0.0"),
        " ",
        say("local-name"),
    );
    return [copyable(label, address, say("copy"), say("copied")), isLoopback(location.hostname) && hint];
}
