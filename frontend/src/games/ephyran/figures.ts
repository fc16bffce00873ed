/** Gods and Supports beside the creatures, which are among the beasts. */
import { CREATURES } from "../../art/figures-beasts";
import { at, draw, leaf, over, tinted, type Scenes } from "../../art/figures-kit";
import { bust, HEADS, person, three } from "../../art/figures-people";
import { GRAPES, STAR } from "../../art/figures-scenes";
import { COIN, HAND, OWL, SHIELD, SWORD, TORCH } from "../../art/figures-things";

const IVY = [[14, 44, -120], [20, 38, -70], [29, 33, -120], [35, 32, -62], [44, 31, -112], [51, 31, -56]] as const;
const BROKEN = [
    ...draw(`bp 37,60 42,55 46,62 51,54 56,62 63,56 65,86 35,86;bp 29,86 71,86 71,92 29,92;gs1.5 43,64 42.4,85
gs1.5 50,62 50,85;gs1.5 57,66 57.6,85
bp 78,92 82,84 92,86 95,92;bp 8,92 12,86 20,88 22,92`),
    ...at(draw(`
bp 30,10 70,10 70,16 30,16;bf 32,17! 68,17! 62,25! 38,25!;bp 39,26 61,26 62,46 57,52 52,45 47,52 43,46 38,51
gs1.5 44,28 43.4,44;gs1.5 50,28 50,44;gs1.5 56,28 56.6,44`), 58, 48, 1, 20),
];

const SCENES: Scenes = {
    ...CREATURES,
    Dionysus: () => [
        ...at(bust("man"), 43, 50),
        ...over(draw(IVY.map(([x, y, turn]) => leaf(x, y, turn, 15, 0.3, "a")).join(";"))),
        ...over(tinted(at(GRAPES, 79, 58, 0.5))),
    ],
    "castor-pollux": () => [
        ...at(bust("twin"), 28, 59, 0.72),
        ...over(at(bust("twin"), 72, 59, 0.72, 0, true)),
        ...tinted([...at(STAR, 27, 15, 0.26), ...at(STAR, 73, 15, 0.26)]),
    ],
    graeae: () => [
        ...three(["crone", "crone", "crone"]),
        ...draw("af 26,18! 50,4 74,18! 50,32;gc 50,18,9.6;bc 50,18,5"),
    ],
    "athena-token": () => [...at(COIN, 50, 50, 1.5), ...tinted(at(OWL, 50, 48, 0.62))],
    "ares-theft": () => [
        ...at(HEADS.helm, 60, 36, 2),
        ...over(at(HAND, 36, 76, 0.72, -8)),
        ...over(tinted(at(COIN, 80, 74, 0.36))),
    ],
    "athena-exchange": () => [
        ...at(OWL, 50, 50, 0.66),
        ...draw(`
al4.4 22,66 12,50 18,30 34,18;ap 30,10 44,15 33,26;al4.4 78,34 88,50 82,70 66,82;ap 70,90 56,85 67,74`),
    ],
    "ares-destruction": () => [...BROKEN, ...over(tinted(at(SWORD, 32, 42, 0.7, 118)))],
    shield: () => [...SHIELD, ...draw("gr1.6 50,50,30"), ...tinted(at(STAR, 50, 50, 0.56))],
    hecate: () => [
        ...at(TORCH, 16, 40, 0.74, -8),
        ...at(TORCH, 84, 40, 0.74, 8),
        ...person("58,24 50,36 50,58 47,70 44,87 53,70 54,87 66,46 79,46 34,46 21,46", "woman", "robe"),
        ...over(at(HEADS.woman, 42, 24, 1.16, 0, true)),
        ...over(draw("bf 50,12 57,17 57,27 50,34 43,27 43,17;ap 42,16 42,6 46,10 50,3 54,10 58,6 58,16")),
        ...draw(`
gf 45,21 47,19.8 49.2,21! 47,22;gf 55,21 53,19.8 50.8,21! 53,22;gl1 50,22 49,26 51,26;gl1 48,29 50,29.8 52,29`),
    ],
};

export default SCENES;
