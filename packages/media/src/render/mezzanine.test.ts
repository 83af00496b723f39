import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { probe } from '#ffmpeg/probe.ts';
import { AIGC_KEY, aigcArgs, aigcLabel, readAigc } from '#labels/aigc.ts';
import { renderMezzanine, wantsMezzanine } from '#render/mezzanine.ts';
import { plainShot, type Source } from '#render/shot.ts';
import { renderTo, sourceOf, testEngine } from '#testing/engine.ts';
import { testFolder } from '#testing/folder.ts';
import { footage, testFootage, tools, turnedFootage } from '#testing/footage.ts';
import { packets, ssim } from '#testing/inspect.ts';

const SOFT = 'gblur=sigma=1.5';

test('a mezzanine is made of what is dear to decode, and of nothing else', async () => {
  const { facts } = await sourceOf(await testFootage());
  const like = (video: object) => wantsMezzanine({ ...facts, video: { ...facts.video!, ...video } });
  expect(like({ width: 1920, height: 1080 })).toBe(false);
  expect(wantsMezzanine({ ...facts, bytes: facts.seconds * 2e6 })).toBe(true);
  expect(like({ codec: 'hevc' })).toBe(true);
  expect(like({ hdr: 'hlg' })).toBe(true);
  expect(like({ width: 3840, height: 2160 })).toBe(true);
  expect(wantsMezzanine({ ...facts, isStill: true })).toBe(false);
});

test('a mezzanine shows the same frames at the same times, upright, with a keyframe every half second', async () => {
  const lying = await testFootage({
    width: 192,
    height: 108,
    seed: 3,
    filters: `${SOFT},select='not(eq(mod(n*7,11),3))'`,
    args: [['-fps_mode', 'vfr']],
  });
  const turned = await turnedFootage(lying, 90);
  const source = await sourceOf(turned);
  const path = join(testFolder(), 'mezzanine.mp4');
  await renderMezzanine(tools, source, path);

  expect((await probe(tools, path)).video).toMatchObject({ rotation: 0, width: 108, height: 192, codec: 'h264' });
  expect(await times(path)).toEqual(await times(turned));
  const keyframes = (await packets(path, 'v')).filter(({ isKeyframe }) => isKeyframe);
  expect(keyframes.length).toBeGreaterThanOrEqual(5);

  expect(await ssim(await render(await sourceOf(path)), await render(source))).toBeGreaterThan(0.98);
});

test('a mezzanine of AI content is AI content', async () => {
  const label = aigcLabel({ producer: '测试', contentId: 'film-1' });
  const film = await footage('mp4', [
    ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=0.2', '-c:v', 'libx264'],
    ...aigcArgs(label),
  ]);
  const path = join(testFolder(), 'mezzanine.mp4');
  await renderMezzanine(tools, await sourceOf(film), path);
  expect(readAigc((await probe(tools, path)).tags[AIGC_KEY] ?? '')).toEqual(label);
});

const chapter = (n: number) => `[CHAPTER]\nTIMEBASE=1/10\nSTART=${n}\nEND=${n + 1}\ntitle=第${n}章\n`;

test('a cover that comes before the film is not taken for it, and chapters are not handed on', async () => {
  const folder = testFolder();
  const chapters = join(folder, 'chapters.txt');
  await writeFile(chapters, `;FFMETADATA1\n${[0, 1, 2].map(chapter).join('')}`);
  const film = join(folder, 'film.mp4');
  const cover = await footage('png', [['-f', 'lavfi', '-i', 'color=red:s=32x32', '-frames:v', 1]]);
  await promisify(execFile)(
    tools.ffmpegPath,
    `-v error -i ${await testFootage()} -i ${cover} -i ${chapters} -map 0:v -map 1 -map_chapters 2 -c copy -disposition:v:1 attached_pic ${film}`.split(
      ' ',
    ),
  );
  await writeFile(film, tagsFirst(await readFile(film)));
  const source = await sourceOf(film);
  expect(source.facts.video).toMatchObject({ width: 96, height: 54 });
  const path = join(folder, 'mezzanine.mp4');
  await renderMezzanine(tools, source, path);
  expect((await probe(tools, path)).video).toMatchObject({ width: 96, height: 54, frames: 90 });
  expect([await countChapters(film), await countChapters(path)]).toEqual([3, 0]);
  const plain = await sourceOf(await testFootage());
  expect(await ssim(await render(source), await render(plain))).toBeGreaterThan(0.98);
});

const isTags = (box: Buffer) => box.toString('latin1', 4, 8) === 'udta';

/** The same file with its tags, and the cover among them, before its tracks, as some programs write them. */
function tagsFirst(bytes: Buffer): Buffer {
  const from = bytes.indexOf('moov') - 4;
  const end = from + bytes.readUInt32BE(from);
  const children: Buffer[] = [];
  for (let at = from + 8; at < end; at += bytes.readUInt32BE(at)) {
    children.push(bytes.subarray(at, at + bytes.readUInt32BE(at)));
  }
  const [head, ...rest] = children as [Buffer, ...Buffer[]];
  const sorted = [head, ...rest.filter(isTags), ...rest.filter((box) => !isTags(box))];
  return Buffer.concat([bytes.subarray(0, from + 8), ...sorted, bytes.subarray(end)]);
}

async function countChapters(path: string): Promise<number> {
  const args = ['-v', 'quiet', '-show_chapters', '-of', 'json', path];
  const { stdout } = await promisify(execFile)(tools.ffprobePath, args);
  return (JSON.parse(stdout) as { chapters: object[] }).chapters.length;
}

test('a failed mezzanine leaves no file', async () => {
  const source = await sourceOf(await testFootage());
  const path = join(testFolder(), 'mezzanine.mp4');
  await expect(renderMezzanine(tools, { ...source, path: '/etc/hostname' }, path)).rejects.toMatchObject({
    reason: 'unreadable',
  });
  expect(existsSync(path)).toBe(false);
});

async function times(path: string): Promise<number[]> {
  return (await packets(path, 'v')).map(({ pts }) => Math.round(pts * 1000)).toSorted((a, b) => a - b);
}

function render(source: Source): Promise<string> {
  return renderTo(testEngine(), {
    canvas: { width: 108, height: 192, fps: 30 },
    quality: 'high',
    cuts: [{ shot: plainShot({ source, startSeconds: 0.77, frames: 20 }), transition: null }],
    sound: null,
    tags: {},
  });
}
