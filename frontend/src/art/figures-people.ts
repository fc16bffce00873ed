/** People: heads in profile and bodies built from a handful of joints, all facing right. */
import { at, draw, over, type Scene, type Shape } from "./figures-kit";

const FACE = `
bf 49,42 53.2,43.2 55,46.2 57.9,51! 55.5,52 56,53.4! 55.2,54.6 54.8,57.2! 51.5,58.4 47,57 43,55 42.4,49.5 44.4,44.4
gf 51.2,49 53,47.6 55.2,48.9! 53,49.9
bc 53.2,48.8,0.8`;
const FILLET = "al1.8 42.8,47.6 48,45.4 54.6,45";
/** Wavy hair down the neck. */
const LOCKS = "bf 44,46 41.2,51 41,57.6 45.6,59.4 48.6,54;gl1 46.8,50.6 45.2,54 46,58;gl1 44.4,50 42.8,54 43.4,57.4";
const BEARD = "bf 55.6,52.2 57.4,55 58.4,61.5! 52.6,60.4 48.4,55.4 50,52!; gl1.1 49,50.4 51.8,54.2 55.4,53.4";

export const HEADS = {
    youth: draw(`${FACE}\n${LOCKS}\n${FILLET}`),
    man: draw(`${FACE}\n${LOCKS}\n${BEARD}\n${FILLET}`),
    old: draw(`${FACE}\nbf 54.8,54 58.6,59 56.6,63.6! 50,60 48,56\n${BEARD};gl1 53.4,57.4 55.6,61.4`),
    woman: draw(`${FACE}\nbf 45,44 41.4,46 37.6,48.6 36.6,52.6 39.4,55.8 43.4,55.4\nbt 43,54,2 42,58,2 43,61,1
gl1.1 41.6,46.6 43.2,50.6 41.6,55\n${FILLET}`),
    king: draw(`${FACE}\n${LOCKS}\n${BEARD}
ap 41.6,46.6 41.6,40 44.6,43.4 46.8,38.4 49.4,42.6 52.8,38 53.4,42.8 56.6,40.4 55.4,45.6`),
    queen: draw(`${FACE}\nbf 45,44 40.4,47 39.4,54 39.6,61 44.6,62.4 46.6,55;gl1 45.4,49.6 43,55 43.6,60.6
gl1 42.6,49.4 41,55 41.2,60
ap 42,46 42.6,39.4 45.4,42.8 48,37.4 50.4,42 53.6,38.6 55.2,45.2`),
    helm: draw(`bf 43.4,52! 42.8,45.6 48,40.8 54,42 57,47 58.2,53! 56.6,54! 57,60! 51.6,59! 51,55.6 47.6,56.6! 43,58.2!
gf 51.4,49.4! 54,48 56.4,49.8! 53.8,50.8
bf 57,40.6! 54,35.4 46.6,33.4 39.4,36.6 35.4,44.6 34.4,56 35,62! 38.6,61! 39.6,51 43,43.6 48.6,39.6
gl1.1 55.6,41.2 48.6,38.6 42,42.6 38.4,50.6 37.4,60`),
    hat: draw(`${FACE}\n${LOCKS}\n${BEARD}
bf 36.6,46.4! 43,43.6 45.4,38.4 51,38 54,42.6 61,44.6! 54,46.4 44,47.4`),
    pilos: draw(`${FACE}\n${LOCKS}\n${BEARD}
bf 42,46.8! 43.4,40.4 48.4,33.6 53.4,39.6 56,45.4!;gl1.2 43.6,45.2 49,43.6 54.6,44.2`),
    bull: draw(`bf 43,44 49,41.4 55,43 60.6,50.4 64.4,54 64,59 59.6,61 54,59.4 49,58.6 43,59 41,52
bt 52,43.8,2.2 58,40.6,2.3 60.4,35.4,1.7 58,30.6,0.3;bt 46,43.8,2.2 40.4,40.4,2.3 39,35,1.7 42,30.4,0.3
bf 44,46.4 36.4,45.6! 41,50.6
gf 52,48.4 54,47 56,48.8! 54,49.6;gc 61.4,56,0.9;gl1.1 62.6,58 58.6,57.6`),
    satyr: draw(`bf 49,42 53.6,43 56,46.6 55.8,48.6 59.4,52! 56.4,53 56,54.6 54,58 48,58 43,56 42,50 44,45
bf 45,49.6 40.6,40! 47.6,44.6;bf 43,48 39.6,56 40,63 45,62 48,55;${BEARD};bf 55,54 57.6,60 56,66! 49,60
gf 51.2,49 53,47.6 55,48.9! 53,49.9;bc 53.2,48.8,0.8`),
    cyclops: draw(`bf 49,41.6 54,43.4 57,47 56.4,49.4 59.2,53! 56,53.8 56.2,56 54.6,58.4 48,58 43,56 41.4,50 43.4,44.4
bf 46,42 38.6,43! 40.6,47! 36.4,50! 39.6,53! 36.6,58! 41.6,58.4! 41.8,63! 47.6,58 48,48;${BEARD}
bf 55,55 58,62 54,65! 52.4,62.4 50,64! 47.6,57
gc 53,47.8,2.9;bc 53.6,47.8,1.3;gl1.2 49.6,44.6 53,42.9 56.6,44.8`),
    lionskin: draw(`${FACE}\n${BEARD}
of 62,43.6! 61.6,39.6 56,36 48,35.4 41,39 38,47 39,58 43,63! 46.6,58 46.4,50.6! 50,46.2 55,45.8 58.6,46.4!
bc 46,36.6,2.6
gc 54.6,40.4,1.2;gs1.1 57.4,45.4 58,43.4;gs1.1 60,44.8 60,43;gl1.1 44.6,43 42.6,49;gl1.1 49,40 46.6,45`),
    blind: draw(`${FACE.split("\n").slice(0, 2).join("\n")}\n${BEARD}\nbf 54.8,54 58.6,59 56.6,63.6! 50,60 48,56
${LOCKS};gl1.1 50.8,48.4 53,49.8 55.4,48.8\n${FILLET}`),
    asleep: draw(`${FACE.split("\n").slice(0, 2).join("\n")}\n${LOCKS};gl1.1 50.8,48.4 53,49.8 55.4,48.8\n${FILLET}`),
    athena: draw(`${FACE}\nbf 45,50 42,55 40.6,63 45.6,62.4 47.6,56
of 41.6,50.4! 42,44.4 47,40.4 53,41.6 56.4,46.2! 50,46.4 47,48 46.4,53!
af 57,40.4! 54,35.4 46.6,33.4 39.4,36.6 35.4,44.6 34.4,56 35,62! 38.6,61! 39.6,51 43,43.6 48.6,39.6`),
    crone: draw(`bf 48,43 53,43.4 55.4,46.6 56.4,48.6 60.6,53.4! 56.4,53 55.6,54.6 56,55.6! 54.6,56.4 58,60! 52,60.4 47,57 43,55 42.4,49.5 44.4,44.4
of 56,46.2! 50,39.6 42,41.6 38.4,50 37.6,62 43.6,64! 46.4,56 48.6,48.6;gl1.1 51,49 53.4,50 55.6,49;gl1 51,53 52.6,55.4
gl1.1 43,46 41,56`),
    sun: draw(`${FACE}\n${LOCKS}`),
    twin: draw(
        `${FACE}\n${LOCKS}\nbf 42,46.8! 43.4,40.4 48.4,34.6 53.4,39.6 56,45.4!;al1.4 42.8,45.6 49,43.8 55.4,44.6`,
    ),
} satisfies Record<string, Scene>;

