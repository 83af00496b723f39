import { setImmediate } from 'node:timers/promises';

/** What is drawn over a film: things that drift through the air, or light that goes over it. */
export const DRIFTS = ['steam', 'snow', 'bokeh', 'confetti'] as const;
export type Drift = (typeof DRIFTS)[number];

/** A picture in plain RGBA. */
export type Tile = { data: Uint8Array; width: number; height: number };

/** How a tile goes over the canvas: it is `period` higher than the canvas and like itself after that. */
export type DriftLayer = { tile: Tile; period: number; direction: 'up' | 'down'; sway: number; rounds: number };

type Size = { width: number; height: number };
type Colour = [red: number, green: number, blue: number];

/** Of one sort of things, near or far: how many for a canvas of a phone, how large in parts of its width, how thick. */
type Sort = {
  count: number;
  radius: [least: number, most: number];
  alpha: [least: number, most: number];
  /** How much of the radius is soft: 1 is a cloud. */
  soft: number;
  colours: Colour[];
  shape: 'disc' | 'paper';
  direction: 'up' | 'down';
  /** How often it goes around in five seconds, in halves of the canvas. */
  rounds: number;
  sway: number;
};

const WHITE: Colour[] = [[255, 255, 255]];
const WARM: Colour[] = [
  [255, 226, 170],
  [255, 205, 150],
  [255, 240, 214],
  [255, 190, 168],
];
const PARTY: Colour[] = [
  [239, 71, 111],
  [255, 209, 102],
  [6, 214, 160],
  [17, 138, 178],
  [255, 255, 255],
  [255, 140, 66],
];

const SORTS: Record<Drift, Sort[]> = {
  snow: [
    {
      count: 260,
      radius: [0.0015, 0.004],
      alpha: [0.35, 0.7],
      soft: 0.7,
      colours: WHITE,
      shape: 'disc',
      direction: 'down',
      rounds: 1,
      sway: 0.012,
    },
    {
      count: 60,
      radius: [0.005, 0.011],
      alpha: [0.45, 0.85],
      soft: 0.9,
      colours: WHITE,
      shape: 'disc',
      direction: 'down',
      rounds: 2,
      sway: 0.03,
    },
  ],
  confetti: [
    {
      count: 90,
      radius: [0.005, 0.008],
      alpha: [0.8, 1],
      soft: 0,
      colours: PARTY,
      shape: 'paper',
      direction: 'down',
      rounds: 2,
      sway: 0.02,
    },
    {
      count: 40,
      radius: [0.009, 0.015],
      alpha: [0.9, 1],
      soft: 0,
      colours: PARTY,
      shape: 'paper',
      direction: 'down',
      rounds: 3,
      sway: 0.04,
    },
  ],
  bokeh: [
    {
      count: 26,
      radius: [0.02, 0.05],
      alpha: [0.08, 0.22],
      soft: 0.25,
      colours: WARM,
      shape: 'disc',
      direction: 'up',
      rounds: 1,
      sway: 0.02,
    },
    {
      count: 9,
      radius: [0.06, 0.11],
      alpha: [0.06, 0.14],
      soft: 0.35,
      colours: WARM,
      shape: 'disc',
      direction: 'up',
      rounds: 1,
      sway: 0.05,
    },
  ],
  steam: [
    {
      count: 34,
      radius: [0.06, 0.15],
      alpha: [0.05, 0.11],
      soft: 1,
      colours: WHITE,
      shape: 'disc',
      direction: 'up',
      rounds: 1,
      sway: 0.03,
    },
  ],
};

/** The tiles of an effect, the far ones first. The same canvas always gets the same ones. */
export async function drawDrift(drift: Drift, canvas: Size): Promise<DriftLayer[]> {
  // Half the canvas: far enough that nobody sees it come again, and slow enough for steam.
  const period = 2 * Math.round(canvas.height / 4);
  const layers: DriftLayer[] = [];
  for (const [n, sort] of SORTS[drift].entries()) {
    const tile = await drawTile(sort, { width: canvas.width, height: canvas.height + period }, period, n + 1);
    const { direction, rounds, sway } = sort;
    layers.push({ tile, period, direction, rounds, sway: Math.round(sway * canvas.width) });
  }
  return layers;
}

async function drawTile(sort: Sort, { width, height }: Size, period: number, seed: number): Promise<Tile> {
  const data = new Uint8Array(width * height * 4);
  const random = randomOf(seed * 7919);
  const between = ([least, most]: [number, number]) => least + (most - least) * random();
  for (let n = 0; n < sort.count; n += 1) {
    // Who else waits for this process has a turn in between.
    if (n % 4 === 0) await setImmediate();
    const thing = {
      x: random() * width,
      y: random() * period,
      radius: Math.max(1.2, between(sort.radius) * Math.min(width, period * 2)),
      alpha: between(sort.alpha),
      colour: sort.colours[Math.floor(random() * sort.colours.length)]!,
      turn: random() * Math.PI,
      flat: 0.35 + 0.6 * random(),
    };
    // Above, in and below: the tile is like itself after every period.
    for (let y = thing.y - period; y < height + period; y += period) {
      draw(data, { width, height }, { ...thing, y }, sort);
    }
  }
  return { data, width, height };
}

type Thing = { x: number; y: number; radius: number; alpha: number; colour: Colour; turn: number; flat: number };

function draw(data: Uint8Array, { width, height }: Size, thing: Thing, { shape, soft }: Sort): void {
  const { x, y, radius, alpha, colour, turn, flat } = thing;
  const reach = Math.ceil(radius * 1.5);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row += 1) {
    for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(width, x + reach); column += 1) {
      const [dx, dy] = [column - x, row - y];
      const covered =
        shape === 'disc'
          ? discAt(Math.hypot(dx, dy), radius, soft)
          : paperAt(dx * cos + dy * sin, (dy * cos - dx * sin) / flat, radius);
      if (covered > 0) put(data, (row * width + column) * 4, colour, covered * alpha);
    }
  }
}

function discAt(distance: number, radius: number, soft: number): number {
  const rim = Math.max(1, radius * soft);
  const inside = Math.max(0, Math.min(1, (radius - distance) / rim));
  return inside * inside * (3 - 2 * inside);
}

function paperAt(along: number, across: number, radius: number): number {
  const most = Math.max(Math.abs(along), Math.abs(across) * 1.6);
  return Math.max(0, Math.min(1, radius - most));
}

/** Lays a colour over what is there, straight alpha. */
function put(data: Uint8Array, at: number, colour: Colour, alpha: number): void {
  const under = data[at + 3]! / 255;
  const whole = alpha + under * (1 - alpha);
  for (let n = 0; n < 3; n += 1) data[at + n] = (colour[n]! * alpha + data[at + n]! * under * (1 - alpha)) / whole;
  data[at + 3] = Math.round(whole * 255);
}

/** A band of light that goes over the canvas from corner to corner, as wide as the canvas. */
export function drawLight({ width, height }: Size): Tile {
  const data = new Uint8Array(width * height * 4);
  const slope = 0.35;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const across = (x - width / 2 + (y - height / 2) * slope) / (width * 0.22);
      const at = (y * width + x) * 4;
      data.fill(255, at, at + 3);
      data[at + 3] = Math.round(255 * 0.42 * Math.exp(-across * across * 2));
    }
  }
  return { data, width, height };
}

function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
