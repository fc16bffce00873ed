"""An analysis as one HTML page that needs no other file and asks for nothing from anywhere."""

from __future__ import annotations

import itertools
import json
from html import escape
from pathlib import Path
from typing import Any, Final

import pediment
from pediment.lab.analysis import Account, Decision, errors_in_band
from pediment.lab.telling import Telling

PAGE: Final = Path(__file__).parent / "page"
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
SIGNS: Final = [
    '<circle cx="7" cy="7" r="5"/>',
    '<rect x="2.4" y="2.4" width="9.2" height="9.2"/>',
    '<path d="M7 1.6 13 12.4H1Z"/>',
    '<path d="M7 .8 13.2 7 7 13.2.8 7Z"/>',
]
"""A figure for each seat, so that colour is never alone."""
MEANDER: Final = (
    '<svg class="meander" aria-hidden="true"><defs><pattern id="meander" width="28" height="18" '
    'patternUnits="userSpaceOnUse"><path d="M0 15h24V3H8v7h8" fill="none" stroke="currentColor" stroke-width="2.4"/>'
    '<path d="M24 15h4" stroke="currentColor" stroke-width="2.4"/></pattern></defs>'
    '<rect width="100%" height="18" fill="url(#meander)"/></svg>'
)
LABEL_ROOM: Final = 9.0
"""The least distance of two labels, in hundredths of the chart."""


def page(telling: Telling) -> str:
    """The whole page, in the language and with the names of the telling."""
    say = telling
    game = pediment.kit(say.analysis.game).title
    verdict, luck, turn = map(escape, say.sentences())
    body = "".join([_chart(say), _turns(say), _accounts(say), _moves(say), _scores(say), _method(say)])
    made = say("made", version=pediment.__version__, seed=say.analysis.seed)
    return f"""<!doctype html>
<html lang="{say.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{escape(say("title-of-page", game=game))}</title>
<style>
{(PAGE / "analysis.css").read_text(encoding="utf-8")}</style>
</head>
<body>
<a class="skip" href="#moves">{escape(say("skip"))}</a>
<header>{MEANDER}
<div class="head">
<p class="kicker">{escape(say("kicker"))}</p>
<h1>{escape(game)}</h1>
<p class="facts">{escape(say.title())}</p>
<p class="verdict">{verdict}</p>
<p class="said">{luck} {turn}</p>
</div></header>
<main>
{body}
</main>
<footer>{escape(made)}</footer>
<script type="application/json" id="data">{_data(say)}</script>
<script>
{(PAGE / "analysis.js").read_text(encoding="utf-8")}</script>
</body>
</html>
"""


