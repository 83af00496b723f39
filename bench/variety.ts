/**
 * Whether our own judge calls planned videos different: how many of fifty are at most L2 when they are really made and
 * measured, next to a planner that looks at pictures alone and to chance, and how far the forecast is from the measure.
 * Real photographs, real voices, real music; without the folder of photographs, or the packs, it says so and ends.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAi, openShelf, packsDir, TRACKS } from '@mixreel/ai';
import {
  type Combination,
  compareSignatures,
  createPredictor,
  Engine,
  forecaster,
  locateFfmpeg,
  type MixPlan,
  type PictureMemory,
  planCandidates,
  plainShot,
  probe,
  type Signature,
  signVideo,
  silentMix,
  type Source,
  type Variant,
  weigh,
  writeMono,
  writeMp4,
} from '@mixreel/media';
import type { Bar } from './bar.ts';

const CANVAS = { width: 180, height: 320, fps: 30 };
const WEIGHTS = { picture: 0.6, sound: 0.2, text: 0.2 };
/** Where L3 begins. */
const L3 = 0.3;
const WANTED = Number(process.env['VARIETY_VIDEOS'] ?? 50);
const RANDOM_PLANS = Number(process.env['VARIETY_RANDOM'] ?? 10_000);
const PAUSE = 0.2;
const VOICES = ['zf_xiaoxiao', 'zf_xiaoyi', 'zm_yunxi'];
const LINES = [
  ['早上起不来，咖啡店还要排长队？', '每天一杯咖啡，时间都花在排队上？'],
  ['试试山丘冷萃咖啡液，三秒一杯。', '有了山丘冷萃，冲一杯只要三秒。'],
  ['加奶加冰，怎么配都好喝。', '想喝拿铁还是美式，随你心情来调。'],
  ['上班、通勤、野餐，随时来一口。', '带去公司，带上地铁，走到哪喝到哪。'],
  ['现在下单，第二件半价！', '今天拍两件，第二件只要一半的价钱。'],
];
const CLIPS = 4;
const MUSIC_VOLUME = 0.35;
const MUSIC_DUCK = 12;

const tools = await locateFfmpeg();
const folder = join(import.meta.dirname, '..', '.cache', 'bench-variety');
const photos = join(import.meta.dirname, '..', '..', 'shared', 'media', 'photos');

export async function run(): Promise<Bar[]> {
  if (!existsSync(photos)) {
    console.log('no photographs here: nothing is measured');
    return [];
  }
  mkdirSync(folder, { recursive: true });
  const stock = await openStock();
  const work = mkdtempSync(join(tmpdir(), 'mixreel-variety-'));
  const engine = new Engine({ tools, cacheDir: join(work, 'cache'), cacheBytes: 2 ** 31, processes: 2 });
  try {
    const plan = planOf(stock);
    const ours = chosenOf(plan);
    const before = asBefore(plan);
    const measured = await measure(engine, stock, plan, [...ours, ...before], work);
    const [own, old] = [countGood(measured, 0, ours.length), countGood(measured, ours.length, before.length)];
    return [
      higher(`of ${WANTED}, at most L2 as measured`, own, 'videos', 2 * old),
      told('the same by pictures alone, one voice and one piece of music', old, 'videos'),
      higher('pairs whose forecast is within 5 points of the measure', 100 * within(plan, measured), '%', 95),
      higher('ours over the best of chance, as foretold', bestOf(plan, ours) - bestOfChance(plan), 'videos', 0),
    ];
  } finally {
    engine.close();
    rmSync(work, { recursive: true, force: true });
  }
}

type Stock = Awaited<ReturnType<typeof openStock>>;

