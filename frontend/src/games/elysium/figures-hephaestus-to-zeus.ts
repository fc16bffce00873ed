/** The powers of Hephaestus, Hermes, Poseidon and Zeus, thirteen each. */
import { club, DOG_HEAD, EAGLE, HYDRA, RAM } from "../../art/figures-beasts";
import { assembly, FLOOR, god, initiation, temple } from "./figures-family";
import { around, at, draw, over, tinted, type Scenes } from "../../art/figures-kit";
import { bust, person } from "../../art/figures-people";
import { BUCRANIUM, BUTTERFLY, GORGON, PEACOCK, STAR, WAVE } from "../../art/figures-scenes";
import {
    ANVIL, BAG, BOLT, CADUCEUS, CHEST, CLASP, COIN, COLUMN, DIE, FLAME, HAMMER, HAND, HULL, LYRE, MASK, OARS, SAIL,
    SANDAL, SCALES, SHIELD, SWORD, THRONE, TONGS, TREE, TRIDENT, TRIPOD, WHEEL, WING, WREATH,
} from "../../art/figures-things";

export const LAST_FAMILIES: Record<string, Scenes> = {
    hephaestus: {
        "divine-aid": () => [
            ...at(HAND, 40, 26, 0.74, 38),
            ...tinted([...at(COIN, 78, 58, 0.3), ...at(COIN, 60, 78, 0.3), ...at(COIN, 82, 84, 0.3)]),
        ],
        apprentice: () => [
            ...person("36,20 35,32 34,56 28,71 22,87 42,70 43,87 50,42 62,52 26,34 36,18", "youth", "kilt"),
            ...at(HAMMER, 46, 10, 0.34, 68),
            ...at(ANVIL, 74, 70, 0.5),
            ...draw("as2.4 60,52 84,54"),
        ],
        assembly: () => assembly(ANVIL),
        "forges-of-hephaestus": () => temple([...at(ANVIL, 50, 62, 0.9), ...at(FLAME, 50, 18, 0.6)], 0.46),
        "gift-of-hephaestus": () => [
            ...SHIELD,
            ...draw("gr1.6 50,50,28;gr1.6 50,50,18"),
            ...draw(around(12, 0, 330, (x, y) => `gc ${50 + 23 * x},${50 + 23 * y},1.7`)),
            ...draw(around(18, 0, 340, (x, y) => `gl2 ${50 + 30 * x},${50 + 30 * y} ${50 + 34 * x - 5 * y},${50 + 34 * y + 5 * x}`)),
            ...tinted(at(STAR, 50, 50, 0.36)),
        ],
        workshop: () => [
            ...at(TONGS, 36, 34, 0.7, -38),
            ...over(tinted(at(HAMMER, 62, 34, 0.7, 38))),
            ...over(at(ANVIL, 50, 66, 0.78)),
        ],
        initiation: () => initiation(ANVIL, 0.56),
        sacrifice: () => [...BUCRANIUM, ...tinted([...at(FLAME, 16, 74, 0.3), ...at(FLAME, 84, 74, 0.3)])],
        slaves: () => [
            ...draw("op 14,14 62,14 62,40 14,40;gs1.4 20,20 56,20;gs1.4 20,27 46,27"),
            ...person("62,38 52,46 38,58 40,72 30,87 58,70 58,87 66,56 60,40 42,52 34,40", "man", "kilt"),
            ...draw("al2.4 27,83 31,86 35,83;ar2 23,86,3.4;ar2 17,88,3.4;ar2 11,89,3.4"),
            ...FLOOR,
        ],
        "master-builder": () => [...at(COLUMN, 34, 50, 1), ...tinted(draw(`
bs3.4 74,18 60,88;bs3.4 74,18 90,88;bc 74,16,5;bl2.4 66,58 75,62 84,58`)), ...draw("bs2 74,4 74,12")],
        automatons: () => [
            ...at(TRIPOD, 50, 44, 0.94),
            ...tinted(at(FLAME, 50, 14, 0.3)),
            ...over(tinted([...at(WHEEL, 24, 82, 0.24), ...at(WHEEL, 76, 82, 0.24)])),
            ...over(tinted(at(WHEEL, 50, 82, 0.24))),
            ...draw("gc 38,52,1.6;gc 46,53,1.6;gc 54,53,1.6;gc 62,52,1.6"),
        ],
        "god-of-fire": () => god("pilos", FLAME, 82, 0.56),
        "golden-throne-of-hera": () => [...THRONE, ...draw(`
ap 40,48 36,24 45,33 53,18 61,33 70,24 66,48;gs1.5 41,43 65,43`)],
    },
    hermes: {
        swindler: () => [...draw("*al3.4 18,34 9,44 13,58 6,72 10,84"), ...MASK],
        messenger: () => [
            ...person(
                "62,20 55,31 49,52 36,62 20,58 68,62 66,84 70,40 82,34 40,38 30,48",
                "hat",
                "kilt",
                tinted(at(CADUCEUS, 84, 27, 0.46, 16)),
            ),
            ...over(tinted([...at(WING, 14, 50, 0.26, -50, true), ...at(WING, 57, 79, 0.26, -50, true)])),
        ],
        assembly: () => assembly(CADUCEUS),
        "temple-of-hermes": () => temple(CADUCEUS),
        cheater: () => [...at(DIE, 34, 38, 0.78, -14), ...over(tinted(at(DIE, 66, 66, 0.78, 16)))],
        caduceus: () => at(CADUCEUS, 50, 50, 1.02),
        initiation: () => initiation(SANDAL, 0.5),
        "keeper-of-dreams": () => [
            ...bust("asleep"),
            ...over(tinted(at(WING, 26, 28, 0.42, -64, true))),
            ...tinted(at(STAR, 86, 16, 0.2)),
            ...tinted(at(STAR, 74, 10, 0.12)),
            ...tinted(draw("bf 92,34! 82,42 82,56 92,64! 78,64 70,49 78,35")),
        ],
        psychopomp: () => [
            ...person(
                "40,20 38,32 37,55 32,70 26,87 46,69 48,87 54,42 66,42 28,42 24,52",
                "hat",
                "kilt",
                at(CADUCEUS, 21, 46, 0.6, -4),
            ),
            ...tinted(at(BUTTERFLY, 77, 32, 0.4, 12)),
            ...FLOOR,
        ],
        theft: () => [...at(BAG, 62, 60, 0.8), ...over(at(HAND, 34, 34, 0.78, 22))],
        "legendary-loot": () => [
            ...tinted(
                [
                    ...at(COIN, 28, 46, 0.28),
                    ...over(at(COIN, 72, 46, 0.28)),
                    ...over(at(COIN, 43, 42, 0.32)),
                    ...over(at(COIN, 59, 43, 0.3)),
                ],
            ),
            ...over(CHEST),
        ],
        "god-of-thieves": () => [...god("hat", CADUCEUS, 79, 0.64), ...over(tinted(at(WING, 24, 17, 0.36, -56, true)))],
        orpheus: () => [
            ...draw("bf 12,93! 16,72 32,66 50,70 52,93!;gl1.4 24,76 30,84"),
            ...person(
                "42,20 40,32 38,56 58,60 60,84 56,62 52,84 56,42 66,46 36,44 54,42",
                "youth",
                "seated",
                over(tinted(at(LYRE, 64, 36, 0.42, 10))),
            ),
            ...at(EAGLE, 86, 78, 0.3, 0, true),
        ],
    },
    poseidon: {
        "tidal-wave": () => [...tinted(at(TRIDENT, 84, 46, 0.66, 4)), ...over(WAVE)],
        earthquake: () => [
            ...at(COLUMN, 24, 48, 0.84, -14),
            ...at(COLUMN, 68, 46, 0.84, 20),
            ...over(draw("bf 2,93! 2,84 30,86 42,84! 46,92! 50,80! 54,90! 58,84! 72,86 98,83 98,93!")),
            ...draw(`
gs2 48,72 50,80;al2.4 50,60 46,68 53,74 48,84 54,92;gs1.8 16,40 24,44 20,50 30,54;gs1.8 66,52 74,48 72,58 82,56`),
        ],
        assembly: () => assembly(TRIDENT),
        "temple-of-poseidon": () => temple(TRIDENT),
        "divine-wrath": () => [
            ...person(
                "48,24 46,36 44,58 34,71 24,86 58,68 60,86 62,44 76,46 38,30 46,18",
                "man",
                "kilt",
                tinted(at(TRIDENT, 52, 16, 0.86, 98)),
            ),
            ...FLOOR,
        ],
        cyclopes: () => [...bust("cyclops"), ...over(tinted(at(club(50, 50, 0), 88, 54, 1.5, 10)))],
        initiation: () => initiation(TRIDENT),
        raiders: () => [
            ...HULL,
            ...draw("gc 28,72,3.6 42,73,3.6 56,73,3.6 70,72,3.6"),
            ...over(SAIL),
            ...OARS,
            ...over(tinted([...at(SWORD, 52, 36, 0.38, 40), ...at(SWORD, 52, 36, 0.38, -40)])),
        ],
        "charybdis-and-scylla": () => [
            ...tinted(draw("bl4 6,70 14,56 34,52 54,58 58,72 46,84 26,84 16,74 24,65 38,65 44,72 36,77 30,73")),
            ...draw(`
bf 66,93! 76,84 80,70 96,66 97,80 96,93!;bt 86,88,8 85,70,9 77,52,5 66,45,4;bt 88,70,8 83,44,5 73,28,4
bt 90,70,7 92,44,5 88,24,4 79,13,3.4`),
            ...over(at(DOG_HEAD, 54, 44, 0.44, -8, true)),
            ...over(at(DOG_HEAD, 62, 24, 0.44, 6, true)),
            ...over(at(DOG_HEAD, 69, 11, 0.42, 10, true)),
            ...draw("bs2 4,93 70,93"),
        ],
        antaeus: () => [
            ...at(
                person("62,32 54,38 42,54 32,70 18,86 56,68 50,86 66,48 78,50 56,54 68,58", "man", "bare"),
                40,
                50,
                1,
            ),
            ...over(
                at(
                    person("62,32 54,38 42,54 32,70 18,86 56,68 50,86 64,52 72,62 50,46 66,38", "man", "bare"),
                    60,
                    50,
                    1,
                    0,
                    true,
                ),
            ),
            ...FLOOR,
        ],
        "golden-fleece": () => RAM,
        "god-of-the-oceans": () => god("man", TRIDENT, 80, 0.88),
        medusa: () => GORGON,
    },
    zeus: {
        "garden-of-the-hesperides": () => [
            ...TREE,
            ...over(draw(`
bt 66,92,0.8 56,88,2.4 42,82,3 46,72,3 56,68,3 48,60,2.8 40,54,2.6 30,56,2.2;bf 33,53 26,51 19,56 26,60 33,59
gc 26,55,1`)),
            ...tinted(draw(`
bc 22,33,5;bc 42,16,5;bc 62,12,5;bc 80,28,5;bc 60,30,4.6;bc 34,38,4.6;bc 70,50,5;bc 88,50,4.6`)),
        ],
        alliance: () => [...at(CLASP, 50, 64, 0.98), ...tinted(at(BOLT, 50, 24, 0.44, 90))],
        assembly: () => assembly(BOLT),
        "temple-of-zeus": () => temple(BOLT),
        "justice-of-zeus": () => [
            ...SCALES,
            ...over(tinted(at(BOLT, 50, 48, 0.52))),
            ...draw("bc 15,52,5;bc 11,55,3.6;bc 19,55,3.6"),
        ],
        "angels-of-zeus": () => [
            ...at(WING, 26, 38, 0.6, -10, true),
            ...person(
                "54,19 50,31 48,54 44,70 42,87 52,69 54,87 64,40 76,36 42,40 56,46",
                "woman",
                "robe",
                tinted(at(WREATH, 82, 34, 0.22)),
            ),
            ...over(at(WING, 32, 36, 0.56, -30, true)),
        ],
        initiation: () => initiation(BOLT),
        triumph: () => [...at(WREATH, 50, 50, 1), ...tinted(at(BOLT, 50, 48, 0.56))],
        "kings-council": () => [
            ...at(THRONE, 38, 50, 1),
            ...over(
                person(
                    "46,20 43,32 42,52 62,56 66,82 60,58 60,82 56,42 70,40 36,42 52,46",
                    "king",
                    "seated",
                    [...draw("as2.4 74,16 72,92"), ...tinted(at(EAGLE, 75, 10, 0.22))],
                ),
            ),
        ],
        "trial-of-heroes": () => at(HYDRA, 47.5, 51, 0.94),
        "whispers-of-hera": () => at(PEACOCK, 56, 53, 0.92),
        "father-of-the-gods": () => god("man", BOLT, 83, 0.84),
        hercules: () => [
            ...person("54,21 51,34 48,57 38,71 30,87 60,70 62,87 66,42 78,40 38,42 27,36", "lionskin", "kilt"),
            ...club(24, 24, -18),
            ...draw("bt 40,52,4 32,62,3 30,74,2 34,80,0.4"),
        ],
    },
};
