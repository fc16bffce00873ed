/**
 * The drawing kit of the figures: a tiny language for silhouettes, turned into SVG paths when a figure is asked for.
 *
 * A shape is one line of text: paint, kind, optional stroke width, then points `x,y[,r][!]` in a box of 100 x 100.
 * Paint: `b` body, `g` ground (cut out), `a` accent, `o` body set off by an incised outline.
 * Kind: `f` smooth closed, `p` straight closed, `t` tapering tube (r is the half width), `c` circle (x,y,r or
 * x,y,rx,ry), `r` ring, `l` smooth line, `s` straight line. `!` makes a corner. A leading `*` draws the shape and its
 * mirror image at x = 50.
 */
export type Paint = "body" | "ground" | "accent" | "edge";
export type Layer = { paint: Paint; d: string; width?: number };
export type FigureData = readonly Layer[];

type Point = { x: number; y: number; r: number; corner: boolean };
export type Shape = { paint: string; kind: string; width: number; points: Point[] };
export type Scene = readonly Shape[];
/** Scenes by name, each put together only when it is wanted. */
export type Scenes = Record<string, () => Scene>;

const PAINTS: Record<string, Paint> = { b: "body", o: "body", g: "ground", a: "accent", e: "edge" };
const INCISION = 1.5;
/** How far an outline reaches around what it sets off; Figure.svelte strokes with twice as much. */
const EDGE = 1.3;

function point(token: string): Point {
    const corner = token.endsWith("!");
    const [x = 0, y = 0, r = 0] = (corner ? token.slice(0, -1) : token).split(",").map(Number);
    return { x, y, r, corner };
}

function circle(token: string): Point[] {
    const [x = 0, y = 0, rx = 1, ry = rx] = token.split(",").map(Number);
    return Array.from({ length: 8 }, (_, i) => {
        const turn = (i * Math.PI) / 4;
        return { x: x + rx * Math.cos(turn), y: y + ry * Math.sin(turn), r: 0, corner: false };
    });
}

/** The shapes written in a drawing, one per line (or separated by `;`). */
export function draw(text: string): Shape[] {
    return text
        .split(/[\n;]/)
        .map((line) => line.trim())
        .filter(Boolean)
        .flatMap((line) => {
            const [head = "", ...tokens] = line.split(/\s+/);
            const mirrored = head.startsWith("*");
            const [paint = "b", kind = "f", ...rest] = mirrored ? head.slice(1) : head;
            const width = Number(rest.join("")) || INCISION;
            const round = kind === "c" || kind === "r";
            const groups = round ? tokens.map(circle) : [tokens.map(point)];
            const shapes = groups.map((points) => ({ paint, kind: kind === "c" ? "f" : kind, width, points }));
            return mirrored ? [...shapes, ...at(shapes, 50, 50, 1, 0, true)] : shapes;
        });
}

const radians = (turn: number): number => (turn * Math.PI) / 180;

/** Shapes spread over an arc: `one` gets the direction of each as a unit vector and in degrees. */
export function around(
    count: number,
    from: number,
    to: number,
    one: (x: number, y: number, turn: number) => string,
): string {
    return Array.from({ length: count }, (_, i) => {
        const turn = from + ((to - from) * i) / (count - 1);
        return one(Math.cos(radians(turn)), Math.sin(radians(turn)), turn);
    }).join(";");
}

/** A leaf from its stalk at (x, y), pointing to `turn` degrees (0 is right, -90 is up). */
export function leaf(x: number, y: number, turn: number, length: number, fat = 0.2, paint = "b"): string {
    const [dx, dy] = [Math.cos(radians(turn)) * length, Math.sin(radians(turn)) * length];
    return `${paint}t ${x},${y},0.4 ${x + dx * 0.45},${y + dy * 0.45},${length * fat} ${x + dx},${y + dy},0.2`;
}

/** A scene moved so that its point (50, 50) lies at (x, y), scaled, flipped left to right, then turned by degrees. */
export function at(scene: Scene, x: number, y: number, scale = 1, turn = 0, flip = false): Shape[] {
    const cos = Math.cos(radians(turn)) * scale;
    const sin = Math.sin(radians(turn)) * scale;
    return scene.map((shape) => ({
        ...shape,
        width: shape.paint === "g" ? Math.max(1, shape.width * Math.sqrt(scale)) : shape.width * scale,
        points: shape.points.map((p) => {
            const dx = flip ? 50 - p.x : p.x - 50;
            const dy = p.y - 50;
            return { x: x + dx * cos - dy * sin, y: y + dx * sin + dy * cos, r: p.r * scale, corner: p.corner };
        }),
    }));
}

/** The same scene with an incised outline all around, to lay it over another. */
export function over(scene: Scene): Shape[] {
    return [...scene.filter((s) => s.paint !== "g" && s.paint !== "e").map((s) => ({ ...s, paint: "e" })), ...scene];
}

/** The same scene with its body painted in the accent colour. */
export function tinted(scene: Scene): Shape[] {
    return scene.map((s) => (s.paint === "b" || s.paint === "o" ? { ...s, paint: "a" } : s));
}

/** The scene made as large as the box allows, standing on the common ground line. */
export function fitted(scene: Scene): Shape[] {
    let [left, top, right, bottom] = [100, 100, 0, 0];
    for (const { paint, kind, width, points } of scene) {
        if (paint === "g" || paint === "e") continue;
        const margin = "lsr".includes(kind) ? width / 2 : 0;
        for (const { x, y, r } of points) {
            left = Math.min(left, x - r - margin);
            top = Math.min(top, y - r - margin);
            right = Math.max(right, x + r + margin);
            bottom = Math.max(bottom, y + r + margin);
        }
    }
    const scale = Math.min(95 / (right - left), 91 / (bottom - top), 1.2);
    return at(scene, 50 + (50 - (left + right) / 2) * scale, 94 + (50 - bottom) * scale, scale);
}

