import type { MaterialSubType } from '@mixreel/contract';
import type { Clip, Scene } from './render-clip.ts';
import { ANN, BEN, cart, CLEO, inBed, lemon, parcel, seaside, shelf, still } from './scenes.ts';
import {
  at,
  bottle,
  bubble,
  clock,
  cloud,
  COFFEE,
  CREAM,
  disc,
  dog,
  glass,
  GREEN,
  ice,
  INK,
  laptop,
  mug,
  NAVY,
  ORANGE,
  path,
  person,
  phone,
  plant,
  rays,
  rect,
  sky,
  skyline,
  SKY,
  SMILE,
  steam,
  TEAL,
  tree,
  WHITE,
  YAWN,
} from './shapes.ts';

export type DemoClip = Clip & { name: string; material_sub_type: MaterialSubType };
export type DemoPicture = Clip & { name: string };

const TALL = { width: 720, height: 1280 };
const WIDE = { width: 1280, height: 720 };
const SQUARE = { width: 720, height: 720 };

/** Milk or coffee that falls: noise, softened by mixing tones. */
const POURING = '0.06*(random(0)-0.5)*(1+0.5*sin(9*t))*min(1,t*2)';
const BELL = '0.18*sin(2*PI*1568*t)*exp(-18*mod(t,0.18))*lt(mod(t,1.2),0.75)';
const STREET = '0.03*(random(0)-0.5)+0.02*sin(2*PI*90*t)*sin(0.7*t)';
const CHIME = '0.14*sin(2*PI*784*t)*exp(-2.2*t)+0.12*sin(2*PI*1175*t)*exp(-2.6*max(0,t-0.25))*gt(t,0.25)';
const WAVES = '0.05*(random(0)-0.5)*(0.6+0.4*sin(1.6*t))';
const TRAIN = '0.05*(random(0)-0.5)+0.05*sin(2*PI*70*t)*lt(mod(t,0.42),0.08)';

function window(): string {
  return [
    rect(-300, -420, 600, 640, SKY),
    disc(120, -220, 80, '#ffd166'),
    at({ x: -300, y: 220 }, skyline(600, '#8fb8d8', '#dff1fb')),
    path('M0 -420 V220 M-300 -100 H300', 'none', WHITE, 20),
    path('M-300 -420 H300 V220 H-300 Z', 'none', WHITE, 28),
  ].join('');
}

const morning: Scene = {
  seconds: 4,
  camera: { x: 0.12, zoom: 0.12 },
  layers: [
    still([sky('#ffe3bf', '#fff6e8'), at({ x: 0, y: -120 }, window())].join(''), 0.3),
    still(
      [
        rect(-900, 260, 1800, 700, '#c98d5e'),
        rect(-900, 260, 1800, 26, '#dba679'),
        at({ x: -240, y: 260 }, plant()),
      ].join(''),
      0.8,
    ),
    { svg: at({ x: 90, y: 120 }, steam()), depth: 0.8, y: '-0.01*sin(3*t)' },
    still(at({ x: 90, y: 230 }, mug('#e2574c')), 0.8),
  ],
};

const pouring: Scene = {
  seconds: 4,
  camera: { y: 0.05, zoom: 0.08 },
  layers: [
    still([sky('#fbd9c6', '#fff1e3'), rect(-900, 330, 1800, 900, '#e8b48d')].join(''), 0.2),
    still(at({ x: 0, y: 170 }, glass(0.35, '#8a5a3b')), 0.6),
    {
      svg: at({ x: 0, y: 170 }, path('M-84 60 H84 L78 156 Q76 166 64 166 H-64 Q-76 166 -78 156 Z', '#c79a74')),
      depth: 0.6,
      y: '-0.05*t/d',
    },
    { svg: rect(-14, -420, 28, 560, WHITE, 14), depth: 0.6, x: '0.004*sin(14*t)' },
    {
      svg: at({ x: 120, y: -430, turn: -58 }, rect(-90, -150, 180, 300, WHITE, 24), rect(-90, -30, 180, 90, SKY)),
      depth: 0.6,
      y: '0.01*sin(4*t)',
    },
  ],
};

