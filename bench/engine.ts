import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  analyse,
  Engine,
  linkFonts,
  locateFfmpeg,
  plainShot,
  probe,
  readBytes,
  renderMezzanine,
  shotStarts,
  silentMix,
  variantFrames,
  wantsMezzanine,
  writeMp4,
  type Args,
  type Source,
  type Variant,
} from '@mixreel/media';
import type { Bar } from './bar.ts';
import { measured, type Cost } from './engine-meter.ts';
import { naiveArgs } from './engine-naive.ts';
import { benchSources } from './engine-sources.ts';
import { runPlainly } from './plain-ffmpeg.ts';

const CANVAS = { width: 1080, height: 1920, fps: 30 };
const SHOT_FRAMES = 90;
const TRANSITION_FRAMES = 12;
const CAPTIONS = [
  '这款便携咖啡机\\N三十秒出杯',
  '随时随地享受\\N现磨香浓',
  '一键清洗\\N省心又省力',
  '满电可以连做\\N二十杯',
  '点击下方链接\\N立即抢购',
];

const folder = join(import.meta.dirname, '..', '.cache', 'bench-engine');
const tools = await locateFfmpeg();

/** What is measured, each part by itself. */
const PARTS = { cuts: hardCuts, transitions, analysis, mezzanines };

