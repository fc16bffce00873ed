/** The powers of Apollo, Ares, Athena and Hades, thirteen each. */
import { CERBERUS, HORSE, SERPENT } from "../../art/figures-beasts";
import { assembly, FLOOR, god, HELM, initiation, temple } from "./figures-family";
import { around, at, draw, over, tinted, type Scenes, type Shape } from "../../art/figures-kit";
import { bust, HEADS, person } from "../../art/figures-people";
import { BOAT, BUTTERFLY, GORGON, GRAPES, HELM_FRONT } from "../../art/figures-scenes";
import {
    ALTAR, AMPHORA, BIDENT, BOW, CADUCEUS, COIN, FLAME, FRUIT, HAND, HORN, HULL, KYLIX, LYRE, OARS, OWL, SAIL, SCALES,
    SCROLL, SHIELD, SKULL, SPEAR, SPRIG, STELE, SUN, TRIPOD, WHEEL, WING, WREATH,
} from "../../art/figures-things";

const hoplite = (x: number): Shape[] =>
    at([
        ...person(
            "54,22 51,34 49,57 42,71 34,87 60,71 61,87 64,44 72,36 42,46 46,54",
            "helm",
            "kilt",
            at(SPEAR, 74, 46, 0.92, 8),
        ),
        ...over(at(SHIELD, 54, 53, 0.37)),
        ...draw("gc 54,53,4"),
    ], x, 50, 1);