const together: Scene = {
  seconds: 4,
  camera: { x: 0.1 },
  layers: [
    still(
      [
        sky('#d7eef0', '#f6fbfa'),
        at({ x: -640, y: -40 }, plant()),
        at({ x: 560, y: -60 }, plant()),
        rect(-220, -330, 440, 210, WHITE, 14),
        path('M-170 -180 L-80 -240 L20 -200 L150 -290', 'none', ORANGE, 14),
      ].join(''),
      0.2,
    ),
    { svg: at({ x: -300, y: 10 }, person(ANN, SMILE)), depth: 0.6, y: '0.006*sin(3*t)' },
    { svg: at({ x: 0, y: 0 }, person(BEN, SMILE)), depth: 0.6, y: '0.006*sin(3*t+1)' },
    { svg: at({ x: 300, y: 10 }, person(CLEO, SMILE)), depth: 0.6, y: '0.006*sin(3*t+2)' },
    still(
      [
        rect(-1000, 220, 2000, 400, '#b98258'),
        at({ x: -260, y: 210, scale: 0.7 }, mug(TEAL)),
        at({ x: 40, y: 210, scale: 0.7 }, mug('#e2574c')),
        at({ x: 340, y: 190, scale: 0.6 }, bottle()),
      ].join(''),
      0.9,
    ),
  ],
};

const reveal: Scene = {
  seconds: 4,
  camera: { zoom: 0.18 },
  layers: [
    still([sky('#ff9f5a', '#ffd9a8'), rays('rgba(255,255,255,.22)', 1100)].join(''), 0.1),
    still(`<ellipse cx="0" cy="330" rx="260" ry="46" fill="rgba(91,52,35,.25)"/>`, 0.5),
    { svg: at({ x: 0, y: 60, scale: 1.25 }, bottle()), depth: 0.5, y: '0.35*exp(-3*t)*cos(4*t)' },
  ],
  words: [{ text: '山丘冷萃咖啡液', size: 72, y: 'h*0.14', colour: 'white', from: 0.8 }],
};

const closeUp: Scene = {
  seconds: 3.5,
  camera: { x: 0.08, zoom: 0.25 },
  layers: [
    still(sky('#123f45', '#1f9e97'), 0.1),
    still(at({ x: 40, y: 60, scale: 1.5, turn: 8 }, bottle()), 0.5),
    {
      svg: [
        [-150, -180, 16],
        [-190, 40, 12],
        [210, -120, 18],
        [190, 160, 12],
        [-120, 220, 14],
      ]
        .map(([x = 0, y = 0, r = 0]) => disc(x, y, r, '#d8f6ff', 0.8))
        .join(''),
      depth: 0.8,
      y: '0.05*t/d',
    },
  ],
};

const falling: Scene = {
  seconds: 3,
  camera: { y: -0.06 },
  layers: [
    // Nothing else of the example has its window to the left: a bottle in the middle of light is what others show.
    still(
      [
        sky('#2f6f8f', '#7fc4d8'),
        rect(-420, -700, 420, 720, '#e8f8ff', 12),
        rect(-900, 330, 1800, 900, '#f2dcc0'),
      ].join(''),
      0.2,
    ),
    still(at({ x: 90, y: 170, scale: 1.3 }, glass(0.62, COFFEE)), 0.6),
    { svg: at({ x: 56, y: -280, turn: 14 }, ice()), depth: 0.6, y: 'min(0.30,0.22*t*t)' },
    { svg: at({ x: 126, y: -440, turn: -20 }, ice()), depth: 0.6, y: 'min(0.42,0.2*t*t)' },
    { svg: at({ x: 90, y: -640, turn: 30 }, ice()), depth: 0.6, y: 'min(0.55,0.16*t*t)' },
  ],
};