async function openStock() {
  const pictures = readdirSync(photos)
    .filter((name) => name.endsWith('.jpg'))
    .toSorted();
  const shelf = openShelf({ dir: packsDir(process.env), registry: 'http://localhost' });
  const tracks = TRACKS.filter(({ pack }) => pack === 'music-chillhop').slice(0, 3);
  const music = tracks.map(({ pack, file }) => join(shelf.folderOf(pack), file));
  const ai = createAi({ shelf, threads: 1 });
  const speech = new Map<string, Source>();
  try {
    for (const voice of VOICES) {
      for (const text of LINES.flat()) {
        const path = join(folder, `${voice}-${Buffer.from(text).toString('hex').slice(0, 60)}.wav`);
        if (!existsSync(path)) {
          const { pcm, sample_rate } = await ai.speak({ text, voice });
          await writeMono(tools, pcm, path, { rate: sample_rate, format: 'wav', label: null });
        }
        speech.set(`${voice} ${text}`, await sourceOf(path));
      }
    }
  } finally {
    await ai.close();
  }
  return {
    clips: await Promise.all(pictures.slice(0, LINES.length * CLIPS).map((name) => sourceOf(join(photos, name)))),
    music: await Promise.all(music.map(sourceOf)),
    speech,
  };
}

async function sourceOf(path: string): Promise<Source> {
  return { path, hash: path, facts: await probe(tools, path) };
}

/** How long a line takes in every voice: as long as the first one needs. */
function secondsOf({ speech }: Stock, text: string): number {
  return speech.get(`${VOICES[0]!} ${text}`)!.facts.seconds;
}

function planOf(stock: Stock): MixPlan {
  return {
    shootings: LINES.map((texts, shot) => ({
      id: `s${shot}`,
      duration: { rule: 'narration' },
      clips: stock.clips.slice(shot * CLIPS, (shot + 1) * CLIPS).map(({ path }, n) => ({
        id: `s${shot}c${n}`,
        content: path,
        startSeconds: 0,
        endSeconds: 0,
      })),
      scripts: texts.map((text, n) => {
        const spokenSeconds = secondsOf(stock, text);
        return { id: `s${shot}t${n}`, text, spokenSeconds, seconds: spokenSeconds + PAUSE };
      }),
    })),
    voices: VOICES.map((id) => ({ id })),
    music: stock.music.map(({ path }) => ({
      id: path,
      content: path,
      startSeconds: 0,
      underSpeech: MUSIC_DUCK - 20 * Math.log10(MUSIC_VOLUME),
    })),
    weights: WEIGHTS,
    maxSharePercent: 100,
  };
}

function chosenOf(plan: MixPlan): Combination[] {
  return planCandidates({ ...plan, maxSharePercent: 100 * L3 - 1 }, { count: WANTED }).map(({ picks }) => picks);
}

/** As it was planned before: pictures alone, wordings in turn, one voice, one piece of music. */
function asBefore(plan: MixPlan): Combination[] {
  const pictures = {
    ...plan,
    voices: [],
    music: [],
    shootings: plan.shootings.map((one) => ({ ...one, scripts: [] })),
  };
  return planCandidates(pictures, { count: WANTED }).map(({ picks }, n) =>
    picks.map((pick, shot) => ({ ...pick, scriptId: plan.shootings[shot]!.scripts![(n >> shot) % 2]!.id })),
  );
}

type Measured = { videos: Combination[]; overall: (a: number, b: number) => number };

async function measure(
  engine: Engine,
  stock: Stock,
  plan: MixPlan,
  videos: Combination[],
  work: string,
): Promise<Measured> {
  const memory: PictureMemory = new Map();
  const signatures: Signature[] = [];
  const foretell = forecaster(plan);
  for (const [n, video] of videos.entries()) {
    const path = join(work, `${n}.mp4`);
    const { file, release } = await engine.open(variantOf(stock, plan, video));
    await writeMp4(file, path);
    release();
    signatures.push({ ...(await signVideo(tools, path, { memory })), text: foretell(video).text });
    rmSync(path);
  }
  const { picture, sound, text, columns } = compareSignatures(signatures, []);
  const overall = (a: number, b: number) => {
    const at = a * columns + b;
    return weigh({ picture: picture[at]!, sound: sound[at]!, text: text[at]! }, WEIGHTS);
  };
  return { videos, overall };
}

