import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cleanFilm } from '#clean/clean-film.ts';
import type { Mark } from '#clean/mark.ts';
import { probe } from '#ffmpeg/probe.ts';
import { runFfmpeg, runProgram } from '#ffmpeg/run.ts';
import { aigcArgs, aigcLabel } from '#labels/aigc.ts';
import { markFilm } from '#labels/film.ts';
import { tools, turnFilm } from '#testing/footage.ts';
import { framesOf } from './film.ts';
import { mayKeep, readKeepable } from './keep.ts';

const [WIDTH, HEIGHT, FRAMES, GROUP] = [96, 64, 50, 10];
const FRAME = (WIDTH * HEIGHT * 3) / 2;

function place(): string {
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-keep-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A film with pictures that need later ones, its sound beginning a little late. */
async function film(dir: string, encoder: (string | number)[], seconds = FRAMES / 25): Promise<string> {
  const path = join(dir, 'film.mp4');
  await runFfmpeg(tools, [
    ['-f', 'lavfi', '-i', `testsrc2=s=${WIDTH}x${HEIGHT}:r=25:d=${seconds}`],
    ['-f', 'lavfi', '-i', `sine=d=${seconds}`],
    ['-c:v', 'libx264', '-preset', 'veryfast', '-g', GROUP, '-bf', 2, '-pix_fmt', 'yuv420p', ...encoder],
    ['-c:a', 'aac', path],
  ]);
  return path;
}

async function framesIn(path: string): Promise<Buffer[]> {
  const raw = `${path}.yuv`;
  await runFfmpeg(tools, [['-xerror', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', raw]]);
  const all = readFileSync(raw);
  return Array.from({ length: all.length / FRAME }, (_, n) => all.subarray(n * FRAME, (n + 1) * FRAME));
}

/** Every packet of a track: when it is shown, and what is in it. */
async function packetsOf(path: string, track: 'v' | 'a'): Promise<string[]> {
  const asked = ['-select_streams', track, '-show_entries', 'packet=pts_time,data_hash', '-show_data_hash', 'md5'];
  const { stdout } = await runProgram(tools.ffprobePath, ['-v', 'error', ...asked, '-of', 'csv=p=0', path]);
  return stdout.trim().split('\n').toSorted();
}

test('whether bytes can be kept is told beforehand as it is found out then', async () => {
  const facts = await probe(tools, await film(place(), [], 0.2));
  expect(mayKeep(facts)).toBe(true);
  for (const odd of [{ codec: 'hevc' }, { isVariableRate: true }, { codedWidth: 95 }] as const) {
    expect(mayKeep({ ...facts, video: { ...facts.video!, ...odd } })).toBe(false);
  }
});

test('of a film only groups of pictures in which something is done are encoded, all other bytes stay, each shown when it was', async () => {
  const upright = await film(place(), []);
  for (const degrees of [0, 90]) expect(await keptFrames(upright, degrees)).toBe(FRAMES - GROUP);
});

function times(packets: string[]): string[] {
  return packets.map((packet) => Number(packet.split(',')[0]).toFixed(3));
}

/** How many frames keep their bytes where one group is touched; all else that holds then is asked here. */
async function keptFrames(upright: string, degrees: number): Promise<number> {
  const dir = place();
  const [path, out] = [join(dir, 'film.mp4'), join(dir, 'out.mp4')];
  writeFileSync(path, turnFilm(readFileSync(upright), degrees));
  const mark: Mark = {
    keys: [{ seconds: 0, box: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 } }],
    start: 24 / 25,
    end: 26 / 25,
    way: 'colour',
    isStrokes: false,
    colour: '#ffffff',
  };
  const source = { path, facts: await probe(tools, path) };
  const wish = { source, marks: [mark], cuts: [], crop: null, quality: 'fast' as const, labelOf: () => null };
  const folder = join(dir, 'kept');
  const options = { signal: new AbortController().signal, fill: async () => null };
  await cleanFilm(tools, { ...wish, folder, out }, options);
  expect(readdirSync(folder).filter((name) => name.endsWith('.mp4'))).toEqual(['pictures.mp4', 'segment-0001.mp4']);

  const [before, after] = [await packetsOf(path, 'v'), await packetsOf(out, 'v')];
  expect(times(after)).toEqual(times(before));
  expect(await packetsOf(out, 'a')).toEqual(await packetsOf(path, 'a'));
  // Shown as before but for the group with the mark, also at the joins; and from the middle on, as players jump.
  const [was, is] = [await framesIn(path), await framesIn(out)];
  const same = is.flatMap((frame, n) => (frame.equals(was[n]!) ? [n] : []));
  expect(same).toEqual(was.flatMap((_, n) => (n >= 2 * GROUP && n < 3 * GROUP ? [] : [n])));
  const middle = (frame: Buffer) => frame[(WIDTH * HEIGHT) / 2 + (degrees === 0 ? WIDTH : HEIGHT) / 2]!;
  expect([25, 29, 30].map((n) => middle(is[n]!) > 230)).toEqual([true, false, false]);
  // Beside the mark what was encoded anew looks as before.
  const wide = degrees === 0 ? WIDTH : HEIGHT;
  const beside = (frame: Buffer) => frame.subarray(0, (WIDTH * HEIGHT) / 8).filter((_, n) => n % wide < wide / 4);
  const off = beside(is[25]!).reduce((sum, light, n) => sum + Math.abs(light - beside(was[25]!)[n]!), 0);
  expect(off / beside(is[25]!).length).toBeLessThan(6);
  const { video } = await probe(tools, out);
  expect(video?.rotation).toBe(source.facts.video?.rotation);
  const jumped = join(dir, 'jumped.yuv');
  await runFfmpeg(tools, [
    ['-ss', 32 / 25, '-i', out, '-frames:v', 1, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', jumped],
  ]);
  expect(readFileSync(jumped).equals(was[32]!)).toBe(true);
  return after.filter((packet) => before.includes(packet)).length;
}

async function groupsOf(path: string): Promise<number | undefined> {
  const { video } = await probe(tools, path);
  return (await readKeepable(path, video!, framesOf(video!, [])))?.groups.length;
}

test('films whose groups lean on one another, or are shown unevenly, are encoded whole', async () => {
  const dir = place();
  const leaning = await film(dir, ['-x264-params', 'open-gop=1']);
  // The first picture of all is the only one that stands alone.
  expect(await groupsOf(leaning)).toBe(2);
  const uneven = join(dir, 'uneven.mp4');
  await runFfmpeg(tools, [['-i', leaning, '-vf', 'setpts=PTS+floor(N/7)*0.03/TB', '-fps_mode', 'vfr', uneven]]);
  expect(await groupsOf(uneven)).toBe(undefined);
});

test('a film gets the notice without the rest of it being encoded: its pictures and sound stay, each at its time', async () => {
  const dir = place();
  const path = await film(dir, aigcArgs(aigcLabel({ producer: 'ENGINE', contentId: 'one' })).flat(), 4);
  const marked = await markFilm(tools, path, { folder: dir });
  const [before, after] = [await packetsOf(path, 'v'), await packetsOf(marked, 'v')];
  expect(times(after)).toEqual(times(before));
  expect(await packetsOf(marked, 'a')).toEqual(await packetsOf(path, 'a'));
  // The notice lasts for two and a half seconds: seven groups of ten pictures.
  expect(after.filter((packet) => before.includes(packet)).length).toBe(100 - 7 * GROUP);
  const [was, is] = [await framesIn(path), await framesIn(marked)];
  const drawnOn = (n: number) =>
    is[n]!.subarray(0, WIDTH * HEIGHT).filter((one, at) => Math.abs(one - was[n]![at]!) > 25);
  expect([0, 62, 68].map((n) => drawnOn(n).length > 20)).toEqual([true, true, false]);
  expect(is[75]!.equals(was[75]!)).toBe(true);
  expect((await probe(tools, marked)).tags['AIGC']).toContain('"ProduceID":"one"');
});
