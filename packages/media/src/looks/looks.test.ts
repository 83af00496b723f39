import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { filter } from '#ffmpeg/filter.ts';
import { fromLight, labFromLight, lightFromLab, toLight } from '#looks/colour.ts';
import type { Rgb } from '#looks/colour.ts';
import { toneCurve } from '#looks/curve.ts';
import { FILTERS, FILTER_GROUPS } from '#looks/filters.ts';
import { buildLook, lookLut } from '#looks/look.ts';
import { applyLut, bakeLut } from '#looks/lut.ts';
import { compileRecipe } from '#looks/recipe.ts';
import { LONGEST_TRANSITION_MS, SHORTEST_TRANSITION_MS, TRANSITION_CHOICES } from '#looks/transitions.ts';
import { createRandom } from '#plan/random.ts';
import { testFolder } from '#testing/folder.ts';
import { tools } from '#testing/footage.ts';

const GREYS = Array.from({ length: 256 }, (_, i) => i / 255);

test('there are at least 24 filters in every group of the plan, with keys and names of their own', () => {
  expect(FILTERS.length).toBeGreaterThanOrEqual(24);
  expect(new Set(FILTERS.map(({ key }) => key)).size).toBe(FILTERS.length);
  expect(new Set(FILTERS.map(({ name }) => name)).size).toBe(FILTERS.length);
  expect([...new Set(FILTERS.map(({ group }) => group))]).toEqual([...FILTER_GROUPS]);
});

test('at strength 0 the table is exactly the identity, and nothing is rendered', () => {
  const { size, values } = bakeLut(compileRecipe(FILTERS[20]!.recipe), 0);
  const exact = Array.from({ length: size ** 3 }, (_, i) => [
    i % size,
    Math.floor(i / size) % size,
    Math.floor(i / size ** 2),
  ]);
  expect(values).toEqual(Float32Array.from(exact.flat(), (step) => step / (size - 1)));
  for (const { key } of FILTERS) expect(buildLook({ filter: key, strength: 0 })).toEqual([]);
  expect(buildLook({})).toEqual([]);
});

test.each(FILTERS.map(({ key }) => key))('%s gets brighter as greys do', (key) => {
  const { recipe } = FILTERS.find((entry) => entry.key === key)!;
  const luma = GREYS.map((grey) => {
    const [r, g, b] = compileRecipe(recipe)([grey, grey, grey]);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  });
  const steps = luma.slice(1).map((value, i) => value - luma[i]!);
  expect(Math.min(...steps)).toBeGreaterThan(-1e-4);
  expect(luma.at(-1)! - luma[0]!).toBeGreaterThan(0.7);
});

test('looks that promise it leave greys without colour', () => {
  const neutral = FILTERS.filter(({ keepsGreys }) => keepsGreys);
  expect(neutral.length).toBeGreaterThan(10);
  for (const { key, recipe } of neutral) {
    const spread = GREYS.map((grey) => compileRecipe(recipe)([grey, grey, grey])).map(
      (c) => Math.max(...c) - Math.min(...c),
    );
    expect({ key, colour: Math.max(...spread) }).toEqual({ key, colour: expect.closeTo(0, 2) });
  }
});

test('no two filters do the same', () => {
  const random = createRandom(7);
  const colours = Array.from({ length: 60 }, (): Rgb => [random.next(), random.next(), random.next()]);
  const results = FILTERS.map(({ recipe, sharpness }) => [...colours.flatMap(compileRecipe(recipe)), sharpness / 100]);
  for (const [i, a] of results.entries()) {
    for (const b of results.slice(0, i)) {
      const difference = a.reduce((sum, value, k) => sum + Math.abs(value - b[k]!), 0) / a.length;
      expect(difference).toBeGreaterThan(0.004);
    }
  }
});

test('colours stay between 0 and 1 whatever the look and the sliders', () => {
  const random = createRandom(3);
  for (let i = 0; i < 6; i++) {
    const slider = () => random.below(201) - 100;
    const settings = { brightness: slider(), contrast: slider(), saturation: slider(), temperature: slider() };
    const { values } = lookLut({ ...settings, filter: FILTERS[random.below(FILTERS.length)]!.key })!;
    expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
  }
});

test.each([
  { slider: 'brightness', colour: [0.5, 0.5, 0.5], says: ([r]: Rgb) => r > 0.55 },
  { slider: 'contrast', colour: [0.7, 0.7, 0.7], says: ([r]: Rgb) => r > 0.75 },
  { slider: 'saturation', colour: [0.6, 0.5, 0.4], says: ([r, , b]: Rgb) => r - b > 0.25 },
  { slider: 'temperature', colour: [0.5, 0.5, 0.5], says: ([r, , b]: Rgb) => r - b > 0.06 },
])('the slider $slider does what it says', ({ slider, colour, says }) => {
  expect(says(compileRecipe({ [slider]: 0.6 })(colour as Rgb))).toBe(true);
  expect(says(compileRecipe({ [slider]: -0.6 })(colour as Rgb))).toBe(false);
});

