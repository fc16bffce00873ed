import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type BuildEnvironmentOptions, type Plugin } from "vite";

const page: BuildEnvironmentOptions = {
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's policy allows nothing inline
};

/** `--mode analysis`: one script and one style sheet, which `pediment analyse --html` puts into the file it writes. */
const analysis: BuildEnvironmentOptions = {
    emptyOutDir: false, // it lies beside the page
    copyPublicDir: false,
    lib: { entry: "src/analysis/main.ts", formats: ["iife"], name: "analysis", fileName: () => "analysis.js", cssFileName: "analysis" },
};

/** A file that people pass on names no host: Svelte's errors are addresses. */
const hostless: Plugin = {
    name: "hostless",
    apply: (_, { mode }) => mode === "analysis",
    renderChunk: (code) => code.replaceAll("https://svelte.dev/e/", "svelte: "),
};

export default defineConfig(({ mode }) => ({
    plugins: [svelte(), hostless],
    base: "/",
    build: {
        outDir: "../src/pediment/server/web/static",
        target: "es2022",
        ...(mode === "analysis" ? analysis : page),
    },
    server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
}));
