import { expect, test } from 'vitest';
import { coverArea, followExpression, storedRect } from '#render/fit.ts';
import { blendCube } from '#render/lut.ts';
import { pictureGraph } from '#render/picture.ts';
import { plainShot, type Shot, type Source } from '#render/shot.ts';
import { stretchKey } from '#render/stretch.ts';
import type { Variant } from '#render/variant.ts';
import { renderTo, sourceOf, testEngine } from '#testing/engine.ts';
import { evenColour, footage, testFootage, turnedFootage } from '#testing/footage.ts';
import { frames, pixel } from '#testing/inspect.ts';

const CANVAS = { width: 64, height: 96, fps: 25 };
const [RED, GREEN, BLUE, BLACK] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [0, 0, 0],
] as const;

/** A picture of three coloured thirds, left to right or top to bottom. */
async function thirds(direction: 'h' | 'v', extension = 'mp4'): Promise<Source> {
  const size = direction === 'h' ? '40x80' : '120x40';
  const parts = ['red', 'lime', 'blue'].map((colour, i) => `color=${colour}:size=${size}:rate=25:duration=2[c${i}]`);
  const path = await footage(extension, [
    ['-filter_complex', `${parts.join(';')};[c0][c1][c2]${direction}stack=inputs=3,format=yuv444p[v]`],
    extension === 'png' ? ['-map', '[v]', '-frames:v', 1] : ['-map', '[v]', '-c:v', 'libx264', '-crf', 5],
  ]);
  return sourceOf(path);
}

async function render(shot: Partial<Shot> & Pick<Shot, 'source'>, canvas = CANVAS): Promise<Buffer[]> {
  const variant: Variant = {
    canvas,
    quality: 'high',
    cuts: [{ shot: plainShot({ startSeconds: 0, frames: 10, ...shot }), transition: null }],
    sound: null,
    tags: {},
  };
  return frames(await renderTo(testEngine(), variant), canvas);
}

/** The colour at a place given in shares of the canvas, rounded to full and none. */
function colourAt(frame: Buffer, x: number, y: number): number[] {
  const colour = pixel(frame, CANVAS.width, Math.round(x * CANVAS.width), Math.round(y * CANVAS.height));
  return colour.map((value) => (value > 200 ? 255 : value < 55 ? 0 : value));
}

test('cover keeps the middle, contain shows all, blur fills what is left', async () => {
  const source = await thirds('h');
  const [cover] = await render({ source });
  expect([colourAt(cover!, 0.3, 0.5), colourAt(cover!, 0.7, 0.5)]).toEqual([[...GREEN], [...GREEN]]);

  const [contain] = await render({ source, fit: { kind: 'contain', background: 'black' } });
  expect(colourAt(contain!, 0.1, 0.5)).toEqual([...RED]);
  expect(colourAt(contain!, 0.9, 0.5)).toEqual([...BLUE]);
  expect(colourAt(contain!, 0.5, 0.05)).toEqual([...BLACK]);

  const [blur] = await render({ source, fit: { kind: 'blur' } });
  expect(colourAt(blur!, 0.1, 0.5)).toEqual([...RED]);
  expect(pixel(blur!, 64, 32, 4)[1]).toBeGreaterThan(120);
});

test('the crop follows a subject', async () => {
  const source = await thirds('h');
  const left = { x: 0, y: 0, width: 0.2, height: 1 };
  const right = { x: 0.8, y: 0, width: 0.2, height: 1 };
  const shown = await render({
    source,
    fit: {
      kind: 'cover',
      subjects: [
        { seconds: 0.1, area: left },
        { seconds: 0.3, area: right },
      ],
    },
  });
  expect(colourAt(shown[0]!, 0.2, 0.5)).toEqual([...RED]);
  expect(colourAt(shown[5]!, 0.5, 0.5)).toEqual([...GREEN]);
  expect(colourAt(shown[9]!, 0.8, 0.5)).toEqual([...BLUE]);
});