/** Renders batches of variants the engine's way and the naive way, on the same sources, in the same run. */
export async function run(names = Object.keys(PARTS) as (keyof typeof PARTS)[]): Promise<Bar[]> {
  const stock = await openStock();
  const work = mkdtempSync(join(folder, 'run-'));
  mkdirSync(join(work, 'out'));
  const bars: Bar[] = [];
  try {
    for (const name of names) bars.push(...(await PARTS[name](stock, work)));
    return bars;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export type Stock = Awaited<ReturnType<typeof openStock>>;

export async function openStock() {
  const paths = await benchSources(tools, folder);
  const clips = await Promise.all(paths.clips.map((row) => Promise.all(row.map(sourceOf))));
  const narrations = await Promise.all(paths.narrations.map(sourceOf));
  const music = await sourceOf(paths.music);
  const fontsDir = await linkFonts(['hei-bold'], join(folder, 'fonts'));
  return { clips, narrations, music, fontsDir };
}

async function sourceOf(path: string): Promise<Source> {
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
  return { path, hash, facts: await probe(tools, path) };
}

async function hardCuts(stock: Stock, work: string): Promise<Bar[]> {
  const picks = someVariants(200);
  const engine = openEngine(join(work, 'cache'));
  const outputs = join(work, 'out');
  const batch = (count: number, edited = -1) =>
    renderAll(
      engine,
      picks.slice(0, count).map((pick) => variantOf(stock, pick, { edited })),
      outputs,
    );

  const cold = await measured(() => batch(50));
  say('cold batch of 50', cold.cost);
  const bare = await bareEncode(stock, work, ['-crf', 23]);
  say('bare x264 veryfast of the unique seconds', bare);
  const tuned = await bareEncode(stock, work, ['-crf', 23, '-x264-params', 'bframes=0:subme=1:partitions=none:me=dia']);
  say('bare x264 with our settings of the unique seconds', tuned);
  const decoding = await bareDecode(stock);
  say('bare decode of the unique seconds', decoding);
  sayRest(cold.cost, tuned, decoding);
  const warm = await measured(() => batch(200));
  say('200 more, parts present', warm.cost);
  const edit = await measured(() => batch(50, 2));
  say('50 again, one caption edited', edit.cost);
  const withOwnSound = (from: number, to: number) =>
    renderAll(
      engine,
      picks.slice(from, to).map((pick) => variantOf(stock, pick, { hasOwnSound: true })),
      outputs,
    );
  await withOwnSound(0, 20);
  const own = await measured(() => withOwnSound(20, 28));
  say('8 with sound of their own', own.cost);
  const first = await firstByte(engine, variantOf(stock, picks[0]!));
  engine.close();

  const naive = await naiveCost(stock, picks.slice(0, 5), work, 0);
  say('naive, one', naive);
  const n200 = cold.cost.cpuSeconds + (warm.cost.cpuSeconds * 150) / 200;
  return [
    higher('50 variants: naive CPU over ours', (naive.cpuSeconds * 50) / cold.cost.cpuSeconds, '×', 18),
    higher('200 variants: naive CPU over ours', (naive.cpuSeconds * 200) / n200, '×', 60),
    lower('one more variant, sound shared', warm.cost.cpuSeconds / 200, 'CPU-s', 0.02),
    lower('one more variant, own sound', own.cost.cpuSeconds / 8, 'CPU-s', 0.45),
    lower('one caption edited, 50 variants, of the cold batch', edit.cost.cpuSeconds / cold.cost.cpuSeconds, '×', 0.2),
    told(
      "cold batch from the cameras' own files over bare x264 veryfast, wall",
      cold.cost.wallSeconds / bare.wallSeconds,
    ),
    lower('virtual file, first byte', first, 'ms', 20),
    lower('peak memory of the batch', cold.cost.peakBytes / 2 ** 20, 'MiB', 1024),
  ];
}

async function transitions(stock: Stock, work: string): Promise<Bar[]> {
  const picks = someVariants(50);
  const engine = openEngine(join(work, 'cache-soft'));
  const variants = picks.map((pick) => variantOf(stock, pick, { transitionFrames: TRANSITION_FRAMES }));
  const ours = await measured(() => renderAll(engine, variants, join(work, 'out')));
  engine.close();
  say('50 with transitions', ours.cost);
  const naive = await naiveCost(stock, picks.slice(0, 3), work, TRANSITION_FRAMES);
  say('naive with xfade, one', naive);
  return [
    higher('50 variants with transitions: naive CPU over ours', (naive.cpuSeconds * 50) / ours.cost.cpuSeconds, '×', 6),
    lower('peak memory with transitions', ours.cost.peakBytes / 2 ** 20, 'MiB', 1024),
  ];
}

/** The cold batch as the product runs it: from the mezzanines that upload made where they pay. */
async function mezzanines(stock: Stock, work: string): Promise<Bar[]> {
  const copies: Stock = { ...stock, clips: await Promise.all(stock.clips.map((row) => inTurn(row, mezzanineOf))) };
  const engine = openEngine(join(work, 'cache-mezzanine'));
  const variants = someVariants(50).map((pick) => variantOf(copies, pick));
  const cold = await measured(() => renderAll(engine, variants, join(work, 'out')));
  engine.close();
  say('cold batch of 50 from mezzanines', cold.cost);
  const bare = await bareEncode(stock, work, ['-crf', 23]);
  say('bare x264 veryfast of the unique seconds', bare);
  return [lower('cold batch over bare x264 veryfast, wall', cold.cost.wallSeconds / bare.wallSeconds, '×', 1.25)];
}

async function mezzanineOf(source: Source): Promise<Source> {
  if (!wantsMezzanine(source.facts)) return source;
  const path = source.path.replace(/\.mp4$/, '-mezzanine.mp4');
  if (!existsSync(path)) await renderMezzanine(tools, source, path);
  return sourceOf(path);
}

async function inTurn<T, R>(list: T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of list) results.push(await act(item));
  return results;
}

/** One pass of analysis against decoding alone, on a film of each kind; the proxy is an encode of its own and told apart. */
async function analysis(stock: Stock, work: string): Promise<Bar[]> {
  const films = [stock.clips[0]![0]!, stock.clips[0]![3]!, stock.clips[1]![1]!, stock.clips[2]![0]!];
  const each = (act: (film: Source) => Promise<unknown>) =>
    measured(async () => {
      for (const film of films) await act(film);
    });
  const folder = join(work, 'analysis');
  const bare = await each(({ path }) =>
    runPlainly(tools, [
      ['-i', path],
      ['-f', 'null', '-'],
    ]),
  );
  const whole = await each(({ path, facts }) => analyse(tools, path, facts, { folder, hasProxy: false }));
  const withProxy = await each(({ path, facts }) => analyse(tools, path, facts, { folder, hasProxy: true }));
  say('bare decode of four films', bare.cost);
  say('analysis of the same', whole.cost);
  say('analysis and proxy of the same', withProxy.cost);
  return [
    lower('analysis without proxy over bare decode, CPU', whole.cost.cpuSeconds / bare.cost.cpuSeconds, '×', 1.5),
  ];
}

export function openEngine(cacheDir: string): Engine {
  return new Engine({ tools, cacheDir, cacheBytes: 8 * 2 ** 30, processes: availableParallelism() });
}

/** The picks of `count` variants: every clip about as often as any other. */
function someVariants(count: number): number[][] {
  return Array.from({ length: count }, (_, n) =>
    [n, n >> 2, n >> 4, (n * 7) >> 3, (n * 5) >> 2].map((value) => value % 4),
  );
}

export async function renderAll(engine: Engine, variants: Variant[], outputs: string): Promise<void> {
  const queue = variants.entries();
  const worker = async () => {
    for (const [i, variant] of queue) {
      const { file, release } = await engine.open(variant);
      await writeMp4(file, join(outputs, `${i}.mp4`));
      release();
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

type Wish = { edited?: number; hasOwnSound?: boolean; transitionFrames?: number };

export function variantOf(
  stock: Stock,
  pick: number[],
  { edited = -1, hasOwnSound = false, transitionFrames = 0 }: Wish = {},
): Variant {
  const cuts = pick.map((clip, i) => ({
    shot: plainShot({
      source: stock.clips[i]![clip]!,
      startSeconds: startOf(i, clip),
      frames: SHOT_FRAMES,
      captions: {
        ass: captionFile([{ text: i === edited ? '改过的字幕' : CAPTIONS[i]!, from: 0, to: 10 }]),
        fontIds: ['hei-bold' as const],
        fontsHash: 'noto-sans-sc-700',
      },
    }),
    transition: transitionFrames > 0 ? { kind: 'fade' as const, frames: transitionFrames } : null,
  }));
  const shape = { canvas: CANVAS, cuts };
  const starts = shotStarts(shape);
  const seconds = variantFrames(shape) / CANVAS.fps;
  const speech = stock.narrations.map((source, i) => ({
    source,
    startSeconds: 0,
    speed: 1,
    fromSeconds: starts[i]!,
    toSeconds: starts[i]! + 2.5,
    volume: 1,
  }));
  const ambience = cuts.map(({ shot }, i) => ({
    source: shot.source,
    startSeconds: shot.startSeconds,
    speed: 1,
    fromSeconds: starts[i]!,
    toSeconds: starts[i]! + 3,
    volume: hasOwnSound ? 0.5 : 0,
  }));
  const music = {
    source: stock.music,
    startSeconds: 0,
    volume: 0.5,
    fadeInSeconds: 0,
    fadeOutSeconds: 1,
    isLooped: true,
    duckDecibels: 12,
  };
  return { ...shape, quality: 'standard', sound: { ...silentMix(seconds), speech, ambience, music }, tags: {} };
}

/** Never on a keyframe, on purpose. */
export function startOf(shot: number, clip: number): number {
  return 0.9 + ((shot * 7 + clip * 3) % 9) * 0.31;
}

export function captionFile(lines: { text: string; from: number; to: number }[]): string {
  return [
    '[Script Info]\nScriptType: v4.00+\nPlayResX: 1080\nPlayResY: 1920\nWrapStyle: 2\nScaledBorderAndShadow: yes\nYCbCr Matrix: TV.709',
    '[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Bold, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV',
    'Style: D,Noto Sans SC,88,&H00FFFFFF,&H00000000,-1,1,6,2,2,60,60,320',
    '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...lines.map(({ text, from, to }) => `Dialogue: 0,${assTime(from)},${assTime(to)},D,,0,0,0,,${text}`),
  ].join('\n');
}

function assTime(seconds: number): string {
  return `0:00:${seconds.toFixed(2).padStart(5, '0')}`;
}

export async function naiveCost(
  stock: Stock,
  picks: number[][],
  work: string,
  transitionFrames: number,
): Promise<Cost> {
  const step = (SHOT_FRAMES - transitionFrames) / CANVAS.fps;
  const assPath = join(work, 'naive.ass');
  writeFileSync(assPath, captionFile(CAPTIONS.map((text, i) => ({ text, from: i * step, to: (i + 1) * step }))));
  const { cost } = await measured(async () => {
    for (const pick of picks) {
      const shots = pick.map((clip, i) => ({
        path: stock.clips[i]![clip]!.path,
        startSeconds: startOf(i, clip),
        frames: SHOT_FRAMES,
      }));
      const narrations = stock.narrations.map(({ path }) => path);
      const variant = {
        ...CANVAS,
        shots,
        transitionFrames,
        assPath,
        fontsDir: stock.fontsDir,
        narrations,
        music: stock.music.path,
      };
      await runPlainly(tools, naiveArgs(variant, join(work, 'naive.mp4')));
    }
  });
  return { ...cost, cpuSeconds: cost.cpuSeconds / picks.length, wallSeconds: cost.wallSeconds / picks.length };
}

/**
 * x264 alone on the same frames, one thread a process, raw pictures in. Each clip is encoded by two processes at once
 * and counts half: that keeps both cores busy to the end, where two different clips would leave one waiting.
 */
export async function bareEncode(stock: Stock, work: string, settings: (string | number)[]): Promise<Cost> {
  const total: Cost = { cpuSeconds: 0, wallSeconds: 0, peakBytes: 0 };
  const raw = join(work, 'raw.yuv');
  for (const { source, start } of uniqueSeconds(stock)) {
    await runPlainly(tools, rawArgs(source.path, start, raw));
    const twice = [1, 2].map(() => bareArgs(raw, settings));
    const { cost } = await measured(() => Promise.all(twice.map((args) => runPlainly(tools, args))));
    total.cpuSeconds += cost.cpuSeconds / 2;
    total.wallSeconds += cost.wallSeconds / 2;
  }
  return total;
}

/** Decoding the unique seconds and half a second from the keyframe before, and nothing else: no engine can leave it out. */
async function bareDecode(stock: Stock): Promise<Cost> {
  const { cost } = await measured(async () => {
    for (const { source, start } of uniqueSeconds(stock)) {
      await runPlainly(tools, [
        ['-noaccurate_seek', '-ss', start, '-t', SHOT_FRAMES / CANVAS.fps + 0.5, '-threads', 1, '-i', source.path],
        ['-an', '-f', 'null', '-'],
      ]);
    }
  });
  return cost;
}

function uniqueSeconds(stock: Stock): { source: Source; start: number }[] {
  return stock.clips.flatMap((row, i) => row.map((source, c) => ({ source, start: startOf(i, c) })));
}

function rawArgs(path: string, start: number, raw: string): Args {
  const { width, height, fps } = CANVAS;
  const fit = `fps=${fps},scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height},format=yuv420p`;
  return [
    ['-ss', start, '-i', path],
    ['-vf', fit, '-frames:v', SHOT_FRAMES, '-f', 'rawvideo', raw],
  ];
}

function bareArgs(raw: string, settings: (string | number)[]): Args {
  const { width, height, fps } = CANVAS;
  return [
    ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', fps, '-i', raw],
    ['-c:v', 'libx264', '-preset', 'veryfast', ...settings, '-threads', 1, '-g', fps * 2, '-f', 'null', '-'],
  ];
}

async function firstByte(engine: Engine, variant: Variant): Promise<number> {
  const startedAt = performance.now();
  const { file, release } = await engine.open(variant);
  const bytes = readBytes(file);
  await bytes.next();
  const milliseconds = performance.now() - startedAt;
  await bytes.return(undefined);
  release();
  return milliseconds;
}

function higher(name: string, figure: number, unit: string, bar: number): Bar {
  return { name, figure, unit, bar, better: 'higher' };
}

function lower(name: string, figure: number, unit: string, bar: number): Bar {
  return { name, figure, unit, bar, better: 'lower' };
}

/** What the cold batch does beside x264. */
function sayRest({ cpuSeconds }: Cost, encoding: Cost, decoding: Cost): void {
  const share = (part: number) => `${part.toFixed(1)} CPU-s (${Math.round((part / cpuSeconds) * 100)} %)`;
  const rest = cpuSeconds - encoding.cpuSeconds - decoding.cpuSeconds;
  console.log(`cold batch: x264 ${share(encoding.cpuSeconds)}, decoding ${share(decoding.cpuSeconds)},`);
  console.log(`  fitting, captions, starts of processes, sound and assembly ${share(rest)}`);
}

/** A figure that is only reported. */
function told(name: string, figure: number): Bar {
  return { name, figure, unit: '×', bar: null, better: 'lower' };
}

function say(what: string, { cpuSeconds, wallSeconds, peakBytes }: Cost): void {
  console.log(
    `${what}: ${cpuSeconds.toFixed(2)} CPU-s, ${wallSeconds.toFixed(2)} s, ${(peakBytes / 2 ** 20).toFixed(0)} MiB`,
  );
}

if (import.meta.main) {
  const names = process.argv.slice(2).filter((name): name is keyof typeof PARTS => name in PARTS);
  for (const { name, figure, unit, bar, better } of await run(names.length > 0 ? names : undefined)) {
    const isMet = bar === null || (better === 'lower' ? figure <= bar : figure >= bar);
    const limit = bar === null ? 'no bar' : `${better === 'lower' ? '≤' : '≥'} ${bar}`;
    console.log(`${isMet ? '✓' : '✗'} ${name}: ${figure.toFixed(3)} ${unit} (${limit})`);
  }
}
