// How a game is played, in a few sentences.

import { columns } from "./board.js";
import { h } from "./dom.js";
import { nameOf } from "./plain.js";
import { say, word } from "./texts.js";

const SENTENCES = [1, 2, 3, 4, 5, 6, 7, 8];

/** A fold with the game's rules in short, and what the letters of its columns mean. */
export function howToPlay(game) {
    return h(
        "details",
        { class: "box", "data-key": `how ${game}` },
        h("summary", {}, say("how", { game: nameOf(game) })),
        h(
            "ol",
            { class: "how" },
            SENTENCES.map((n) => h("li", {}, say(`how.${game}.${n}`))),
        ),
        game === "elysium" && legend(),
    );
}

function legend() {
    const meanings = [..."RYGB*"].map((letter) => h("span", {}, columns(letter), " ", word("colour", letter)));
    return h("p", { class: "facts" }, `${say("legend")} `, meanings);
}