test('a crop of the source is what is fitted, and a mirror turns it round', async () => {
  const source = await thirds('h');
  const [cropped] = await render({ source, crop: { x: 2 / 3, y: 0, width: 1 / 3, height: 1 } });
  expect(colourAt(cropped!, 0.5, 0.5)).toEqual([...BLUE]);
  const [mirrored] = await render({ source, isMirrored: true, fit: { kind: 'contain', background: 'black' } });
  expect(colourAt(mirrored!, 0.1, 0.5)).toEqual([...BLUE]);
});

test.each([
  [-90, RED, BLUE],
  [90, BLUE, RED],
  [180, GREEN, GREEN],
])('a film stored with a turn of %s is shown as its camera meant', async (turn, top, bottom) => {
  const { path } = await thirds('h');
  const turned = await turnedFootage(path, turn);
  const [frame] = await render({ source: await sourceOf(turned) });
  expect([colourAt(frame!, 0.5, 0.1), colourAt(frame!, 0.5, 0.9)]).toEqual([[...top], [...bottom]]);
});

test('a film of 60 frames a second begins with the frame that was chosen', async () => {
  // Every frame has another brightness than the next seven.
  const grey = 'color=black:size=64x96:rate=60:duration=2,format=yuv420p,geq=lum=16+30*mod(N\\,8):cb=128:cr=128';
  const source = await sourceOf(await footage('mp4', [['-f', 'lavfi', '-i', grey, '-c:v', 'libx264', '-crf', 1]]));
  for (const frame of [10, 37, 77]) {
    const startSeconds = Math.round((frame * 1000) / 60) / 1000;
    const [first] = await render({ source, startSeconds }, { ...CANVAS, fps: 30 });
    const shown = Math.round(((pixel(first!, 64, 32, 48)[0] / 255) * 219) / 30);
    expect([frame, shown]).toEqual([frame, frame % 8]);
  }
});

test('a still stays, and moves when the camera does', async () => {
  const source = await thirds('v', 'png');
  const still = await render({ source });
  expect(still).toHaveLength(10);
  expect(colourAt(still[9]!, 0.5, 0.5)).toEqual([...GREEN]);

  const motion = { fromZoom: 3, toZoom: 3, fromCentre: [0.5, 0], toCentre: [0.5, 1] } as Shot['motion'];
  const moving = await render({ source, motion });
  expect(moving).toHaveLength(10);
  expect([0, 9].map((i) => colourAt(moving[i]!, 0.5, 0.5))).toEqual([[...RED], [...BLUE]]);
});

test('the transparent parts of a picture are black', async () => {
  const path = await footage('png', [
    ['-f', 'lavfi', '-i', 'color=red:size=64x96,format=rgba,geq=r=255:g=0:b=0:a=255*gt(Y\\,48)'],
    ['-frames:v', 1],
  ]);
  const [frame] = await render({ source: await sourceOf(path) });
  expect([colourAt(frame!, 0.5, 0.2), colourAt(frame!, 0.5, 0.8)]).toEqual([[...BLACK], [...RED]]);
});

test('a layer lies where and when it should, as strong as it should', async () => {
  const source = await thirds('h');
  const sticker = await sourceOf(
    await footage('png', [
      ['-f', 'lavfi', '-i', 'color=red:size=20x20'],
      ['-frames:v', 1],
    ]),
  );
  const layer = {
    source: sticker,
    area: { x: 0, y: 0, width: 0.5, height: 0 },
    opacity: 1,
    fromSeconds: 0.2,
    toSeconds: 1,
  };
  const shown = await render({ source, layers: [layer] });
  expect(colourAt(shown[2]!, 0.2, 0.1)).toEqual([...GREEN]);
  expect(colourAt(shown[7]!, 0.2, 0.1)).toEqual([...RED]);
  expect(colourAt(shown[7]!, 0.2, 0.9)).toEqual([...GREEN]);

  const [faint] = await render({ source, layers: [{ ...layer, opacity: 0.5, fromSeconds: 0 }] });
  expect(pixel(faint!, 64, 10, 10)).toEqual([
    expect.closeTo(128, -1.5),
    expect.closeTo(128, -1.5),
    expect.closeTo(0, -1.5),
  ]);
});