export type Head = keyof typeof HEADS;

const CRESTED = new Set<Head>(["helm", "athena", "king", "queen", "hat", "pilos", "twin"]);

/** Head and shoulders, filling the box. */
export function bust(head: Head): Shape[] {
    return [
        ...draw(`bt 43,54,10 42,70,10.4 41,80,11;of 10,93! 13,81 28,74 42,76 58,74 72,80 76,93!
gl1.5 28,76 42,84 58,76;gl1.3 24,79 36,92;gl1.3 60,79 52,92;gl1.3 17,83 22,92;gl1.3 68,82 66,92`),
        ...over(at(HEADS[head], CRESTED.has(head) ? 49 : 45, 46, CRESTED.has(head) ? 2.6 : 3.1)),
    ];
}

/** Three heads side by side. */
export function three(heads: readonly [Head, Head, Head]): Shape[] {
    return heads.flatMap((head, i) => over(at(bust(head), 77 - 24 * i, 64, 0.64)));
}

type P = [number, number];
export type Dress = "bare" | "kilt" | "robe" | "seated";

const FOOT = draw("bf 47.6,48.5 52,49 55,51.6 58.6,53.4 58,54.4! 47.6,54.4!");
const TOES = draw("bp 46,50 54,50 59,54 45,54");
const RIBS = draw("gl1.1 46,61 50,59.6 54,61");
const KILT = draw(`of 44.4,41! 55.4,41! 57.4,52 60,60! 50,58 40,60! 42.4,52
gs1.3 44.4,44 55.6,44;gl1.1 47.4,45 45.6,58;gl1.1 52.4,45 54.4,58`);

