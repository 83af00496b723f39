import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAi, type Ai } from '#ai.ts';
import { packsDir } from '#packs/packs-dir.ts';
import { openShelf } from '#packs/shelf.ts';
import { drawClock, drawFace, drawLines, drawOrange, drawStopSign } from '#testing/drawings.ts';
import { clusterFaces, SAME_PERSON } from '#vision/clusters.ts';
import { describeShot } from '#vision/describe.ts';
import { LOOK_DIMENSIONS } from '#vision/look-vector.ts';
import { likeness } from '#vision/pixels.ts';
import type { Picture, RawPicture, Sight, SightPart } from '#vision/sight.ts';

/** The real models, kept in the user's cache and fetched by the registry that npm tells us of. */
const shelf = openShelf({ dir: packsDir(process.env), registry: process.env['npm_config_registry'] ?? '' });
const dir = mkdtempSync(join(tmpdir(), 'mixreel-vision-'));
/** A folder of the public sample videos of intel-iot-devkit, for those who have it. */
const footageDir = process.env['FOOTAGE_DIR'];
const ffmpeg = process.env['FFMPEG_PATH'] ?? 'ffmpeg';

let ai: Ai;

beforeAll(async () => {
  const packs = ['vision-text', 'vision-faces', 'vision-objects', 'vision-persons', 'vision-scenes'] as const;
  for (const pack of packs) await shelf.fetch(pack);
  ai = createAi({ shelf, threads: 2 });
});
afterAll(async () => {
  await ai?.close();
  rmSync(dir, { recursive: true });
});

let saved = 0;
function save(contents: Buffer | string, ending = 'jpg'): string {
  const path = join(dir, `${(saved += 1)}.${ending}`);
  writeFileSync(path, contents);
  return path;
}

async function see(contents: Buffer, want: SightPart[]): Promise<Sight> {
  const [sight] = await ai.see([save(contents)], { want });
  return sight!;
}

const textOf = (sight: Sight) => sight.text.map(({ text }) => text.replaceAll(' ', ''));

const refused = (picture: Picture) =>
  ai.see([picture], { want: ['objects'] }).then(
    () => 'seen',
    (error: unknown) => (error as { kind?: string }).kind,
  );

/** Two pictures of a clip, a second apart. */
function frames(name: string): string[] {
  const file = readdirSync(footageDir!).find((entry) => entry.startsWith(`${name}.`))!;
  const pattern = join(dir, `${name}-%d.jpg`);
  execFileSync(ffmpeg, ['-v', 'error', '-i', join(footageDir!, file), '-vf', 'fps=1', '-frames:v', '3', pattern]);
  return [1, 2].map((at) => join(dir, `${name}-${at}.jpg`));
}

/** What is read of two words whose second begins at `x`. */
async function readTwoWords(x: number): Promise<string[]> {
  const words = [
    { text: '今日推荐', x: 100, y: 400, size: 60 },
    { text: '保温杯', x, y: 400, size: 60 },
  ];
  return textOf(await see(await drawLines(words), ['text']));
}

describe('text on screen', () => {
  test('Chinese, English and prices are read, from top to bottom, where they stand', async () => {
    const picture = await drawLines([
      { text: '限时特惠只要99.9元', x: 120, y: 300, size: 84, colour: '#ffe100' },
      { text: 'Free shipping worldwide', x: 120, y: 700, size: 56 },
      { text: '点击左下角链接下单', x: 240, y: 1500, size: 48 },
    ]);
    const sight = await see(picture, ['text']);
    expect(textOf(sight)).toEqual(['限时特惠只要99.9元', 'Freeshippingworldwide', '点击左下角链接下单']);
    const { box, score } = sight.text[2]!;
    expect(score).toBeGreaterThan(0.9);
    expect(Math.abs(box.x - 240 / 1080)).toBeLessThan(0.03);
    expect(Math.abs(box.y + box.height / 2 - 1530 / 1920)).toBeLessThan(0.02);
  });

  test('a tilted line and a faint mark in a corner are read; the mark is called one', async () => {
    const picture = await drawLines([
      { text: '新品上市买一送一', x: 150, y: 700, size: 80, angle: -12 },
      { text: '@混剪工场', x: 800, y: 90, size: 40, opacity: 0.45 },
    ]);
    const sight = await see(picture, ['text']);
    expect(textOf(sight).toSorted()).toEqual(['@混剪工场', '新品上市买一送一'].toSorted());
    const names = describeShot([sight], {}).tags.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['有水印', '有文字']));
  });

  test('words a character apart on one line are one line, words far apart are two, from the left', async () => {
    expect(await readTwoWords(420)).toEqual(['今日推荐保温杯']);
    expect(await readTwoWords(640)).toEqual(['今日推荐', '保温杯']);
  });

  test('where nothing is written nothing is read', async () => {
    for (const picture of [await drawLines([]), await drawOrange()]) {
      const sight = await see(picture, ['text']);
      expect(sight.text).toEqual([]);
      expect(describeShot([sight], {}).tags).toContainEqual(expect.objectContaining({ name: '无文字' }));
    }
  });
});