/** The outline of a tapering tube around its middle line. */
function tube(points: Point[]): Point[] {
    const left: Point[] = [];
    const right: Point[] = [];
    const get = (i: number): Point => points[Math.max(0, Math.min(points.length - 1, i))] as Point;
    const mix = (a: number, b: number, c: number, d: number, t: number): number =>
        b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
    const middle: Point[] = [];
    for (let i = 0; i < points.length - 1; i++) {
        const [a, b, c, d] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
        for (let k = 0; k < 3; k++) {
            const t = k / 3;
            const r = mix(a.r, b.r, c.r, d.r, t);
            middle.push(
                { x: mix(a.x, b.x, c.x, d.x, t), y: mix(a.y, b.y, c.y, d.y, t), r: Math.max(r, 0.1), corner: false },
            );
        }
    }
    middle.push(get(points.length - 1));
    middle.forEach((p, i) => {
        const before = middle[i - 1] ?? p;
        const after = middle[i + 1] ?? p;
        const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
        const nx = (-(after.y - before.y) / length) * p.r;
        const ny = ((after.x - before.x) / length) * p.r;
        left.push({ ...p, x: p.x + nx, y: p.y + ny });
        right.unshift({ ...p, x: p.x - nx, y: p.y - ny });
    });
    const cap = (p: Point, q: Point): Point => {
        const length = Math.hypot(p.x - q.x, p.y - q.y) || 1;
        return { ...p, x: p.x + ((p.x - q.x) / length) * p.r, y: p.y + ((p.y - q.y) / length) * p.r };
    };
    const last = middle.length - 1;
    return [
        ...left,
        cap(middle[last] as Point, middle[last - 1] as Point),
        ...right,
        cap(middle[0] as Point, middle[1] as Point),
    ];
}

/** All closed outlines turn the same way, so that overlapping ones never cut holes into each other. */
function clockwise(points: Point[]): Point[] {
    const area = points.reduce((sum, p, i) => {
        const q = points[(i + 1) % points.length] as Point;
        return sum + p.x * q.y - q.x * p.y;
    }, 0);
    return area < 0 ? [...points].reverse() : points;
}

const n = (value: number): string => String(Math.round(value * 10) / 10);

/** A soft outline that takes the points as a guide: half the size of an exact one, enough for the many of a tube. */
function guided(points: Point[]): string {
    const last = points.at(-1) as Point;
    const start = points[0] as Point;
    let d = `M${n((last.x + start.x) / 2)} ${n((last.y + start.y) / 2)}`;
    points.forEach((p, i) => {
        const q = points[i + 1] ?? start;
        d += `Q${n(p.x)} ${n(p.y)} ${n((p.x + q.x) / 2)} ${n((p.y + q.y) / 2)}`;
    });
    return d + "Z";
}

function path(points: Point[], smooth: boolean, closed: boolean): string {
    const count = points.length;
    const get = (i: number): Point | undefined => points[closed ? (i + count) % count : i];
    const start = points[0] as Point;
    let d = `M${n(start.x)} ${n(start.y)}`;
    const handle = (i: number, towards: 1 | -1, length: number): [number, number] => {
        const p = get(i) as Point;
        const other = get(i + towards) as Point;
        const [before, after] = [get(i - 1), get(i + 1)];
        let [dx, dy] = [other.x - p.x, other.y - p.y];
        if (!p.corner && before && after) [dx, dy] = [(after.x - before.x) * towards, (after.y - before.y) * towards];
        const size = (Math.hypot(dx, dy) || 1) / (length * 0.36);
        return [p.x + dx / size, p.y + dy / size];
    };
    for (let i = 0; i < (closed ? count : count - 1); i++) {
        const [p, q] = [get(i) as Point, get(i + 1) as Point];
        if (smooth) {
            const length = Math.hypot(q.x - p.x, q.y - p.y) || 0.01;
            const [a, b] = [handle(i, 1, length), handle(i + 1, -1, length)];
            d += `C${n(a[0])} ${n(a[1])} ${n(b[0])} ${n(b[1])} ${n(q.x)} ${n(q.y)}`;
        } else if (!closed || i < count - 1) d += `L${n(q.x)} ${n(q.y)}`;
    }
    return closed ? d + "Z" : d;
}

/** The layers of a scene, from back to front; neighbours of the same paint become one path. */
export function layers(scene: Scene): FigureData {
    const result: Layer[] = [];
    const add = (paint: Paint, d: string, width?: number): void => {
        const top = result.at(-1);
        if (top && top.paint === paint && top.width === width) top.d += d;
        else result.push(width === undefined ? { paint, d } : { paint, d, width });
    };
    for (const { paint, kind, width, points } of scene) {
        const colour = PAINTS[paint] ?? "body";
        if (kind === "l" || kind === "s" || kind === "r") {
            const stroke = Math.round((paint === "e" ? width + 2 * EDGE : width) * 10) / 10;
            add(colour, path(points, kind !== "s", kind === "r"), stroke);
            continue;
        }
        const d = kind === "t" ? guided(clockwise(tube(points))) : path(clockwise(points), kind !== "p", true);
        if (paint === "o") add("edge", d);
        add(colour, d);
    }
    return result;
}
