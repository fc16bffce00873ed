import "./fonts.css";
import "./app.css";
import "./texts/all"; // before anything that says one
import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the app");
mount(App, { target });

if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js");