describe('faces', () => {
  test('a face is found where it is, and known again smaller, elsewhere and brighter', async () => {
    const near = await see(await drawFace(), ['faces']);
    const far = await see(
      await sharp(await drawFace({ x: 180, y: 160, scale: 0.55 }))
        .modulate({ brightness: 1.2 })
        .png()
        .toBuffer(),
      ['faces'],
    );
    expect([near.faces.length, far.faces.length]).toEqual([1, 1]);
    const [one, other] = [near.faces[0]!, far.faces[0]!];
    expect(Math.abs(other.box.x + other.box.width / 2 - 180 / 640)).toBeLessThan(0.04);
    expect(one.vector.length).toBe(128);
    expect(likeness(one.vector, one.vector)).toBeCloseTo(1, 4);
    expect(likeness(one.vector, other.vector)).toBeGreaterThan(SAME_PERSON);
    expect([near.people, near.text, near.vector.length]).toEqual([1, [], 0]);
  });

  test('a face that fills the picture is found, and is who it was from afar', async () => {
    const whole = await drawFace();
    const [face] = (await see(whole, ['faces'])).faces;
    const { x, y, width, height } = face!.box;
    const side = Math.round((height * 480) / 0.8);
    const left = Math.round((x + width / 2) * 640 - side / 2);
    const top = Math.round((y + height * 0.45) * 480 - side / 2);
    const cut = await sharp(whole).extract({ left, top, width: side, height: side }).resize(640).png().toBuffer();
    const [filling, ...others] = (await see(cut, ['faces'])).faces;
    expect(others).toEqual([]);
    expect(filling!.box.height).toBeGreaterThan(0.7);
    expect(likeness(filling!.vector, face!.vector)).toBeGreaterThan(0.8);
  });

  test('a clock, an orange and a sign have no face', async () => {
    for (const picture of [await drawClock(), await drawOrange(), await drawStopSign()]) {
      expect((await see(picture, ['faces'])).faces).toEqual([]);
    }
  });
});

describe('things and scenes', () => {
  test('a drawn clock, orange and stop sign are named in Chinese, in their places', async () => {
    const clock = await see(await drawClock({ x: 200, scale: 0.8 }), ['objects', 'scenes']);
    const found = clock.objects.find(({ key }) => key === 'clock')!;
    expect(found.label).toBe('钟表');
    expect(Math.abs(found.box.x + found.box.width / 2 - 200 / 640)).toBeLessThan(0.05);
    expect(Math.abs(found.box.width - 240 / 640)).toBeLessThan(0.06);

    const orange = await see(await drawOrange(), ['objects']);
    expect(orange.objects[0]).toMatchObject({ key: 'orange', label: '橙子' });

    const sign = await see(await drawStopSign(), ['objects', 'scenes']);
    const { caption, tags } = describeShot([sign], { brightness: 160 });
    expect(caption).toContain('停车标志');
    expect(caption).toContain('户外');
    expect(tags.map(({ name }) => name)).toContain('无人');
  });
});

describe('look-alikes', () => {
  test('the same thing looks more like itself, moved and relit, than like another', async () => {
    const clock = await see(await drawClock(), ['vector']);
    const again = await see(await drawClock({ x: 280, scale: 0.8, at: 140, wall: '#b9c4cf' }), ['vector']);
    const orange = await see(await drawOrange(), ['vector']);
    expect(clock.vector.length).toBe(LOOK_DIMENSIONS);
    expect(likeness(clock.vector, clock.vector)).toBeCloseTo(1, 4);
    expect(likeness(clock.vector, again.vector)).toBeGreaterThan(likeness(clock.vector, orange.vector) + 0.3);
  });

  test('crops hold the middle and the things', async () => {
    const sight = await see(await drawClock({ x: 130, y: 120, scale: 0.6 }), ['crops']);
    expect(sight.crops.length).toBeGreaterThanOrEqual(2);
    const crop = sight.crops[1]!;
    expect(Math.abs(crop.box.x + crop.box.width / 2 - 130 / 640)).toBeLessThan(0.06);
    const close = await see(await drawClock({ scale: 1.5 }), ['vector']);
    expect(likeness(crop.vector, close.vector)).toBeGreaterThan(0.5);
  });
});