test('a look is a LUT as strong as asked, and filters in order', async () => {
  const source = await thirds('h');
  const cube = 'LUT_3D_SIZE 2\n1 1 1\n0 1 1\n1 0 1\n0 0 1\n1 1 0\n0 1 0\n1 0 0\n0 0 0\n';
  const [full] = await render({ source, look: [{ kind: 'lut', cube, hash: 'negative', strength: 1 }] });
  expect(colourAt(full!, 0.5, 0.5)).toEqual([255, 0, 255]);
  const [none] = await render({ source, look: [{ kind: 'lut', cube, hash: 'negative', strength: 0 }] });
  expect(colourAt(none!, 0.5, 0.5)).toEqual([...GREEN]);
  const [grey] = await render({ source, look: [{ kind: 'filter', text: 'hue=s=0' }] });
  const [r, g, b] = pixel(grey!, 64, 32, 48);
  expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(8);
});

/** One even colour, as a film or a still. */
function skin(extension: string): Promise<string> {
  const film = [
    '-vf',
    'scale=out_color_matrix=bt709:out_range=tv,format=yuv444p',
    '-colorspace',
    'bt709',
    '-c:v',
    'libx264',
    '-crf',
    1,
  ];
  return footage(extension, [
    ['-f', 'lavfi', '-i', 'color=0xC86432:size=64x96:rate=25:duration=1,format=rgb24'],
    extension === 'png' ? ['-frames:v', 1] : film,
  ]);
}

test('colours pass through films, stills, looks and layers unchanged', async () => {
  const [film, still] = [await sourceOf(await skin('mp4')), await sourceOf(await skin('png'))];
  const cube = 'LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n';
  const layer = { source: still, area: { x: 0, y: 0, width: 1, height: 1 }, opacity: 1, fromSeconds: 0, toSeconds: 9 };
  const shown = [
    await render({ source: film }),
    await render({ source: still }),
    await render({ source: film, look: [{ kind: 'lut', cube, hash: 'same', strength: 1 }] }),
    await render({ source: await thirds('h'), layers: [layer] }),
    await render({
      source: still,
      fit: { kind: 'blur' },
      motion: { fromZoom: 1, toZoom: 1.2, fromCentre: [0.5, 0.5], toCentre: [0.5, 0.5] },
    }),
  ];
  for (const [frame] of shown) {
    expect(pixel(frame!, 64, 32, 48)).toEqual([
      expect.closeTo(200, -1),
      expect.closeTo(100, -1),
      expect.closeTo(50, -1),
    ]);
  }
});

test.each([true, false])('an HD film keeps its colours, whether it names their matrix or not: %s', async (isTold) => {
  const source = await sourceOf(await evenColour({ isTold }));
  expect(source.facts.video!.guessedMatrix).toBe(isTold ? null : 'bt709');
  const [frame] = await render({ source });
  const colour = pixel(frame!, 64, 32, 48);
  expect(colour.map((value, i) => Math.abs(value - [200, 100, 50][i]!) <= 3)).toEqual([true, true, true]);
});

test('half a LUT is half way', () => {
  const negative = 'TITLE "x"\nLUT_3D_SIZE 2\n1 1 1\n0 1 1\n1 0 1\n0 0 1\n1 1 0\n0 1 0\n1 0 0\n0 0 0';
  expect(blendCube(negative, 0.5).split('\n').slice(2)).toEqual(
    Array.from({ length: 8 }, () => '0.500000 0.500000 0.500000'),
  );
  expect(blendCube(negative, 1)).toBe(negative);
});

