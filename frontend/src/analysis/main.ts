// The script of a written analysis, which has everything in its one file: what it shows, and in which language.

import "../app.css";
import "../lib/theme.svelte";
import { mount } from "svelte";
import type { Analysis } from "../lib/analysis";
import { languageFor, learn, speak } from "../lib/texts.svelte";
import en from "../texts/en/analysis";
import fr from "../texts/fr/analysis";
import AnalysisPage from "./AnalysisPage.svelte";
import pageEn from "./texts/en";
import pageFr from "./texts/fr";

learn({ en: { ...en, ...pageEn }, fr: { ...fr, ...pageFr } });
speak(languageFor([document.documentElement.lang]));
const data = document.getElementById("data")?.textContent ?? "";
const props = JSON.parse(data) as { analysis: Analysis; version: string };
mount(AnalysisPage, { target: document.body, props });
