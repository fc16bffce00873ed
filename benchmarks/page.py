"""How quickly the browser table draws a move, measured in a real Chromium over a whole game.

    .venv/bin/python -m benchmarks.page [--game elysium|ephyran] [--motion]

The time runs from the arrival of a move's message at the socket to the end of the first frame painted with it, for a
spectator and for a player; the player's browser is slower, because it is also being driven. For comparison, it measures
an empty frame in the same run, the least that any page could do. It also reports the size of the first view on the wire
and the layout shift for the spectator.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.browser.people import House

AIM = 50.0  # milliseconds

# Runs before the page's own scripts: wraps the handler that the page gives to its socket.
_TIMED = """(() => {
    const drawn = window.drawn = [];
    const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
    const painted = (since) => requestAnimationFrame(() => {
        const channel = new MessageChannel();  // its message comes after the frame is painted
        channel.port1.onmessage = () => drawn.push(performance.now() - since);
        channel.port2.postMessage(null);
    });
    Object.defineProperty(WebSocket.prototype, 'onmessage', {
        ...own,
        set(hear) {
            own.set.call(this, (event) => {
                const since = performance.now();
                hear(event);
                if (event.data.startsWith('{"type":"view"')) painted(since);
            });
        },
    });
    window.jumps = [];
    new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.jumps.push(shift.value);
    }).observe({ type: 'layout-shift', buffered: true });
})()"""
_EMPTY = """async () => {
    const times = [];
    for (let n = 0; n < 60; n++) {
        await new Promise((done) => setTimeout(done, 5 + 7 * (n % 3)));
        const since = performance.now();
        times.push(await new Promise((done) => requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => done(performance.now() - since);
            channel.port2.postMessage(null);
        })));
    }
    return times;
}"""


def told(name: str, times: list[float]) -> None:
    """One line of the results."""
    p95 = quantiles(times, n=20)[-1]
    print(f"{name:<34} p50 {median(times):6.1f}  p95 {p95:6.1f}  max {max(times):6.1f} ms  ({len(times)} times)")


def main() -> int:
    """Measure and print; returns 1 without a browser."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=["elysium", "ephyran"], default="elysium")
    parser.add_argument("--motion", action="store_true", help="let things move, as most people see them")
    args = parser.parse_args()
    program = chromium.ready()
    if program is None:
        return 1
    motion = "no-preference" if args.motion else "reduce"
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=program, args=chromium.FLAGS)
        how = {"reduced_motion": motion, "service_workers": "block"}
        with House(browser, Path(folder)) as house, house.visit(**how) as person:
            network = person.context.new_cdp_session(person.page)
            sizes: list[float] = []
            network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
            network.send("Network.enable")
            person.page.goto("/", wait_until="networkidle")
            print(f"{'first view on the wire':<34} {sum(sizes) / 1000:.0f} kB in {len(sizes)} files")
            person.page.add_init_script(_TIMED)
            person.play_bot(args.game.capitalize())
            person.play(1)
            with house.visit(**how) as watcher:
                watcher.page.add_init_script(_TIMED)
                watcher.page.goto(person.page.url, wait_until="networkidle")
                watcher.page.evaluate("() => void (window.jumps.length = 0)")
                person.play()
                played: list[float] = person.page.evaluate("() => window.drawn")
                drawn: list[float] = watcher.page.evaluate("() => window.drawn")
                empty: list[float] = watcher.page.evaluate(_EMPTY)
                jumps: list[float] = watcher.page.evaluate("() => window.jumps")
        browser.close()
    told("from message to painted frame", drawn)
    told("the same for who is asked", played)
    told("an empty frame in the same run", empty)
    print(f"{'that is':<34} {median(drawn) / median(empty):.1f} x as long as an empty frame")
    print(f"{'within ' + str(int(AIM)) + ' ms':<34} {100 * sum(time <= AIM for time in drawn) / len(drawn):.1f} %")
    print(f"{'layout shift while watching':<34} {sum(jumps):.4f} in {len(jumps)} jumps")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