describe('pictures from strangers', () => {
  test('a text, a truncated file, a drawing format, a huge picture and a missing file are refused', async () => {
    const jpeg = await drawLines([]);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>';
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    for (const path of [
      save('not a picture'),
      save(jpeg.subarray(0, jpeg.length / 2)),
      save(svg, 'png'),
      save(bomb, 'png'),
      save(''),
      join(dir, 'missing.jpg'),
    ]) {
      expect(await refused(path)).toBe('bad-picture');
    }
    expect(await refused({ data: new Uint8Array(10), width: 20, height: 20 })).toBe('bad-picture');
    expect(await refused({ data: new Uint8Array(3e6), width: 1e6, height: 1 })).toBe('bad-picture');
  });

  test('raw pixels, transparency, grey and turned pictures are seen as a person sees them', async () => {
    const clock = await drawClock();
    const { data, info } = await sharp(clock).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const raw: RawPicture = { data, width: info.width, height: info.height };
    const turned = await sharp(clock).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const grey = await sharp(clock).greyscale().webp().toBuffer();
    const pictures = [raw, save(turned), save(grey, 'webp'), save(clock, 'png')];
    const progress: number[] = [];
    const sights = await ai.see(pictures, { want: ['objects'], onProgress: (value) => progress.push(value) });
    for (const sight of sights) expect(sight.objects.map(({ key }) => key)).toContain('clock');
    expect(sights[1]).toMatchObject({ width: 640, height: 480 });
    expect(progress).toEqual([0.25, 0.5, 0.75, 1]);
  });
});

test('a cancelled look ends with its reason, and the next one is answered', async () => {
  const path = save(await drawFace());
  const pictures = Array.from({ length: 100 }, () => path);
  const controller = new AbortController();
  const seen = ai.see(pictures, {
    want: ['faces'],
    signal: controller.signal,
    onSight: (at) => at === 1 && controller.abort(),
  });
  await expect(seen).rejects.toHaveProperty('name', 'AbortError');
  expect(await ai.see([path], { want: ['faces'] })).toMatchObject([{ people: 1 }]);
});

test('without its pack a look says what is missing', async () => {
  const empty = createAi({ shelf: openShelf({ dir: join(dir, 'empty'), registry: '' }), threads: 1 });
  const seen = empty.see([join(dir, 'x.jpg')], { want: ['faces'] });
  await expect(seen).rejects.toMatchObject({ name: 'PackMissing', pack: 'vision-faces' });
  await empty.close();
});

describe.skipIf(!footageDir)('real footage (FOOTAGE_DIR)', () => {
  test('six clips of four people make four persons', async () => {
    const clips = ['again', 'book', 'eat', 'help', 'milk', 'walk'];
    const sights = await ai.see(clips.flatMap(frames), { want: ['faces'] });
    expect(sights.map(({ faces }) => faces.length)).toEqual(sights.map(() => 1));
    const { clusters, of } = clusterFaces(sights.map(({ faces }) => faces[0]!.vector));
    const person = Object.fromEntries(clips.map((clip, i) => [clip, of[2 * i]!]));
    expect(clusters.length).toBe(4);
    expect(person['again']).toBe(person['help']);
    expect(person['book']).toBe(person['walk']);
    clips.forEach((_, i) => expect(of[2 * i]).toBe(of[2 * i + 1]));
  });

  test('bottles are bottles, and somebody before a wall is one person in a medium shot', async () => {
    const [bottles] = await ai.see(frames('bottle-detection'));
    const { tags } = describeShot([bottles!], {});
    expect(tags.map(({ name }) => name)).toEqual(expect.arrayContaining(['无人', '三个瓶子']));
    const want = ['faces', 'objects', 'persons'] as const;
    const walk = describeShot(await ai.see(frames('walk'), { want: [...want] }), {});
    expect(walk.caption).toMatch(/^一个穿橙色上衣的女生.*中景/);
  });
});
