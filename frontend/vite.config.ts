import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
    plugins: [svelte()],
    base: "/",
    build: {
        outDir: "../src/pediment/table/static",
        emptyOutDir: true,
        assetsInlineLimit: 0, // the server's policy allows nothing inline
        target: "es2022",
    },
    server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
