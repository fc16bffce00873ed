// Which page is shown, in which language.

import { get } from "./api.js";
import { h, fill } from "./dom.js";
import * as kept from "./kept.js";
import { isWord, tableOf, words } from "./plain.js";
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
    if (table && given.invite && isWord(given.invite)) kept.keep(table, { invite: given.invite });
    if (table && given.share && isWord(given.share)) kept.keep(table, { share: given.share });
    if (given.me) {
        const person = await personOf(given.me);
        if (!person) return complain({ text: say("identity-foreign") });
        // A link of somebody else's would lose the own key, which nobody can give back, and share all seats with them
        if (kept.me()?.key !== given.me && !confirm(say("identity-yours", { name: person.name }))) return;
        kept.setMe({ key: given.me, name: person.name });
        if (!kept.name()) kept.setName(person.name);
        complain({ text: say("identity-stored") });
    }
}

/** The identity with that key; null if there is none. */
async function personOf(key) {
    if (!isWord(key)) return null;
    try {
        return await get("/me", { keys: [key] });
    } catch (problem) {
        if (problem.code === "no-person") return null;
        throw problem;
    }
}

speak(kept.language() ?? languageFor(navigator.languages ?? [navigator.language]));
takeWords().catch(complain).finally(show);