test('half the strength is half the way', () => {
  const change = compileRecipe(FILTERS[12]!.recipe);
  const [full, half, none] = [1, 0.5, 0].map((strength) => bakeLut(change, strength, 5).values);
  for (let i = 0; i < full!.length; i++) expect(half![i]).toBeCloseTo((full![i]! + none![i]!) / 2, 5);
  const settings = { filter: 'sunset', contrast: 0 };
  const grey = (strength: number, contrast = 0) =>
    applyLut(lookLut({ ...settings, strength, contrast })!, Uint8Array.of(128, 128, 128));
  expect(grey(50)[0]! - 128).toBeCloseTo((grey(100)[0]! - 128) / 2, -0.5);
  expect(grey(50, 1)[2]! - 128).toBeCloseTo((grey(100, 1)[2]! - 128) / 2, -0.5);
});

test('a colour survives the way through OKLab and back', () => {
  for (const colour of [
    [1, 0, 0],
    [0.2, 0.5, 0.9],
    [0, 0, 0],
    [1, 1, 1],
  ] as Rgb[]) {
    const back = lightFromLab(labFromLight(colour.map(toLight) as Rgb)).map(fromLight);
    for (const [i, value] of back.entries()) expect(value).toBeCloseTo(colour[i]!, 4);
  }
});

test('a tone curve passes its points and never turns back', () => {
  const curve = toneCurve([
    [0, 0],
    [0.5, 0.54],
    [0.8, 0.93],
    [0.9, 1],
    [1, 1],
  ]);
  expect(curve(0.8)).toBeCloseTo(0.93);
  const values = GREYS.map(curve);
  expect(values.every((value, i) => i === 0 || value >= values[i - 1]! - 1e-9)).toBe(true);
});

test('ffmpeg shows the same colours as the thumbnail', async () => {
  const random = createRandom(11);
  const [width, height] = [64, 64];
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => random.below(256));
  const folder = testFolder();
  const [step] = buildLook({ filter: 'teal-orange', strength: 70, contrast: 20 });
  if (step?.kind !== 'lut') throw new Error('The look has no table');
  writeFileSync(join(folder, 'look.cube'), step.cube);
  writeFileSync(join(folder, 'in.rgb'), pixels);

  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-i', join(folder, 'in.rgb')];
  const graph = filter('lut3d', { file: join(folder, 'look.cube'), interp: 'tetrahedral' });
  const { stdout } = await promisify(execFile)(
    tools.ffmpegPath,
    ['-v', 'error', ...input, '-vf', graph, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
    { encoding: 'buffer' },
  );
  const thumbnail = applyLut(lookLut({ filter: 'teal-orange', strength: 70, contrast: 20 })!, pixels);
  expect(thumbnail).not.toEqual(pixels);
  expect(Math.max(...thumbnail.map((value, i) => Math.abs(value - stdout[i]!)))).toBeLessThanOrEqual(1);
});

test('a small table is good enough for a thumbnail', () => {
  const random = createRandom(5);
  const pixels = Uint8Array.from({ length: 3000 }, () => random.below(256));
  const [small, full] = [17, 33].map((size) => applyLut(lookLut({ filter: 'hong-kong' }, size)!, pixels));
  const differences = small!.map((value, i) => Math.abs(value - full![i]!));
  expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(1.5);
});

test('a look is one table named by its content, and what no table can do', () => {
  const look = buildLook({ filter: 'hd' });
  expect(look).toEqual([
    { kind: 'lut', cube: expect.any(String), hash: expect.stringMatching(/^[0-9a-f]{64}$/), strength: 1 },
    { kind: 'filter', text: 'unsharp=luma_msize_x=5:luma_msize_y=5:luma_amount=0.54' },
  ]);
  const [table] = look;
  expect(table?.kind === 'lut' && table.cube.split('\n').slice(0, 3)).toEqual([
    'TITLE "hd"',
    'LUT_3D_SIZE 33',
    expect.stringMatching(/^[\d. ]+$/),
  ]);
});

test('every transition is one that ffmpeg knows, and lasts as long as allowed', async () => {
  const { stdout } = await promisify(execFile)(tools.ffmpegPath, ['-hide_banner', '-h', 'filter=xfade']);
  expect(TRANSITION_CHOICES).toHaveLength(12);
  for (const { xfade, defaultMs } of TRANSITION_CHOICES) {
    expect(stdout).toMatch(new RegExp(`^\\s+${xfade}\\s+\\d+`, 'm'));
    expect(defaultMs).toBeGreaterThanOrEqual(SHORTEST_TRANSITION_MS);
    expect(defaultMs).toBeLessThanOrEqual(LONGEST_TRANSITION_MS);
  }
});