def _data(say: Telling) -> str:
    """What the chart tells at every move; no text can end the element."""
    moves = [{"where": say("at-start"), "move": "", "extra": "", "shares": [*map(say.percent, say.analysis.start)]}]
    for decision in say.analysis.decisions:
        where = say("at-move", n=decision.number, period=say.period(decision.period))
        extra = _split(say, decision)
        if decision.better:
            extra += f" · {say('better-was')} {say.betters[decision.number - 1]} ({say.gain(decision)})"
        moves.append(
            {
                "where": where,
                "move": f"{say.names[decision.seat]}: {say.moves[decision.number - 1]}",
                "extra": extra,
                "shares": [*map(say.percent, decision.after)],
            }
        )
    text = json.dumps({"names": say.names, "moves": moves}, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _split(say: Telling, decision: Decision) -> str:
    """What a move changed for its own player, in parts."""
    parts = [f"{say('choice')} {say.change(decision.choice[decision.seat])}"]
    if decision.drew:
        parts.append(f"{say('luck')} {say.change(decision.luck[decision.seat])}")
    return ", ".join(parts)


def _sign(seat: int) -> str:
    return f'<svg class="sign" viewBox="0 0 14 14" aria-hidden="true">{SIGNS[seat % len(SIGNS)]}</svg>'


def _who(say: Telling, seat: int) -> str:
    return f'<span class="who c{seat}">{_sign(seat)}{escape(say.names[seat])}</span>'


def _section(say: Telling, title: str, body: str, note: str = "", name: str = "") -> str:
    told = f'<p class="note">{escape(say(note))}</p>' if note else ""
    return f"<section{f' id={name!r}' if name else ''}><h2>{escape(say(title))}</h2>{told}{body}</section>\n"


def _chart(say: Telling) -> str:
    analysis = say.analysis
    moves = len(analysis.decisions)
    seats = range(analysis.seats)
    legend = "".join(
        f'<li class="c{k}"><svg viewBox="0 0 46 14" aria-hidden="true"><path class="line" d="M0 7H46"/>'
        f'<g class="sign" transform="translate(16 0)">{SIGNS[k % len(SIGNS)]}</g></svg>'
        f'{escape(say.names[k])} <b class="num">{say.percent(analysis.accounts[k].end)}</b></li>'
        for k in seats
    )
    parts, labels, starts = _periods(say)
    stems, numbers, rows = _markers(say)
    lines = "".join(_line(say, k) for k in seats)
    points = "".join(
        f'<span class="point c{k}" style="left:{100 * n / moves:.2f}%;top:{_y(_share(say, k, n)):.2f}%">'
        f"{_sign(k)}</span>"
        for n in [*starts, moves]
        for k in seats
    )
    grid = "".join(f'<path class="grid" d="M0 {y}H100"/>' for y in (0, 25, 50, 75, 100))
    scale = "".join(f'<span style="top:{100 - y}%">{y}</span>' for y in (0, 25, 50, 75, 100))
    shares = "".join(f'<li>{_who(say, k)} <b class="num"></b></li>' for k in seats)
    figure = f"""<div class="card"><ul class="legend">{legend}</ul>
<div class="chart" style="--rows:{rows}"><div class="scale" aria-hidden="true">{scale}</div>
<div class="area"><div class="plot" id="plot" role="slider" tabindex="0" aria-label="{escape(say("chart-label"))}"
 aria-valuemin="0" aria-valuemax="{moves}" aria-valuenow="{moves}">
<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{parts}{grid}{stems}{lines}</svg>
<div class="periods" aria-hidden="true">{labels}</div>{points}
<div class="cursor" id="cursor" hidden></div></div>{numbers}</div></div>
<div class="readout" aria-hidden="true"><p class="where" id="where"></p><p><b id="move"></b></p><p id="extra"></p>
<ul id="shares">{shares}</ul></div>
<p class="note" style="margin-bottom:0">{escape(say("chart-help"))} {escape(say("band"))}</p></div>"""
    return _section(say, "chances", figure)


def _share(say: Telling, seat: int, n: int) -> float:
    """The chance of a seat after n moves."""
    return say.analysis.decisions[n - 1].after[seat] if n else say.analysis.start[seat]


def _y(share: float) -> float:
    return 100 - 100 * min(max(share, 0.0), 1.0)


def _line(say: Telling, seat: int) -> str:
    """The chance of a seat with its band."""
    analysis = say.analysis
    moves = len(analysis.decisions)
    errors = [analysis.start_error[seat], *(decision.error[seat] for decision in analysis.decisions)]
    wide = errors_in_band(analysis.lines)
    spots = [(100 * n / moves, _share(say, seat, n), wide * error) for n, error in enumerate(errors)]
    line = " ".join(f"{x:.2f},{_y(share):.2f}" for x, share, _ in spots)
    upper = [f"{x:.2f},{_y(share + half):.2f}" for x, share, half in spots]
    lower = [f"{x:.2f},{_y(share - half):.2f}" for x, share, half in reversed(spots)]
    return (
        f'<g class="c{seat}"><polygon class="haze" points="{" ".join(upper + lower)}"/>'
        f'<polyline class="line" points="{line}"/></g>'
    )


def _periods(say: Telling) -> tuple[str, str, list[int]]:
    """Every second Epoch or every second five rounds shaded, their names, and after how many moves each begins."""
    decisions = say.analysis.decisions
    starts = [number - 1 for number in say.starts()]
    parts, labels = "", ""
    for start, end in zip(starts, [*starts[1:], len(decisions)], strict=True):
        left, right = (100 * n / len(decisions) for n in (start, end))
        if say.part(decisions[start]) % 2 == 0:
            parts += f'<rect class="part" x="{left:.2f}" y="0" width="{right - left:.2f}" height="100"/>'
        if right - left >= LABEL_ROOM:
            n = decisions[start].period
            both = f'<i class="long">{escape(say.period(n))}</i><i class="short">{n}</i>'
            labels += f'<span style="left:{left:.2f}%;max-width:{right - left:.2f}%">{both}</span>'
    return parts, labels, starts


def _markers(say: Telling) -> tuple[str, str, int]:
    """The numbers of the turning points under the chart, their stems up to the line of who moved, and how many rows."""
    moves = len(say.analysis.decisions)
    rows: list[float] = []  # where the last number of each row stands
    stems, numbers = "", ""
    for rank, decision in sorted(_ranked(say), key=lambda pair: pair[1].number):
        x = 100 * decision.number / moves
        row = next((i for i, last in enumerate(rows) if x - last >= LABEL_ROOM), len(rows))
        rows[row : row + 1] = [x]
        label = say("turning-label", rank=rank, n=decision.number, name=say.names[decision.seat])
        stems += f'<path class="stem" d="M{x:.2f} {_y(decision.after[decision.seat]):.2f}V100"/>'
        numbers += (
            f'<a class="turn" href="#turn-{rank}" data-n="{decision.number}" aria-label="{escape(label)}" '
            f'style="left:{x:.2f}%;--row:{row}">{rank}</a>'
        )
    return stems, numbers, len(rows)


def _ranked(say: Telling) -> list[tuple[int, Decision]]:
    return [(rank, say.decision(number)) for rank, number in enumerate(say.analysis.turning_points, 1)]


def _change(say: Telling, share: float) -> str:
    text = say.change(share)
    side = "up" if text.startswith("+") else "" if text.startswith("0") else "down"
    return f'<span class="num {side}">{text}</span>'


def _turns(say: Telling) -> str:
    items = ""
    for rank, decision in _ranked(say):
        seat = decision.seat
        move = escape(say.moves[decision.number - 1])
        why = escape(say("by-chance" if decision.by_chance else "by-choice"))
        parts = f"{escape(say('choice'))} {_change(say, decision.choice[seat])}"
        if decision.drew:
            parts += f", {escape(say('luck'))} {_change(say, decision.luck[seat])}"
        better = f'<p class="quiet">{escape(say("nothing-better"))}</p>'
        if decision.better:
            better = (
                f'<p class="better">{escape(say("better-was"))} <b>{escape(say.betters[decision.number - 1])}</b> '
                f'<span class="num">({escape(say.gain(decision))})</span></p>'
            )
        others = "".join(
            f'<li>{_who(say, k)}<span class="num">{say.move_of_chance(decision, k)}</span></li>'
            for k in say.others_moved(decision)
        )
        where = escape(say("at-move", n=decision.number, period=say.period(decision.period)))
        chance = f"{say.percent(decision.before[seat])} → <b>{say.percent(decision.after[seat])}</b>"
        items += f"""<li class="card" id="turn-{rank}"><span class="rank" aria-hidden="true">{rank}</span>
<div class="body">
<p class="quiet"><a href="#m{decision.number}">{where}</a> · {_who(say, seat)}</p>
<p class="move">{move}</p>
<p><span class="num">{chance}</span> {why} ({parts})</p>
{f"<ul>{others}</ul>" if others else ""}{better}</div></li>
"""
    return _section(say, "turning-points", f'<ol class="turns">{items}</ol>', "about-turns")


def _accounts(say: Telling) -> str:
    accounts = say.analysis.accounts
    ends = [0.0, 1.0]
    for account in accounts:
        ends += [account.start + account.own + account.others, *(account.end - luck for luck in account.luck_band)]
    low, high = min(ends), max(ends)
    cards = "".join(_account(say, account, low, high - low) for account in accounts)
    return _section(say, "accounts", f'<div class="seats">{cards}</div>', "about-accounts")


def _account(say: Telling, account: Account, low: float, width: float) -> str:
    """The bars of a seat: from the start by choices and luck to the end."""

    def place(share: float) -> float:
        return 100 * (share - low) / width

    def bar(kind: str, one: float, other: float) -> str:
        left, right = sorted((place(one), place(other)))
        return f'<span class="bar {kind}" style="left:{left:.2f}%;width:{right - left:.2f}%"></span>'

    choices = account.own + account.others
    middle = account.start + choices
    half = account.luck_band[1] - account.luck
    left, right = place(middle - half), place(middle + half)
    whisker = f'<span class="whisker" style="left:{left:.2f}%;width:{right - left:.2f}%"></span>' if half else ""
    rows = [
        ("start", bar("whole", 0, account.start), f'<span class="num">{say.percent(account.start)}</span>'),
        ("choices", bar("choice", account.start, middle), _change(say, choices)),
        ("luck", bar("luck", middle, account.end) + whisker, _change(say, account.luck)),
        ("end", bar("end", 0, account.end), f'<b class="num">{say.percent(account.end)}</b>'),
    ]
    falls = "".join(f'<span>{escape(say(key))}</span><span class="track">{bars}</span>{n}' for key, bars, n in rows)
    bounds = f"--zero:{place(0):.2f}%;--one:{min(place(1), 99.7):.2f}%"
    own = say("own-and-others", own=say.change(account.own), others=say.change(account.others))
    even = say.percent(1 / say.analysis.seats)
    start = say("start-from", even=even, deal=say.change(account.deal), luck=say.luck_of(account))
    mistakes = say("mistakes-none")
    if account.mistakes:
        mistakes = say.count("mistakes", account.mistakes, chance=say.change(-account.lost))
    return f"""<div class="card c{account.seat}"><h3>{_who(say, account.seat)}</h3>
<div class="fall" style="{bounds}">{falls}</div>
<p>{escape(start)}</p><p class="quiet">{escape(own)} · {escape(mistakes)}</p></div>
"""


def _moves(say: Telling) -> str:
    titles = "".join(
        f'<th scope="col"{" class=num" if numeric else ""}>{escape(say(key))}</th>'
        for key, numeric in (
            ("move", True), ("who", False), ("what", False), ("chance", True), ("choice", True), ("luck", True),
            ("better", False),
        )
    )  # fmt: skip
    rows = ""
    for period, group in itertools.groupby(say.analysis.decisions, lambda decision: decision.period):
        decisions = list(group)
        kinds = " ".join(sorted({kind for decision in decisions for kind in _kinds(decision)}))
        rows += f'<tr class="period {kinds}"><td colspan="7">{escape(say.period(period))}</td></tr>\n'
        rows += "".join(_row(say, decision) for decision in decisions)
    choices = "".join(
        f'<label><input type="radio" name="show" value="{value}"{" checked" if value == "all" else ""}>'
        f"{escape(say(f'show-{value}'))}</label>"
        for value in ("all", "better", "draws")
    )
    body = f"""<fieldset class="filter"><legend>{escape(say("show"))}</legend>{choices}</fieldset>
<div class="card"><table class="moves"><thead><tr>{titles}</tr></thead><tbody>
{rows}</tbody></table></div>"""
    return _section(say, "moves", body, name="moves")


def _kinds(decision: Decision) -> list[str]:
    """What the list of moves can be narrowed down to."""
    return [kind for kind, has in (("has-better", decision.better), ("drew", decision.drew)) if has]


def _row(say: Telling, decision: Decision) -> str:
    seat, i = decision.seat, decision.number - 1
    luck = _change(say, decision.luck[seat]) if decision.drew else ""
    better = (
        f"{escape(say.betters[i])} <span class='num quiet'>{escape(say.gain(decision))}</span>"
        if decision.better
        else ""
    )
    label = escape(say("better-was"))
    hint = f'<span class="quiet alone">{label}</span> ' if better else ""
    return (
        f'<tr id="m{decision.number}" class="{" ".join(_kinds(decision))}">'
        f'<td class="num">{decision.number}</td><td>{_who(say, seat)}</td>'
        f'<td class="what">{escape(say.moves[i])}</td>'
        f'<td class="num">{say.move_of_chance(decision, seat)}</td>'
        f'<td class="num split" data-label="{escape(say("choice"))}">{_change(say, decision.choice[seat])}</td>'
        f'<td class="num split" data-label="{escape(say("luck"))}">{luck}</td>'
        f'<td class="alt">{hint}{better}</td></tr>\n'
    )


def _scores(say: Telling) -> str:
    accounts = say.analysis.accounts
    heads = "".join(f'<th scope="col" class="num">{_who(say, account.seat)}</th>' for account in accounts)
    rows = ""
    for item in accounts[0].score:
        total = item == "total"
        name = say("total") if total else say.items.get(item, item)
        cells = "".join(f'<td class="num">{account.score[item]}</td>' for account in accounts)
        rows += f'<tr{" class=total" if total else ""}><th scope="row">{escape(name)}</th>{cells}</tr>\n'
    table = f"""<div class="card scores"><table><thead><tr><td></td>{heads}</tr></thead><tbody>
{rows}</tbody></table></div>"""
    return _section(say, "scores" if say.analysis.finished else "scores-now", table)


def _method(say: Telling) -> str:
    analysis = say.analysis
    numbers: dict[str, Any] = {"lines": analysis.lines, "iterations": analysis.iterations}
    keys = ("method-value", "method-luck", "method-better", "method-limits")
    told = "".join(f"<p>{escape(say(key, **numbers))}</p>" for key in keys)
    return f"<details><summary>{escape(say('method'))}</summary>{told}</details>\n"
