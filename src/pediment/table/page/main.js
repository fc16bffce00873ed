// Which page is shown, in which language.

import { get } from "./api.js";
import { h, fill } from "./dom.js";
import * as kept from "./kept.js";
import { tableOf, words } from "./plain.js";
import { showStart } from "./start.js";
import { showTable } from "./table.js";
import { languageFor, language, say, speak, TEXTS } from "./texts.js";

const main = document.getElementById("main");
const notice = document.getElementById("notice");
const table = tableOf(location.pathname);

/** Show a problem in words, as text; nothing to show hides it. */
function complain(problem) {
    const text = problem && (problem.code === "unreachable" ? say("unreachable") : problem.message || problem.text);
    notice.hidden = !text;
    notice.textContent = text ?? "";
}

function show() {
    document.documentElement.lang = language();
    const languages = Object.keys(TEXTS).map((code) =>
        h(
            "button",
            {
                type: "button",
                class: "plain",
                lang: code,
                "data-key": code,
                "aria-pressed": String(code === language()),
                onclick: () => choose(code),
            },
            code.toUpperCase(),
        ),
    );
    fill(
        document.getElementById("top"),
        h("a", { href: "/", class: "brand" }, table ? `← ${say("home")}` : "Pediment"),
        h("nav", { "aria-label": say("language") }, languages),
    );
    if (table) showTable(main, table, complain);
    else showStart(main, complain).catch(complain);
}

function choose(code) {
    kept.setLanguage(code);
    speak(code);
    show();
}

/** Secret words come in the link's fragment: keep them, and take them out of the address bar. */
async function takeWords() {
    const given = words(location.hash);
    if (!Object.keys(given).length) return;
    history.replaceState(null, "", location.pathname);
    if (table && given.invite) kept.keep(table, { invite: given.invite });
    if (table && given.share) kept.keep(table, { share: given.share });
    if (given.me) {
        const person = await get("/me", { keys: [given.me] });
        kept.setMe({ key: given.me, name: person.name });
        if (!kept.name()) kept.setName(person.name);
        complain({ text: say("identity-stored") });
    }
}

speak(kept.language() ?? languageFor(navigator.languages ?? [navigator.language]));
takeWords().catch(complain).finally(show);
