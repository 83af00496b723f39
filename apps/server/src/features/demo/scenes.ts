import type { Layer, Scene } from './render-clip.ts';
import { INK, NAVY, ORANGE, PINK, TEAL, WHITE, at, bottle, disc, glass, path, person, rect, sky } from './shapes.ts';

export const ANN = { hair: '#3b2a25', shirt: ORANGE };
export const BEN = { hair: '#1f2430', shirt: TEAL };
export const CLEO = { hair: '#7a4a2b', shirt: PINK, skin: '#eab58c' };

/** A layer that only the camera moves. */
export function still(svg: string, depth = 0.3): Layer {
  return { svg, depth };
}

export const inBed: Scene = {
  seconds: 4,
  camera: { y: 0.06, zoom: 0.1 },
  layers: [
    still([sky('#3a2f55', '#5d4a78'), rect(-420, -560, 260, 300, '#8f86c4', 12)].join(''), 0.1),
    still([rect(-340, -80, 680, 240, '#c9b6e8', 60), rect(-190, -60, 380, 170, WHITE, 70)].join(''), 0.5),
    { svg: at({ x: 0, y: 40, turn: -12 }, person(ANN, path('M-18 28 H20', 'none', INK, 8))), depth: 0.5 },
    {
      svg: path('M-480 200 C-300 60 -120 150 0 110 C140 60 320 120 480 190 V1100 H-480 Z', '#e8a0b4'),
      depth: 0.6,
      y: '0.012*sin(2.2*t)',
    },
  ],
  words: [{ text: '再睡五分钟', size: 88, y: 'h*0.14', colour: 'white', from: 0.5 }],
};

/** Boards with bottles and other goods between them. */
export const shelf: Scene = {
  seconds: 4,
  camera: { x: -0.2, zoom: 0.06 },
  layers: [
    still(rect(-1200, -700, 2400, 1400, '#e9ddf3'), 0.1),
    still(
      [-150, 190]
        .flatMap((y, row) => [
          rect(-1200, y + 130, 2400, 34, '#8d6e9c'),
          ...[-720, -480, -240, 0, 240, 480, 720].map((x, n) =>
            (n + row) % 3 === 2
              ? rect(x - 70, y - 60, 140, 190, row ? '#7fb7a3' : '#d98b8b', 18)
              : at({ x, y: y + 20, scale: 0.5 }, bottle()),
          ),
        ])
        .join(''),
      0.8,
    ),
  ],
};

export const lemon: Scene = {
  seconds: 3.5,
  camera: { x: -0.06 },
  layers: [
    still([sky('#f4f7b8', '#c9e265'), rect(-900, 250, 1800, 500, '#86b84a')].join(''), 0.2),
    still(at({ x: 60, y: 90, scale: 1.2 }, glass(0.7, '#b9772f')), 0.6),
    {
      svg: [-60, 20, 80].map((x, n) => disc(x + 40, 180 - n * 90, 12, '#fff6cf', 0.8)).join(''),
      depth: 0.6,
      y: '-0.09*t/d',
    },
    {
      svg: at(
        { x: -190, y: -120, turn: 20 },
        disc(0, 0, 100, '#f2c417'),
        disc(0, 0, 84, '#fff3b0'),
        ...[0, 60, 120].map((turn) => at({ x: 0, y: 0, turn }, path('M-78 0 H78', 'none', '#f2c417', 10))),
      ),
      depth: 0.7,
      x: '0.14*min(1,t/1.4)',
      y: '0.05*sin(3*t)',
    },
  ],
};

export const seaside: Scene = {
  seconds: 4,
  camera: { x: 0.1 },
  layers: [
    still([sky('#f9a8c0', '#fde3b8'), disc(-160, -330, 110, '#fff2c2')].join(''), 0.1),
    still(rect(-1200, -140, 2400, 420, '#2c7fb8'), 0.2),
    {
      svg: [-60, 40, 150]
        .map((y) => path(`M-900 ${y} q75 -40 150 0 ${'t150 0 '.repeat(11)}`, 'none', '#bfe3f5', 14))
        .join(''),
      depth: 0.3,
      x: '0.05*sin(1.5*t)',
    },
    still(path('M-900 260 Q-300 190 200 250 T900 240 V1200 H-900 Z', '#f3d39a'), 0.6),
    still(
      [
        rect(214, -150, 16, 520, WHITE),
        path('M-30 -120 Q222 -380 470 -120 Z', '#e2574c'),
        path('M130 -120 Q222 -360 310 -120 Z', WHITE),
      ].join(''),
      0.7,
    ),
    still(at({ x: -120, y: 330, turn: -6, scale: 0.8 }, bottle()), 0.8),
  ],
};

export const parcel: Scene = {
  seconds: 3.5,
  camera: { zoom: 0.12 },
  layers: [
    still(
      [
        sky('#cfe8d5', '#eef8ee'),
        rect(-230, -560, 460, 900, '#2f6f5e', 14),
        rect(-180, -500, 360, 330, '#bfe7d8', 10),
        disc(170, 20, 22, '#ffd166'),
        rect(-900, 340, 1800, 900, '#a9b8a0'),
      ].join(''),
      0.2,
    ),
    {
      svg: at(
        { x: 0, y: 330 },
        rect(-230, -190, 460, 330, '#c8955a', 10),
        rect(-36, -190, 72, 330, '#e6c795'),
        path('M-190 90 Q-140 10 -96 60 Q-60 0 -20 90 Z', ORANGE),
      ),
      depth: 0.6,
      y: '-0.3*exp(-4*t)*abs(cos(5*t))',
    },
  ],
  words: [{ text: '到家啦', size: 96, y: 'h*0.16', colour: '0x1f4f43', from: 0.7 }],
};

export const cart: Scene = {
  seconds: 3.5,
  camera: { x: 0.05 },
  layers: [
    still([rect(-900, -900, 1800, 1800, '#ffd166'), disc(0, -60, 330, '#ffe29a')].join(''), 0.1),
    {
      svg: [
        ...[-110, 0, 110].map((x, n) => at({ x, y: -40, turn: (n - 1) * 9, scale: 0.75 }, bottle())),
        path('M-290 -150 H-220 L-150 170 H190 L240 -60 H-200', 'none', NAVY, 22),
        path('M-186 0 H226 M-168 80 H208', 'none', NAVY, 12),
        disc(-110, 240, 40, NAVY),
        disc(150, 240, 40, NAVY),
      ].join(''),
      depth: 0.6,
      x: '-0.7*exp(-3.5*t)',
    },
  ],
};