function variantOf(stock: Stock, plan: MixPlan, video: Combination): Variant {
  const voice = video.find(({ slotId }) => slotId === 'voice')?.clipId ?? VOICES[0]!;
  const piece = video.find(({ slotId }) => slotId === 'music')?.clipId ?? stock.music[0]!.path;
  let at = 0;
  const places = plan.shootings.map(({ clips, scripts }, shot) => {
    const pick = video[shot]!;
    const text = scripts!.find(({ id }) => id === pick.scriptId)!.text!;
    const seconds = secondsOf(stock, text);
    const source = stock.speech.get(`${voice} ${text}`)!;
    const start = at;
    const frames = Math.round((seconds + PAUSE) * CANVAS.fps);
    at += frames / CANVAS.fps;
    const said = {
      source,
      startSeconds: 0,
      speed: source.facts.seconds / seconds,
      fromSeconds: start,
      toSeconds: start + seconds,
      volume: 1,
    };
    const clip = stock.clips.find(({ path }) => path === clips.find(({ id }) => id === pick.clipId)!.content)!;
    return { said, shot: plainShot({ source: clip, startSeconds: 0, frames, motion: MOTION }) };
  });
  const music = {
    source: stock.music.find(({ path }) => path === piece)!,
    startSeconds: 0,
    volume: MUSIC_VOLUME,
    fadeInSeconds: 0.5,
    fadeOutSeconds: 1.5,
    isLooped: true,
    duckDecibels: MUSIC_DUCK,
  };
  return {
    canvas: CANVAS,
    quality: 'standard',
    cuts: places.map(({ shot }) => ({ shot, transition: null })),
    sound: { ...silentMix(at), speech: places.map(({ said }) => said), music },
    tags: {},
  };
}

const MIDDLE: [number, number] = [0.5, 0.5];
const MOTION = { fromZoom: 1, toZoom: 1.1, fromCentre: MIDDLE, toCentre: MIDDLE };

function countGood({ overall }: Measured, from: number, count: number): number {
  const rows = Array.from({ length: count }, (_, n) => from + n);
  return rows.filter((a) => rows.every((b) => a === b || overall(a, b) < L3)).length;
}

function within(plan: MixPlan, { videos, overall }: Measured): number {
  const predictor = createPredictor(WEIGHTS);
  const foretell = forecaster(plan);
  const outlooks = videos.map((video) => predictor.read(foretell(video)));
  let [all, near] = [0, 0];
  for (let a = 0; a < videos.length; a += 1) {
    for (let b = 0; b < a; b += 1) {
      all += 1;
      const miss = predictor.likeness(outlooks[a]!, outlooks[b]!) - overall(a, b);
      if (Math.abs(miss) <= 0.05) near += 1;
    }
  }
  return near / all;
}

/** How many of these are foretold to be at most L2. */
function bestOf(plan: MixPlan, videos: Combination[]): number {
  const predictor = createPredictor(WEIGHTS);
  const foretell = forecaster(plan);
  const outlooks = videos.map((video) => predictor.read(foretell(video)));
  return outlooks.filter((a) => outlooks.every((b) => a === b || predictor.likeness(a, b) < L3)).length;
}

function bestOfChance(plan: MixPlan): number {
  let [best, state] = [0, 1];
  const below = (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let n = 0; n < RANDOM_PLANS; n += 1) {
    const videos = Array.from({ length: WANTED }, (): Combination => [
      ...plan.shootings.map(({ id, clips, scripts }) => ({
        slotId: id,
        clipId: clips[below(clips.length)]!.id,
        scriptId: scripts![below(scripts!.length)]!.id,
      })),
      { slotId: 'voice', clipId: plan.voices![below(plan.voices!.length)]!.id },
      { slotId: 'music', clipId: plan.music![below(plan.music!.length)]!.id },
    ]);
    best = Math.max(best, bestOf(plan, videos));
  }
  return best;
}

function higher(name: string, figure: number, unit: string, bar: number): Bar {
  return { name, figure, unit, bar, better: 'higher' };
}

function told(name: string, figure: number, unit: string): Bar {
  return { name, figure, unit, bar: null, better: 'higher' };
}