test('words are burned in at their time, also in a piece that begins later', async () => {
  const source = await thirds('h');
  const box = '{\\an7\\pos(0,0)\\p1\\1c&HFFFFFF&\\bord0\\shad0}m 0 0 l 64 0 64 96 0 96';
  const ass = [
    '[Script Info]\nPlayResX: 64\nPlayResY: 96\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: D,DejaVu Sans,20',
    `[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:00.30,0:00:00.60,D,,0,0,0,,${box}`,
  ].join('\n');
  const shot = plainShot({
    source,
    startSeconds: 0,
    frames: 20,
    captions: { ass, fontIds: [], fontsHash: 'x' },
  });
  const cuts = [
    { shot, transition: { kind: 'fade' as const, frames: 6 } },
    { shot, transition: null },
  ];
  const path = await renderTo(testEngine(), { canvas: CANVAS, quality: 'high', cuts, sound: null, tags: {} });
  const shown = (await frames(path, CANVAS)).map((frame) => colourAt(frame, 0.5, 0.5).join());
  const white = shown.map((colour, i) => (colour === '255,255,255' ? i : -1)).filter((i) => i >= 0);
  // Frames 8 to 14 of the first shot, of which 14 begins the fade; the second shot begins at 14.
  expect(white).toEqual([8, 9, 10, 11, 12, 13, 14, 22, 23, 24, 25, 26, 27, 28]);
});

test('a key changes with what decides the picture, and with nothing else', async () => {
  const source = await thirds('h');
  const shot = plainShot({ source, startSeconds: 0.5, frames: 10 });
  const key = (change: Partial<Shot>) =>
    stretchKey({ shot: { ...shot, ...change }, canvas: CANVAS, from: 0, to: 10 }, 'standard');
  const same = key({});
  expect(key({ source: { ...source, path: '/elsewhere.mp4' } })).toBe(same);
  expect(key({ motion: { fromZoom: 1, toZoom: 2, fromCentre: [0, 0], toCentre: [0, 0] } })).toBe(same);
  const others = [
    key({ startSeconds: 0.6 }),
    key({ speed: 2 }),
    key({ isMirrored: true }),
    key({ fit: { kind: 'blur' } }),
    key({ captions: { ass: 'a', fontIds: [], fontsHash: 'x' } }),
    key({ source: { ...source, hash: 'other' } }),
  ];
  expect(new Set([same, ...others]).size).toBe(7);
});

test('the graph of a plain piece reads as written', async () => {
  const source = await sourceOf(await testFootage({ width: 192, height: 108 }));
  const { inputs, chains } = pictureGraph(
    { shot: plainShot({ source, startSeconds: 1, frames: 30 }), canvas: CANVAS, from: 10, to: 30 },
    { captions: null, lutPaths: [] },
  );
  expect(inputs).toEqual([
    ['-noaccurate_seek', '-ss', '1.399'],
    ['-noautorotate', '-threads', 1, '-i', source.path],
  ]);
  expect(chains).toEqual([
    '[0:V:0]tpad=stop_mode=clone:stop=-1,fps=fps=25:start_time=0,setpts=N+10,setparams=colorspace=smpte170m,crop=w=72:h=108:x=60:y=0,scale=w=64:h=96:flags=bicubic:out_color_matrix=bt709:out_range=tv,setsar=1[p_fit]',
    '[p_fit]null[p_look]',
    '[p_look]format=yuv420p,setsar=1,setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709,settb=1/25,setpts=N,fps=25[p_out]',
  ]);
});

test('areas are cut where the shown picture has them, however it is stored', async () => {
  const { facts } = await sourceOf(await testFootage({ width: 200, height: 100 }));
  const area = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
  const rect = (rotation: number) => storedRect({ ...facts.video!, rotation }, area);
  expect(rect(0)).toEqual({ x: 20, y: 20, width: 60, height: 40 });
  expect(rect(180)).toEqual({ x: 120, y: 40, width: 60, height: 40 });
  expect(rect(90)).toEqual({ x: 40, y: 60, width: 80, height: 30 });
  expect(rect(270)).toEqual({ x: 80, y: 10, width: 80, height: 30 });
  expect(coverArea(facts.video!, CANVAS, undefined, { x: 0, y: 0.5 })).toMatchObject({ x: 0, y: 0, height: 1 });
  expect(
    followExpression([
      { seconds: 1, value: 10 },
      { seconds: 2, value: 20 },
    ]),
  ).toBe('if(lt(t,1),10,if(lt(t,2),10+(t-1)*10,20))');
});