export const FIRST_FAMILIES: Record<string, Scenes> = {
    apollo: {
        "dark-future": () => [
            ...tinted(at(SUN, 56, 40, 0.94)),
            ...over(draw("bc 56,40,16")),
            ...over(at(draw(`
bf 6,84! 20,76 40,66 58,62 68,56 76,58 88,64! 76,67 66,74 48,82 30,84;gc 73,61.6,1.3`), 50, 52, 1)),
            ...over(at(WING, 40, 48, 0.56, -30, true)),
        ],
        charisma: () => [...tinted(at(WREATH, 50, 49, 1.06)), ...over(at(bust("youth"), 54, 50, 0.78))],
        assembly: () => assembly(LYRE),
        "temple-of-apollo": () => temple(LYRE),
        homer: () => [...bust("blind"), ...over(at(SCROLL, 84, 74, 0.36, 12))],
        "prophecy-of-glory": () => [
            ...TRIPOD,
            ...tinted(at(FLAME, 50, 18, 0.36)),
            ...at(SPRIG, 12, 48, 0.6, -14),
            ...at(SPRIG, 88, 48, 0.6, 14),
        ],
        initiation: () => initiation(LYRE),
        offerings: () => [...ALTAR, ...tinted(at(FLAME, 50, 26, 0.6)), ...draw("bc 32,43,4.6;bc 68,43,4.6")],
        "gathering-of-heroes": () => [
            ...[74, 57, 40, 23].flatMap(
                (x) => [...at(SPEAR, x + 8, 34, 0.62, 10), ...over(at(HEADS.helm, x, 52, 1.15))],
            ),
            ...over(HULL),
            ...OARS,
            ...draw("gc 30,72,4;gc 46,72.4,4;gc 62,72,4;ac 30,72,2.4;ac 46,72.4,2.4;ac 62,72,2.4"),
        ],
        succession: () => [
            ...at(bust("old"), 32, 58, 0.7, 0, true),
            ...over(at(bust("youth"), 69, 58, 0.7)),
            ...draw("ap 34,20 33,5 42,13 50,2 58,13 67,5 66,20;gs1.4 36,16 64,16"),
        ],
        "the-muses": () => [
            ...at(
                person(
                    "54,17 51,29 51,53 48,70 48,87 55,69 55,87 64,40 72,34 44,42 56,46",
                    "woman",
                    "robe",
                    at(LYRE, 74, 30, 0.32, 8),
                ),
                67,
                51,
                0.94,
            ),
            ...over(
                at(
                    person("54,17 51,29 51,53 48,70 48,87 55,69 55,87 63,40 68,46 42,40 58,42", "woman", "robe"),
                    46,
                    51,
                    0.96,
                ),
            ),
            ...over(
                at(
                    person(
                        "54,17 51,29 51,53 48,70 48,87 55,69 55,87 63,40 68,46 38,40 30,30",
                        "woman",
                        "robe",
                        draw("bs2.4 58,21 82,30"),
                    ),
                    24,
                    51,
                    0.96,
                ),
            ),
        ],
        "god-of-the-sun": () => [...tinted(at(SUN, 50, 45, 1.02)), ...over(at(bust("sun"), 54, 58, 0.8))],
        "master-of-the-oracle": () => [
            ...at(TRIPOD, 46, 68, 0.56),
            ...over(
                at(
                    person(
                        "46,20 44,32 42,56 60,58 61,84 57,58 55,84 58,42 70,36 40,44 50,50",
                        "woman",
                        "seated",
                        tinted(at(SPRIG, 74, 24, 0.36, 18)),
                    ),
                    50,
                    48,
                    0.94,
                ),
            ),
        ],
    },
    ares: {
        hoplites: () => [...hoplite(66), ...over(hoplite(36))],
        recruiter: () => person(
            "50,19 46,31 45,55 38,70 30,87 54,69 54,87 58,38 66,26 38,38 56,30",
            "man",
            "kilt",
            draw("bt 56,24,1.4 76,16,1.6 88,11,2.4 94,8,6"),
        ),
        assembly: () => assembly(HELM),
        "temple-of-ares": () => temple(HELM, 0.36),
        veterans: () => [
            ...person(
                "44,19 42,31 42,54 40,70 38,87 47,69 47,87 54,42 62,40 34,42 40,52",
                "old",
                "robe",
                at(SPEAR, 63, 50, 0.9),
            ),
            ...over(at(SHIELD, 78, 72, 0.44)),
            ...draw("gs1.6 66,66 74,72 72,78 82,84;gs1.6 86,60 82,68 88,72"),
        ],
        "war-chariots": () => [
            ...at(HORSE, 64, 60, 0.74),
            ...draw("bf 6,52! 12,50 18,58 22,70 44,72 44,78! 8,78!;bs2.6 40,74 66,62;bs1.4 32,45 82,44"),
            ...at(HEADS.helm, 20, 27, 1.25),
            ...draw("bt 18,36,6.4 17,50,6 17,60,7;bt 20,40,3 28,46,2.2 34,44,2"),
            ...over(tinted(at(WHEEL, 24, 76, 0.36))),
        ],
        initiation: () => initiation(HELM, 0.52),
        "deimos-and-phobos": () => [
            ...at(bust("helm"), 29, 58, 0.74),
            ...over(at(bust("helm"), 71, 58, 0.74, 0, true)),
            ...draw("ap 51,8 44,28 50,27 47,44 56,22 50.6,23 55,8"),
        ],
        "go-tell-the-spartans": () => [
            ...at(SPEAR, 50, 50, 1, 38),
            ...at(SPEAR, 50, 50, 1, -38),
            ...over(at(SHIELD, 50, 50, 0.86)),
            ...draw("ap 46,26 54,26 72,70 63,70 50,38 37,70 28,70"),
        ],
        "glorious-victory": () => [
            ...draw("bs5 50,20 50,92;bs4 14,44 86,44;bp 36,88 64,88 68,93 32,93"),
            ...at(SPEAR, 20, 50, 0.9, 10),
            ...over(draw(`
bf 36,36! 44,40 56,40 64,36! 68,44 62,58 64,72! 50,75 36,72! 38,58 32,44;gl1.4 42,52 48,54 50,48 52,54 58,52
gs1.5 38,66 62,66`)),
            ...at(HEADS.helm, 52, 26, 1.3),
            ...over(tinted(at(SHIELD, 80, 58, 0.42))),
            ...draw("gc 80,58,4"),
        ],
        "tribute-to-the-amazons": () => person("46,20 44,32 42,56 34,72 22,84 58,64 60,87 60,40 76,38 36,38 56,38", "woman", "kilt", [
            ...at(BOW, 70, 38, 0.66, 0, true),
            ...draw(`
as1.8 54,38 86,38;bp 84,35.4 91,38 84,40.6;bt 34,28,3 26,46,3.6;bs1.2 33,28 30,20;bs1.2 35,28 34,20`),
        ]),
        "god-of-war": () => god("helm", SPEAR, 84, 0.94),
        "water-dragon": () => SERPENT,
    },
    athena: {
        "trade-agreement": () => [
            ...at(AMPHORA, 32, 52, 0.94),
            ...over(at(AMPHORA, 60, 52, 0.94)),
            ...tinted([...at(COIN, 86, 84, 0.28), ...over(at(COIN, 82, 70, 0.28)), ...over(at(COIN, 88, 56, 0.28))]),
        ],
        democracy: () => [
            ...at(AMPHORA, 50, 62, 0.78),
            ...at(HAND, 46, 20, 0.5, 64),
            ...tinted(at(COIN, 62, 38, 0.14)),
            ...FLOOR,
        ],
        assembly: () => assembly(OWL),
        "temple-of-athena": () => temple(OWL),
        mediation: () => [
            ...at(SPEAR, 50, 52, 0.98, 42),
            ...over(at(SPEAR, 50, 52, 0.98, -42)),
            ...over(tinted(at(SPRIG, 50, 48, 0.96))),
        ],
        "naval-power": () => [...HULL, ...over(SAIL), ...OARS, ...over(tinted(at(OWL, 52, 35, 0.34)))],
        initiation: () => initiation(OWL, 0.58),
        "panathenaic-games": () => [
            ...at(
                person("58,18 53,29 48,50 36,60 22,54 64,62 62,82 66,40 74,30 40,38 30,46", "youth", "bare"),
                66,
                54,
                0.94,
            ),
            ...over(
                at(
                    person("58,18 53,29 48,50 36,60 22,54 64,62 62,82 66,40 74,30 40,38 30,46", "man", "bare"),
                    34,
                    54,
                    0.94,
                ),
            ),
            ...FLOOR,
        ],
        embassy: () => person(
            "44,19 42,31 42,54 40,70 38,87 47,69 47,87 58,42 74,44 36,42 54,50",
            "hat",
            "robe",
            [...tinted(at(CADUCEUS, 76, 50, 0.74)), ...over(at(SCROLL, 58, 52, 0.2, 60))],
        ),
        "oath-of-hospitality": () => [...at(KYLIX, 50, 58, 0.94), ...tinted(at(GRAPES, 50, 20, 0.4))],
        aegis: () => [
            ...draw(
                around(12, 0, 330, (x, y) =>
                    `bt ${50 + 32 * x},${50 + 32 * y},2.6 ${50 + 38 * x - 4 * y},${50 + 38 * y + 4 * x},2.2 ${50 + 43 * x + 3 * y},${50 + 43 * y - 3 * x},2.6 ${50 + 47 * x},${50 + 47 * y},1`,
                ),
            ),
            ...draw("bc 50,50,35;ar2.4 50,50,31"),
            ...over(at(GORGON, 50, 51, 0.52)),
        ],
        "goddess-of-wisdom": () => [...bust("athena"), ...over(tinted(at(OWL, 86, 72, 0.42)))],
        "divine-law": () => [
            ...at(STELE, 44, 50, 1),
            ...draw(`
gs1.5 34,40 54,40;gs1.5 33,47 55,47;gs1.5 33,54 51,54;gs1.5 33,61 55,61;gs1.5 32,68 56,68;gs1.5 32,75 48,75`),
            ...over(tinted(at(OWL, 78, 70, 0.5))),
        ],
    },
    hades: {
        "posthumous-hero": () => [
            ...draw("bf 4,93! 14,80 32,70 50,68 68,70 86,80 96,93!"),
            ...over(at(STELE, 50, 44, 0.88)),
            ...tinted(at(HEADS.helm, 50, 46, 1.2)),
        ],
        "charons-obol": () => [
            ...at(SKULL, 50, 46, 1.04),
            ...over(tinted(at(COIN, 50, 80, 0.42))),
            ...draw("gs1.6 50,74 50,86"),
        ],
        assembly: () => assembly(BIDENT),
        "temple-of-hades": () => temple(BIDENT),
        tartarus: () => [
            ...draw("bf 4,94! 30,90 60,76 96,52! 96,94!"),
            ...over(draw("bc 69,37,21")),
            ...draw("gl1.4 58,28 64,34 61,42;gl1.4 74,24 78,32;gl1.4 70,48 78,46"),
            ...at(
                person("42,34 34,43 24,58 26,72 14,84 40,66 34,78 46,50 55,44 44,56 54,52", "man", "bare"),
                50,
                50,
                1,
            ),
        ],
        "helm-of-invisibility": () => [
            ...draw(around(11, 180, 360, (x, y) => `ac ${50 + 44 * x},${50 + 44 * y},2`)),
            ...at(HELM_FRONT, 50, 53, 0.9),
        ],
        initiation: () => initiation(BIDENT),
        charon: () => [
            ...at(
                person(
                    "50,19 47,31 46,55 44,66 43,80 51,66 51,80 58,42 64,34 40,44 60,48",
                    "pilos",
                    "kilt",
                    draw("bs2.2 66,14 56,96"),
                ),
                46,
                42,
                0.84,
            ),
            ...over(BOAT),
            ...at(HEADS.youth, 80, 53, 0.86, 0, true),
        ],
        cerberus: () => CERBERUS,
        "judges-of-the-underworld": () => [
            ...SCALES,
            ...tinted(at(SKULL, 15, 48, 0.24)),
            ...tinted(at(BUTTERFLY, 85, 48, 0.3)),
        ],
        "horn-of-plenty": () => [...tinted(FRUIT), ...HORN, ...tinted(at(GRAPES, 80, 66, 0.42))],
        "god-of-the-dead": () => god("king", BIDENT),
        persephone: () => [...bust("queen"), ...over(draw("ac 84,62,13;ap 80,52 78,43 82,46 84,41 86,46 90,43 88,52")), ...draw(`
gf 84,54! 90,62 84,71 78,62;ac 84,59,1.6;ac 81.6,63,1.6;ac 86.4,63,1.6;ac 84,67,1.6`)],
    },
};