/** The films of the example project, all drawn by the product itself. */
export const DEMO_CLIPS: DemoClip[] = [
  {
    ...TALL,
    fps: 30,
    name: '清晨窗边的一杯咖啡.mp4',
    material_sub_type: 'shot_video',
    sound: CHIME,
    scenes: [morning],
  },
  {
    ...TALL,
    fps: 30,
    name: '闹钟响了.mp4',
    material_sub_type: 'shot_video',
    sound: BELL,
    scenes: [
      {
        seconds: 4,
        camera: { zoom: 0.2 },
        layers: [
          still(
            [sky('#2b3a67', '#5b6ea8'), disc(200, -420, 70, '#f5e6b3'), rect(-900, 240, 1800, 900, '#7d5a46')].join(''),
            0.2,
          ),
          { svg: at({ x: 0, y: 90 }, clock()), depth: 0.6, x: '0.012*sin(60*t)*lt(mod(t,1.2),0.75)' },
        ],
        words: [{ text: '06:30', size: 96, y: 'h*0.2', colour: 'white' }],
      },
    ],
  },
  {
    ...WIDE,
    fps: 25,
    name: '办公桌前打哈欠.mp4',
    material_sub_type: 'shot_video',
    sound: STREET,
    scenes: [
      {
        seconds: 4,
        camera: { x: -0.08 },
        layers: [
          still([sky('#cfd6e6', '#eef1f7'), at({ x: -420, y: -60, scale: 0.7 }, window())].join(''), 0.2),
          { svg: at({ x: 160, y: -70 }, person(BEN, YAWN)), depth: 0.6, y: '0.02*sin(2*t)', x: '0.006*sin(2*t)' },
          still(
            [
              rect(-1000, 150, 2000, 480, '#a97b57'),
              at({ x: -120, y: 80 }, laptop()),
              at({ x: 480, y: 100, scale: 0.7 }, mug(WHITE)),
            ].join(''),
            0.9,
          ),
        ],
      },
    ],
  },
  {
    ...WIDE,
    fps: 25,
    name: '咖啡店门口排长队.mp4',
    material_sub_type: 'shot_video',
    sound: STREET,
    scenes: [
      {
        seconds: 4,
        camera: { x: 0.16 },
        layers: [
          still(
            [
              sky('#bfe7f6', '#eaf7fb'),
              at({ x: -960, y: 170 }, skyline(1920, '#9fc3d6', '#e4f3fa')),
              rect(-1000, 170, 2000, 500, '#9aa3ad'),
            ].join(''),
            0.15,
          ),
          still(
            [
              rect(250, -220, 420, 420, '#7a4a2b', 8),
              rect(290, -60, 160, 260, CREAM, 6),
              rect(480, -60, 160, 140, SKY, 6),
              path('M240 -230 H680 L650 -150 H270 Z', ORANGE),
            ].join(''),
            0.4,
          ),
          {
            svg: [ANN, BEN, CLEO, ANN, BEN]
              .map((who, n) =>
                // Faces stand where captions do not.
                at({ x: -680 + n * 230, y: -10, scale: 0.85 }, person(who, path('M-18 28 H20', 'none', INK, 8))),
              )
              .join(''),
            depth: 0.7,
            x: '0.04*t/d',
            y: '0.004*sin(5*t)',
          },
          still(rect(-1000, 195, 2000, 500, '#8b949e'), 0.7),
        ],
        words: [{ text: '咖啡', size: 64, x: 'w*0.62', y: 'h*0.07', colour: 'white', box: '0x7a4a2b' }],
      },
    ],
  },
  {
    ...TALL,
    fps: 60,
    name: '地铁车窗外的城市.mp4',
    material_sub_type: 'shot_video',
    sound: TRAIN,
    scenes: [
      {
        seconds: 3,
        layers: [
          still(sky('#f7b267', '#f4845f'), 0),
          { svg: at({ x: -500, y: 200 }, skyline(1080, '#7b5e7b', '#ffd9a0')), depth: 0, x: '0.35-0.7*t/d' },
          { svg: [-420, 0, 420].map((x) => at({ x, y: 330 }, tree())).join(''), depth: 0, x: '0.9-1.8*t/d' },
          still(
            [
              path('M-540 -960 H540 V960 H-540 Z M-300 -420 H300 V420 H-300 Z', '#3d4657').replace(
                '/>',
                ' fill-rule="evenodd"/>',
              ),
              path('M-300 -420 H300 V420 H-300 Z', 'none', '#8b93a7', 26),
              rect(-30, -960, 60, 540, '#8b93a7'),
            ].join(''),
            0,
          ),
        ],
      },
    ],
  },
  { ...TALL, fps: 30, name: '冷萃咖啡登场.mp4', material_sub_type: 'shot_video', sound: CHIME, scenes: [reveal] },
  { ...SQUARE, fps: 30, name: '瓶身特写.mp4', material_sub_type: 'shot_video', scenes: [closeUp] },
  { ...TALL, fps: 30, name: '倒入牛奶.mp4', material_sub_type: 'shot_video', sound: POURING, scenes: [pouring] },
  {
    ...TALL,
    fps: 60,
    name: '冰块落进杯子.mp4',
    material_sub_type: 'shot_video',
    sound: '0.2*sin(2*PI*2400*t)*exp(-30*mod(t,0.8))',
    scenes: [falling],
  },
  {
    ...WIDE,
    fps: 24,
    name: '喝一口就精神.mp4',
    material_sub_type: 'shot_video',
    sound: CHIME,
    scenes: [
      {
        seconds: 4,
        camera: { zoom: 0.15 },
        layers: [
          still([sky('#ffe08a', '#fff7dc'), disc(250, -230, 150, '#ffb703')].join(''), 0.1),
          { svg: at({ x: -40, y: -40, scale: 1.2 }, person(ANN, SMILE)), depth: 0.5, y: '0.008*sin(4*t)' },
          still(rect(-1000, 200, 2000, 500, '#7ac29a'), 0.5),
          { svg: at({ x: 170, y: 130, turn: -14, scale: 0.55 }, bottle()), depth: 0.6, y: '-0.06*sin(PI*min(1,t/d))' },
        ],
      },
    ],
  },
  { ...WIDE, fps: 30, name: '同事一起喝咖啡.mp4', material_sub_type: 'shot_video', sound: STREET, scenes: [together] },
  {
    ...WIDE,
    fps: 25,
    name: '带着狗狗去野餐.mp4',
    material_sub_type: 'shot_video',
    sound: '0.05*sin(2*PI*2600*t)*exp(-14*mod(t,0.31))*lt(mod(t,1.7),0.5)',
    scenes: [
      {
        seconds: 4,
        camera: { x: 0.14 },
        layers: [
          still([sky('#8fd3f4', '#e6f8ff'), disc(420, -230, 60, '#ffd166')].join(''), 0.1),
          {
            svg: [at({ x: -380, y: -230 }, cloud()), at({ x: 180, y: -270, scale: 0.8 }, cloud())].join(''),
            depth: 0.1,
            x: '0.03*t/d',
          },
          still(
            [
              path('M-1000 160 Q-500 40 0 140 Q500 220 1000 90 V600 H-1000 Z', '#8fcf86'),
              at({ x: -470, y: 80 }, tree()),
              at({ x: 520, y: 60 }, tree()),
            ].join(''),
            0.4,
          ),
          still(
            [
              rect(-1000, 230, 2000, 400, GREEN),
              path('M-260 250 H300 L380 350 H-340 Z', '#e2574c'),
              at({ x: 60, y: 210, scale: 0.5 }, bottle()),
              at({ x: -90, y: 260, scale: 0.5 }, mug(WHITE)),
            ].join(''),
            0.8,
          ),
          { svg: at({ x: 330, y: 230, scale: 0.9 }, dog()), depth: 0.8, y: '-0.02*abs(sin(6*t))' },
        ],
      },
    ],
  },
  {
    ...TALL,
    fps: 30,
    name: '第二件半价.mp4',
    material_sub_type: 'shot_video',
    sound: CHIME,
    scenes: [
      {
        seconds: 3.5,
        camera: { zoom: 0.08 },
        layers: [
          still([sky('#e2574c', '#ff8a3d'), rays('rgba(255,255,255,.12)', 1100)].join(''), 0.1),
          still([at({ x: -110, y: 190, turn: -8 }, bottle()), at({ x: 120, y: 200, turn: 8 }, bottle())].join(''), 0.5),
        ],
        words: [
          { text: '第二件半价', size: 110, y: 'h*0.13', colour: 'white' },
          { text: '两瓶只要 ¥39.9', size: 68, y: 'h*0.24', colour: '0x5b3423', box: '0xffd166', from: 0.6 },
        ],
      },
    ],
  },
  {
    ...TALL,
    fps: 30,
    name: '手机里的好评.mp4',
    material_sub_type: 'shot_video',
    scenes: [
      {
        seconds: 4,
        camera: { zoom: 0.06 },
        layers: [
          still(sky('#e7e1f7', '#fbf9ff'), 0.1),
          still(at({ x: 0, y: 0, scale: 1.5 }, phone()), 0.5),
          {
            svg: [-190, 10, 210]
              .map((y, n) => at({ x: n % 2 ? 26 : -26, y }, bubble(320, n % 2 ? '#c9f2d0' : '#eceff5')))
              .join(''),
            depth: 0.5,
          },
        ],
        words: [
          { text: '好喝不酸', size: 44, y: 'h*0.336', colour: '0x2b2a33', font: 'hei' },
          { text: '已经回购三次', size: 44, y: 'h*0.492', colour: '0x2b2a33', font: 'hei', from: 0.8 },
          { text: '同事都来问链接', size: 44, y: 'h*0.648', colour: '0x2b2a33', font: 'hei', from: 1.6 },
        ],
      },
    ],
  },
  { ...TALL, fps: 25, name: '被窝里不想起.mp4', material_sub_type: 'shot_video', sound: BELL, scenes: [inBed] },
  { ...WIDE, fps: 30, name: '货架上的一整排.mp4', material_sub_type: 'shot_video', scenes: [shelf] },
  { ...SQUARE, fps: 30, name: '加一片柠檬.mp4', material_sub_type: 'shot_video', sound: POURING, scenes: [lemon] },
  { ...TALL, fps: 30, name: '海边吹着风.mp4', material_sub_type: 'shot_video', sound: WAVES, scenes: [seaside] },
  { ...TALL, fps: 24, name: '快递送到家.mp4', material_sub_type: 'shot_video', sound: CHIME, scenes: [parcel] },
  { ...SQUARE, fps: 30, name: '购物车装满了.mp4', material_sub_type: 'shot_video', scenes: [cart] },
  {
    ...TALL,
    fps: 30,
    name: '片头 山丘咖啡.mp4',
    material_sub_type: 'header_video',
    sound: CHIME,
    scenes: [
      {
        seconds: 2.5,
        camera: { zoom: 0.1 },
        layers: [
          still(sky('#fff3df', '#ffe2bd'), 0.1),
          { svg: disc(110, -170, 90, '#ffd166'), depth: 0.2, y: '0.2*exp(-3*t)' },
          still(path('M-700 120 Q-300 -180 0 60 Q260 -160 700 140 V1100 H-700 Z', ORANGE), 0.4),
        ],
        words: [{ text: '山丘咖啡', size: 130, y: 'h*0.62', colour: 'white', font: 'huangyou', from: 0.3 }],
      },
    ],
  },
  {
    ...TALL,
    fps: 30,
    name: '片尾 立即下单.mp4',
    material_sub_type: 'footer_video',
    sound: CHIME,
    scenes: [
      {
        seconds: 2.5,
        layers: [
          still(sky(NAVY, '#3d5a98'), 0.1),
          still(at({ x: 0, y: -30 }, bottle()), 0.4),
          { svg: at({ x: 0, y: 430 }, path('M0 40 L-60 -30 H60 Z', ORANGE)), depth: 0, y: '0.012*sin(8*t)' },
        ],
        words: [
          { text: '点击下方链接', size: 76, y: 'h*0.70', colour: 'white' },
          { text: '立即下单', size: 92, y: 'h*0.16', colour: '0xffd166', from: 0.3 },
        ],
      },
    ],
  },
  {
    ...WIDE,
    fps: 30,
    name: '一天三杯 连续镜头.mp4',
    material_sub_type: 'inspiration_video',
    sound: STREET,
    scenes: [morning, pouring, together].map((scene) => ({ ...scene, seconds: 2.5 })),
  },
];

/** Pictures of the product, enough to teach the library to find it. */
export const DEMO_PICTURES: DemoPicture[] = [
  ['商品图 白底.jpg', rect(-500, -500, 1000, 1000, WHITE), { x: 0, y: 20, scale: 1.1 }],
  [
    '商品图 木桌.jpg',
    [sky('#ffe3bf', '#fff6e8'), rect(-500, 180, 1000, 500, '#c98d5e')].join(''),
    { x: -60, y: 40, scale: 1 },
  ],
  ['商品图 青色.jpg', sky('#123f45', '#1f9e97'), { x: 40, y: 30, scale: 1.2, turn: 8 }],
  [
    '商品图 近景.jpg',
    [sky('#ff9f5a', '#ffd9a8'), rays('rgba(255,255,255,.22)', 900)].join(''),
    { x: 0, y: 60, scale: 1.5, turn: -6 },
  ],
].map(([name, back, place]) => ({
  ...SQUARE,
  fps: 25,
  name: name as string,
  scenes: [{ seconds: 1, layers: [still(back as string), still(at(place as { x: number; y: number }, bottle()))] }],
}));
