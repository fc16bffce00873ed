#!/usr/bin/env node
// A first bot for Pediment in JavaScript, for Node without any package. Copy it, and change `value`.
//
//     pediment bot-check "node first-bot.mjs"
//     pediment simulate --games 100 --bots "node first-bot.mjs,uniform"
//
// It speaks the bot protocol (docs/protocol.md): one JSON object per line. Pediment writes to our stdin, and we write
// to our stdout. Debugging output goes to stderr: console.error("hm").

import { createInterface } from "node:readline";

// ----------------------------------------------------------------------------
// Randomness: JavaScript's Math.random has no seed, so here is a generator that
// has one (mulberry32). The same seed and questions get the same answers.

function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

let random = generator(0);

// ----------------------------------------------------------------------------
// The value of a move. The first words of its label say what it does.

// Elysium: collect few families, since cards of one family make Legends.
function elysium(verb, thing, { view, seat, question }) {
  const me = view.seats[seat];
  const name = (card) => card.card ?? card; // a used card in a Domain is {"card": ..., "used": true}
  const family = (card) => name(card).split(".")[0];
  const mine = [...me.domain, ...me.elysium.flat()].map(family);
  const mates = mine.filter((other) => other === family(thing)).length;
  switch (verb) {
    case "take":
      return 3 + 2 * mates;
    case "quest": {
      // With few columns left, it is time for a Quest.
      const quest = view.quests[Number(thing) - 1];
      return quest.gold / 2 + quest.vp + quest.transfers + (me.columns.length < 3 ? 4 : 0);
    }
    case "use":
      return 20; // powers are there to be used
    case "dismiss": {
      // The column that the cards on the table need least.
      const letter = thing[0].toUpperCase();
      return -view.agora.filter((card) => view.conditions[card].includes(letter)).length;
    }
    case "transfer": // Citizens in Legends cost points
      return thing === "citizen" ? -1 : view.epoch - 2 + 2 * mates;
    case "legend": // the longest one
      return me.elysium[Number(thing) - 1].length;
    case "discard":
      return thing === "citizen" ? 0 : -1 - mates;
    case "vp":
      return 1;
    case "pay":
      return question === "card-or-gold" ? 1 : 0;
    default:
      return 0;
  }
}

// Ephyran: areas score, and those of our own god count double.
function ephyran(verb, thing, { view, seat }) {
  const ours = thing.split(" ").includes(view.seats[seat].god) ? 2 : 0;
  switch (verb) {
    case "add":
      return 10;
    case "dionysus":
    case "place":
      return 10 + ours;
    case "take":
      return 9;
    case "support":
      return { "ares-theft": 8, "athena-token": 7, "castor-pollux": 6, "ares-destruction": 5, graeae: 4 }[
        thing.split(" ")[0]
      ] ?? 0;
    case "discard":
      return 2;
    case "change":
    case "shield": // a defence is better than letting it happen
    case "hecate":
      return 1;
    case "destroy":
      return -ours;
    case "seat": // the player with the highest score, but not ourselves
      return Number(thing) === seat ? -9 : view.scores[Number(thing)].total;
    default:
      return 0;
  }
}

function value(move, ask) {
  const [verb, ...rest] = move.split(" ");
  return (ask.view.game === "elysium" ? elysium : ephyran)(verb, rest.join(" "), ask);
}

// The legal move with the highest value; a small random number breaks ties.
function choose(ask) {
  let best = null;
  let most = -Infinity;
  for (const move of ask.legal) {
    const worth = value(move, ask) + 0.01 * random();
    if (worth > most) [best, most] = [move, worth];
  }
  return best;
}

// ----------------------------------------------------------------------------
// The protocol: a message comes in, and to some of them we reply.

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case "hello":
      say({ type: "hello", protocol: 1, name: "first bot in JavaScript", version: "1" });
      break;
    case "start": // a game begins
      random = generator(message.seed);
      break;
    case "ask":
      say({ type: "move", id: message.id, move: choose(message) });
      break;
    case "error": // one of our answers was invalid; a correct bot never sees this
      console.error(message.text);
      break;
    case "bye":
      lines.close();
      process.stdin.destroy();
      break;
    default: // "over", and whatever a newer Pediment may send
  }
});
