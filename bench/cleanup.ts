/** Text put on real footage, found and taken away: how much is found, how near what comes back is to what was there. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAi, editDistance, openShelf, packsDir } from '@mixreel/ai';
import { cleanFilm, locateFfmpeg, type Mark, openScratch, ORIGIN, probe, type Tools } from '@mixreel/media';
import { findMarks } from '../apps/server/src/features/clean/find-marks.ts';
import type { JobContext } from '../apps/server/src/queue/job.ts';
import type { Bar } from './bar.ts';
import { clipsOf, frames, type MadeClip, makeClip, type Put, ROLLING_SPEED } from './cleanup-clips.ts';

const MEDIA = process.env['MEDIA_DIR'] ?? new URL('../../shared/media', import.meta.url).pathname;
const { signal } = new AbortController();
/** A pixel belongs to the text when it changed by more than this. */
const CHANGED = 6;
/** Films without a letter in them. */
const UNWRITTEN = ['bottle-detection.mp4', 'car-detection.mp4'];
/** Fewer pixels than this say nothing of a clip. */
const SAYS_SOMETHING = 1000;

type Ai = ReturnType<typeof createAi>;
/** Squares of how far pixels are off. */
type Off = { squares: number; count: number };

export async function run(): Promise<Bar[]> {
  if (!existsSync(MEDIA)) throw new Error(`There is no footage in ${MEDIA}: set MEDIA_DIR`);
  const folder = mkdtempSync(join(tmpdir(), 'mixreel-cleanup-'));
  const tools = await locateFfmpeg();
  const scratch = openScratch(join(folder, 'scratch'));
  const ai = createAi({ shelf: openShelf({ dir: packsDir(process.env), registry: '' }) });
  try {
    const made: MadeClip[] = [];
    for (const clip of clipsOf(MEDIA)) made.push(await makeClip(tools, clip, folder));
    const context = { tools, ai, scratch, signal, report: () => {}, step: (_: string, work: () => unknown) => work() };
    return [
      ...(await measureFinding(context as unknown as JobContext, made)),
      ...(await measureRemoving(tools, ai, made, folder)),
    ];
  } finally {
    await ai.close();
    scratch.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureFinding(context: JobContext, made: MadeClip[]): Promise<Bar[]> {
  let [shown, found, wrong, seconds, off] = [0, 0, 0, 0, 0];
  for (const { clip, path, facts } of made) {
    const length = clip.frames / clip.fps;
    const { marks, notices } = await findMarks(context, { path, facts });
    const all = [...marks, ...notices];
    for (const put of clip.puts) {
      shown += 1;
      const hit = all.find((mark) => isRead(mark.text, put.text));
      if (!hit) {
        console.log(`not found in ${clip.name}: ${put.text} (${all.map(({ text }) => text).join(' / ')})`);
        continue;
      }
      found += 1;
      off = Math.max(off, put.isMoving ? 0 : Math.abs(hit.end_ms / 1000 - Math.min(put.to, length)));
    }
    const extra = all.filter(({ text }) => clip.puts.every((put) => !isRead(text, put.text)));
    for (const { text } of extra) console.log(`found in ${clip.name} besides: ${text}`);
    wrong += extra.length;
    seconds += length;
  }
  // Nothing is written in these, so whatever is found is wrong.
  for (const name of UNWRITTEN) {
    const path = join(MEDIA, name);
    const facts = await probe(context.tools, path);
    const { marks, notices } = await findMarks(context, { path, facts });
    for (const { text } of [...marks, ...notices]) console.log(`found in ${name}: ${text}`);
    wrong += marks.length + notices.length;
    seconds += facts.seconds;
  }
  return [
    bar('lines found', (100 * found) / shown, '%', 95, 'higher'),
    bar('boxes that are none', (60 * wrong) / seconds, 'a minute', 2, 'lower'),
    bar('end of a line, furthest off', off, 's', 0.2, 'lower'),
  ];
}

/** Read well enough to be the same line: a rolling one is read in parts. */
function isRead(read: string, put: string): boolean {
  const [a, b] = [read.replaceAll(' ', ''), put.replaceAll(' ', '')];
  return editDistance(a, b) <= Math.max(1, 0.5 * b.length) || (a.length >= 3 && b.includes(a));
}

/** Where what came back is from, as it is told apart below. */
const KINDS = ['left', 'seen', 'taken along', 'made'] as const;
type Kind = (typeof KINDS)[number];

async function measureRemoving(tools: Tools, ai: Ai, made: MadeClip[], folder: string): Promise<Bar[]> {
  const offs = new Map<Kind, Off>(KINDS.map((kind) => [kind, { squares: 0, count: 0 }]));
  /** Of each line that a model had to fill for a good part. */
  const lines: number[] = [];
  let [ours, theirs, flicker] = [0, 0, 0];
  let outside = 0;
  let [cpu, hidden, boxes] = [0, 0, 0];
  for (const one of made) {
    const marks = one.clip.puts.map((put) => markOf(one, put));
    const out = join(folder, `${one.clip.name}-out.mp4`);
    const { width, height } = one.size;
    const kinds = new Uint8Array(width * height * one.clip.frames);
    // Threads of this process alone: programs and models are others.
    const began = process.cpuUsage();
    const mended = await cleanFilm(
      tools,
      {
        source: { path: one.path, facts: one.facts },
        marks,
        cuts: [],
        crop: null,
        quality: 'lossless',
        labelOf: () => null,
        folder: join(folder, `${one.clip.name}-work`),
        out,
      },
      {
        signal,
        fill: (picture, hole) => ai.fillHole(picture, { ...picture, data: hole }, { signal }),
        onPatch({ rect, from, to, origins }) {
          const bytes = readFileSync(origins);
          const [across, area] = [rect.width, rect.width * rect.height];
          for (let n = 0; n < (to - from) * area; n += 1) {
            const [frame, x, y] = [from + Math.floor(n / area), n % across, Math.floor((n % area) / across)];
            kinds[(frame * height + rect.y + y) * width + rect.x + x] = kindOf(bytes[n]!);
          }
        },
      },
    );
    const took = process.cpuUsage(began);
    cpu += (took.user + took.system) / 1e6;
    hidden += mended.hidden;
    boxes += boxPixels(one, marks);
    const found = compare(one, marks, await frames(tools, out), kinds);
    console.log(`${one.clip.name}: ${mended.fills} fills, flicker × ${found.flicker.toFixed(2)}`);
    for (const [line, own] of found.offs.entries()) {
      const put = one.clip.puts[line]!;
      const told = KINDS.flatMap((kind, n) => (own[n]!.count > 0 ? [`${kind} ${say(own[n]!)}`] : []));
      console.log(`  ${put.style}, ${put.name}: ${told.join(', ')}`);
      for (const [n, kind] of KINDS.entries()) {
        offs.get(kind)!.squares += own[n]!.squares;
        offs.get(kind)!.count += own[n]!.count;
      }
      const last = own.at(-1)!;
      if (last.count >= SAYS_SOMETHING) lines.push(psnr(last));
    }
    flicker = Math.max(flicker, found.flicker);
    ours += found.ours;
    theirs += found.theirs;
    outside += found.outside;
  }
  const all = [...offs.values()].reduce((sum, { count }) => sum + count, 0);
  const share = (kind: Kind) => (100 * offs.get(kind)!.count) / all;
  return [
    bar('behind text, where another frame shows it', psnr(offs.get('seen')!), 'dB', 38, 'higher'),
    bar('behind text, taken along the motion', psnr(offs.get('taken along')!), 'dB', 22, 'higher'),
    bar('made up by a model, mean of the lines', mean(lines), 'dB', 22, 'higher'),
    bar('made up by a model, all pixels together', psnr(offs.get('made')!), 'dB', null, 'higher'),
    bar('made up by a model, worst line', Math.min(...lines), 'dB', null, 'higher'),
    bar('of it seen', share('seen'), '%', null, 'higher'),
    bar('of it taken along', share('taken along'), '%', null, 'higher'),
    bar('of the text left', share('left'), '%', 0.1, 'lower'),
    bar('pixels outside the boxes that changed', outside, 'pixels', 0, 'lower'),
    bar('flicker in a box against the film without text, most', flicker, '×', 1, 'lower'),
    bar('flicker in all boxes against the films without text', ours / theirs, '×', null, 'lower'),
    bar('processor time a million hidden pixels', (1e6 * cpu) / hidden, 's', null, 'lower'),
    bar('processor time a million pixels of boxes, as estimated', (1e6 * cpu) / boxes, 's', null, 'lower'),
  ];
}

/** What the estimate goes by (contract/clean.ts): boxes as they are drawn, over their frames. */
function boxPixels({ size, clip }: MadeClip, marks: Mark[]): number {
  return marks.reduce((sum, { keys: [{ box }], start, end }) => {
    return sum + box.width * size.width * box.height * size.height * (end - start) * clip.fps;
  }, 0);
}

function kindOf(origin: number): number {
  return origin <= ORIGIN.seen ? origin : origin < ORIGIN.made ? 2 : 3;
}

function say(off: Off): string {
  return `${psnr(off).toFixed(1)} dB (${off.count})`;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function markOf({ clip, size, letters }: MadeClip, { x, y, from, to, text, isMoving }: Put): Mark {
  const width = Math.min(1, ((text.length + 1) * letters) / size.width);
  const height = (letters * 1.3) / size.height;
  const length = clip.frames / clip.fps;
  const at = (left: number) => ({ x: Math.max(0, Math.min(1 - width, left)), y: y - 0.01, width, height });
  const moving = (t: number) => at((size.width - ROLLING_SPEED * t) / size.width - 0.02);
  const still = x.startsWith('w*') ? at(Number(x.slice(2)) - 0.02) : at(0.5 - width / 2);
  const [first, ...rest] = isMoving
    ? Array.from({ length: 12 }, (_, n) => from + ((to - from) * n) / 11).map((t) => ({ seconds: t, box: moving(t) }))
    : [{ seconds: 0, box: still }];
  return {
    keys: [first!, ...rest],
    start: from,
    end: Math.min(to, length),
    way: 'learned',
    isStrokes: true,
    colour: '#000000',
  };
}

/** Where the text was: how far off what came back is, and how restless it is. Elsewhere: whether anything changed. */
function compare({ size, clip, plain, texted }: MadeClip, marks: Mark[], after: Buffer, kinds: Uint8Array) {
  const { width, height } = size;
  const bytes = (width * height * 3) / 2;
  // One line stands in the lower half, the other rolls through the upper one.
  const offs: Off[][] = clip.puts.map(() => KINDS.map(() => ({ squares: 0, count: 0 })));
  let [outside, ours, theirs] = [0, 0, 0];
  const tops = marks.map(({ keys }) => [keys[0].box.y - 0.06, keys[0].box.y + keys[0].box.height + 0.06] as const);
  const most = Math.min(clip.frames, Math.floor(plain.length / bytes));
  for (let frame = 0; frame < most; frame += 1) {
    for (let n = 0; n < width * height; n += 1) {
      const at = frame * bytes + n;
      const row = Math.floor(n / width) / height;
      if (texted[at] !== after[at] && tops.every(([top, bottom]) => row < top || row > bottom)) outside += 1;
      if (Math.abs(plain[at]! - texted[at]!) <= CHANGED) continue;
      const off = offs[row > 0.5 ? 0 : 1]![kinds[frame * width * height + n]!]!;
      off.squares += (plain[at]! - after[at]!) ** 2;
      off.count += 1;
      if (frame === 0) continue;
      ours += Math.abs(after[at]! - after[at - bytes]!);
      theirs += Math.abs(plain[at]! - plain[at - bytes]!);
    }
  }
  return { offs, outside, ours, theirs, flicker: ours / Math.max(1, theirs) };
}

function psnr({ squares, count }: Off): number {
  return 10 * Math.log10(255 ** 2 / (squares / Math.max(1, count) + 1e-9));
}

function bar(name: string, figure: number, unit: string, limit: number | null, better: Bar['better']): Bar {
  return { name, figure, unit, bar: limit, better };
}
