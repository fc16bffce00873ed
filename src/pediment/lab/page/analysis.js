"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const plot = document.getElementById("plot");
  const cursor = document.getElementById("cursor");
  const where = document.getElementById("where");
  const move = document.getElementById("move");
  const extra = document.getElementById("extra");
  const shares = [...document.querySelectorAll("#shares .num")];
  const turns = [...document.querySelectorAll(".turn")];
  const last = data.moves.length - 1;
  let now = last;

  const show = (n) => {
    now = Math.max(0, Math.min(last, n));
    const at = data.moves[now];
    cursor.hidden = false;
    cursor.style.left = `${(100 * now) / last}%`;
    where.textContent = at.where;
    move.textContent = at.move;
    extra.textContent = at.extra;
    shares.forEach((share, seat) => { share.textContent = at.shares[seat]; });
    turns.forEach((turn) => turn.classList.toggle("now", Number(turn.dataset.n) === now));
    plot.setAttribute("aria-valuenow", now);
    plot.setAttribute("aria-valuetext", [at.where, at.move, ...data.names.map((name, seat) => `${name} ${at.shares[seat]}`)].join(", "));
  };
  const point = (event) => {
    const box = plot.getBoundingClientRect();
    show(Math.round((last * (event.clientX - box.left)) / box.width));
  };
  const stops = [0, ...turns.map((turn) => Number(turn.dataset.n)).sort((a, b) => a - b), last];
  const keys = {
    ArrowRight: () => now + 1, ArrowUp: () => now + 1, ArrowLeft: () => now - 1, ArrowDown: () => now - 1,
    Home: () => 0, End: () => last,
    PageDown: () => stops.find((stop) => stop > now) ?? last,
    PageUp: () => stops.findLast((stop) => stop < now) ?? 0,
  };
  plot.addEventListener("pointermove", point);
  plot.addEventListener("pointerdown", point);
  plot.addEventListener("keydown", (event) => {
    if (keys[event.key]) {
      event.preventDefault();
      show(keys[event.key]());
    }
  });
  for (const turn of turns) {
    const own = () => show(Number(turn.dataset.n));
    turn.addEventListener("focus", own);
    turn.addEventListener("pointerenter", own);
  }
  const moves = document.getElementById("moves");
  for (const choice of document.querySelectorAll("input[name=show]")) {
    choice.addEventListener("change", () => { moves.dataset.show = choice.value; });
  }
  show(now);
})();