const between = (a: P, b: P, part = 0.5): P => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
const moved = (p: P, dx: number, dy: number): P => [p[0] + dx, p[1] + dy];
const limb = (...stops: [P, number][]): string => `bt ${stops.map(([p, r]) => `${p},${r}`).join(" ")}`;

/**
 * A person. The joints are points `x,y`: head, neck, hip, far knee and ankle, near knee and ankle, far elbow and hand,
 * near elbow and hand. What is `held` lies between the body and the near arm.
 */
export function person(joints: string, head: Head, dress: Dress, held: Scene = []): Shape[] {
    const points = joints.split(" ").map((token) => token.split(",").map(Number));
    const [top, neck, hip, knee1, ankle1, knee2, ankle2, elbow1, hand1, elbow2, hand2] = points as P11;
    const leg = (from: P, knee: P, ankle: P): Shape[] => {
        const calf = moved(between(knee, ankle, 0.4), -1, 0);
        const line = limb([from, 5.8], [between(from, knee), 5.6], [knee, 3.5], [calf, 3.9], [ankle, 1.9]);
        return [...draw(line), ...at(FOOT, ...ankle)];
    };
    const arm = (from: P, elbow: P, hand: P): Shape[] =>
        draw(`${limb([from, 3.9], [elbow, 2.6], [between(elbow, hand), 2.5], [hand, 1.8])};bc ${hand},2.6`);
    const waist = moved(between(neck, hip), 0, 3);
    const torso = draw(`${limb([moved(neck, 0, 4), 8.4], [moved(neck, 0, 8), 8.6], [waist, 5.8], [hip, 6.2])}
${limb([moved(neck, 0, 3), 3.4], [moved(top, -1.4, 3), 3])}`);
    const legs = (): Shape[] => [
        ...leg(moved(hip, 1, 1), knee1, ankle1),
        ...over(leg(moved(hip, -1, 1), knee2, ankle2)),
    ];
    const dressed: Record<Dress, () => Shape[]> = {
        bare: () => [...legs(), ...torso, ...at(RIBS, ...neck)],
        kilt: () => [...legs(), ...torso, ...at(KILT, ...hip)],
        robe: () => [...torso, ...robe(neck, hip, ankle1, ankle2)],
        seated: () => [...torso, ...lap(hip, knee1, ankle1), ...over(lap(hip, knee2, ankle2))],
    };
    return [
        ...arm(moved(neck, 5, 3.4), elbow1, hand1),
        ...dressed[dress](),
        ...at(HEADS[head], top[0], top[1], 1.16),
        ...held,
        ...over(arm(moved(neck, -4.4, 3.4), elbow2, hand2)),
    ];
}

type P11 = [P, P, P, P, P, P, P, P, P, P, P];

/** A long robe with folds, down to the ankles of someone who stands. */
function robe(neck: P, [x, y]: P, ankle1: P, ankle2: P): Shape[] {
    const left = Math.min(ankle1[0], ankle2[0]) - 7;
    const right = Math.max(ankle1[0], ankle2[0]) + 5;
    const fold = (part: number): string =>
        `gl1.1 ${x - 4.6 + 9 * part},${y - 5} ${x - 5.6 + 11.5 * part},${y + 8} ${left + 2.4 + (right - left - 4) * part},85.6`;
    return [
        ...at(TOES, ankle1[0], 87),
        ...at(TOES, ankle2[0], 87),
        ...draw(`of ${moved(neck, -7, 2)} ${moved(neck, 7, 2)} ${x + 5.4},${y - 7} ${x + 7.6},${y + 8} ${right},87! ${(left + right) / 2},89 ${left},87! ${x - 8},${y + 8} ${x - 5.6},${y - 7}
gs1.4 ${x - 6},${y - 6} ${x + 6},${y - 6};gl1.1 ${moved(neck, -5, 3)} ${moved(neck, -1, 10)} ${x},${y - 7}
${[0.1, 0.38, 0.64, 0.9].map(fold).join(";")}`),
    ];
}

/** One draped leg of someone who sits. */
function lap(hip: P, knee: P, ankle: P): Shape[] {
    return [
        ...draw(limb([hip, 7.6], [knee, 6.2], [moved(ankle, 0, -1), 6.6])),
        ...at(TOES, ...ankle),
        ...draw(`gl1.1 ${moved(hip, 0, -3)} ${moved(knee, -1, -1)} ${moved(ankle, -2, 2)}
gl1.1 ${moved(hip, 0, 2)} ${moved(knee, -4, 3)} ${moved(ankle, -5, 2)}`),
    ];
}
