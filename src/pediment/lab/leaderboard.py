"""The standings of a tournament as a page in HTML that needs no other file, for whoever wants to see who is ahead."""

from __future__ import annotations

from html import escape
from typing import Final

from pediment.command.bot_names import display_name
from pediment.lab.arena_report import title
from pediment.lab.formatting import TEXTS, number, percent
from pediment.lab.ratings import Pair, Rating, Standings
from pediment.lab.tournament import Tournament

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1a1a1a; --quiet: #5a5a5a; --line: #d5d0c4; --bar: #0b559f; --paper: #fbf9f4;
  --win: 11 85 159; --lose: 179 88 6; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --quiet: #b4b4b4; --line: #4a4741; --bar: #7fb2ea;
  --paper: #1d1c1a; --win: 127 178 234; --lose: 230 150 80; } }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; font: 1rem/1.5 Georgia, serif; color: var(--ink);
  background: var(--paper); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.3rem 0.7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; }
th[scope=row], thead th:first-child, .ratings th:nth-child(2) { text-align: left; }
td small { display: block; }
.scale { width: 14rem; }
.scale svg { display: block; width: 14rem; height: 1rem; }
.scale line { stroke: var(--bar); stroke-width: 2; }
.scale circle { fill: var(--bar); }
p, caption { color: var(--quiet); }
caption { text-align: left; padding: 0.5rem 0; }
code { font: 0.95em monospace; }
"""


def page(tournament: Tournament, standings: Standings, language: str) -> str:
    """The whole page: the ratings with their intervals, and who beats whom."""
    say = TEXTS.section(language, "leaderboard")
    about = "anchored" if standings.anchor else "centred"
    scale = TEXTS.say(language, f"arena-words.{about}", anchor=display_name(standings.anchor or "", language))
    parts = [
        f"<h1>{escape(say['title'])}</h1>",
        f"<p>{escape(title(tournament, language))}</p>",
        f'<div class="wide">{_ratings(standings, language)}</div>',
        f"<p>{escape(scale)}</p>",
        f'<div class="wide">{_cross(standings, language)}</div>',
        f"<p>{escape(say['join'])}</p>",
        f"<p><code>{escape(say['command'])}</code></p>",
    ]
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escape(say["title"])}</title>
<style>{STYLE}</style>
</head>
<body>
{chr(10).join(parts)}
</body>
</html>
"""


def _ratings(standings: Standings, language: str) -> str:
    say = TEXTS.section(language, "arena-words")
    low, high = min(one.low for one in standings.ratings), max(one.high for one in standings.ratings)
    heads = ["", say["bot"], say["rating"], say["interval"], "", say["games"], say["won"], say["margin"]]
    rows = []
    for place, one in enumerate(standings.ratings, 1):
        interval = (
            "–" if one.bot == standings.anchor else f"{number(one.low, language, 0)} – {number(one.high, language, 0)}"
        )
        margin = ("+" if one.margin >= 0 else "") + number(one.margin, language)
        cells = [
            number(one.rating, language, 0),
            interval,
            _bar(one, low, high),
            str(one.games),
            percent(one.won, language),
            margin,
        ]
        shown = "".join(f'<td class="scale">{cell}</td>' if "<" in cell else f"<td>{cell}</td>" for cell in cells)
        rows.append(f'<tr><td>{place}</td><th scope="row">{escape(display_name(one.bot, language))}</th>{shown}</tr>')
    return _table(heads, rows, "", "ratings")


def _bar(one: Rating, low: float, high: float) -> str:
    """The rating on the scale of all, with its interval."""

    def at(rating: float) -> float:
        return 2 + 96 * (rating - low) / max(high - low, 1.0)

    return (
        '<svg aria-hidden="true">'
        f'<line x1="{at(one.low):.1f}%" x2="{at(one.high):.1f}%" y1="50%" y2="50%"/>'
        f'<circle cx="{at(one.rating):.1f}%" cy="50%" r="4"/></svg>'
    )


def _cross(standings: Standings, language: str) -> str:
    names = [one.bot for one in standings.ratings]
    pairs = {(pair.bot, pair.against): pair for pair in standings.pairs}
    rows = [
        f'<tr><th scope="row">{escape(display_name(name, language))}</th>'
        + "".join(_cell(pairs.get((name, other)), language) for other in names)
        + "</tr>"
        for name in names
    ]
    return _table(
        ["", *(display_name(name, language) for name in names)], rows, TEXTS.say(language, "arena-words.cross")
    )


def _cell(pair: Pair | None, language: str) -> str:
    if pair is None:
        return "<td></td>"
    colour, strength = ("win", pair.share - 0.5) if pair.share >= 0.5 else ("lose", 0.5 - pair.share)
    interval = f"{100 * pair.low:.0f}–{100 * pair.high:.0f}"
    style = f"background: rgb(var(--{colour}) / {0.9 * strength:.2f})"
    return f'<td style="{style}">{percent(pair.share, language, 0)}<small>{interval}</small></td>'


def _table(heads: list[str], rows: list[str], caption: str, kind: str = "cross") -> str:
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in heads)
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    body = "".join(rows)
    return f'<table class="{kind}">{told}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
