// Every text of the page. The files of en and fr have the same names and keys.

import { learn } from "../lib/texts.svelte";

type Texts = Record<string, string>;

const gather = (found: Record<string, unknown>): Texts =>
    Object.assign({}, ...Object.values(found).map((module) => (module as { default: Texts }).default));

learn({
    en: gather(import.meta.glob(["./en/*.ts", "../games/*/texts/en.ts"], { eager: true })),
    fr: gather(import.meta.glob(["./fr/*.ts", "../games/*/texts/fr.ts"], { eager: true })),
});
