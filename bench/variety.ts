/**
 * Whether our own judge calls planned videos different: how many of fifty are at most L2 when they are really made and
 * measured, next to a planner that looks at pictures alone and to chance, what they cost, and how far the forecast is
 * from the measure. Without the folder of footage, or the packs, it says so and ends.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Combination,
  compareSignatures,
  costOf,
  createPredictor,
  Engine,
  forecaster,
  type KindsOfLikeness,
  likenessMatrix,
  locateFfmpeg,
  type MixPlan,
  type PictureMemory,
  PICTURE_COST,
  planCandidates,
  type Signature,
  signVideo,
  SPEECH_COST,
  weigh,
  writeMp4,
} from '@mixreel/media';
import type { Bar } from './bar.ts';
import { asBefore, bestOfChance, countForetold, missedOnSmall } from './variety-chance.ts';
import { MEDIA, type Mix, mixesOf, openStock, type Stock, variantOf, WEIGHTS } from './variety-mixes.ts';

/** Where L3 begins. */
const L3 = 0.3;
const WANTED = Number(process.env['VARIETY_VIDEOS'] ?? 50);
const RANDOM_PLANS = Number(process.env['VARIETY_RANDOM'] ?? 10_000);
const SMALL_MIXES = 40;

const tools = await locateFfmpeg();

export async function run(): Promise<Bar[]> {
  const speed = speedBars();
  if (!existsSync(MEDIA)) {
    console.log('no footage here: nothing is measured');
    return speed;
  }
  const stock = await openStock(tools);
  const work = mkdtempSync(join(tmpdir(), 'mixreel-variety-'));
  const engine = new Engine({ tools, cacheDir: join(work, 'cache'), cacheBytes: 2 ** 31, processes: 2 });
  const bars: Bar[] = [];
  let [near, pairs] = [0, 0];
  try {
    for (const mix of mixesOf(stock)) {
      const found = await judge(engine, stock, mix, work);
      bars.push(...found.bars);
      for (const { name, figure, unit } of found.bars) console.log(`${name}: ${Number(figure.toPrecision(4))} ${unit}`);
      console.log(`${mix.name}: ${found.near} of ${found.pairs} pairs within 5 points`, found.misses);
      near += found.near;
      pairs += found.pairs;
    }
  } finally {
    engine.close();
    rmSync(work, { recursive: true, force: true });
  }
  return [
    ...bars,
    higher('pairs whose forecast is within 5 points of the measure', (100 * near) / pairs, '%', 95),
    lower(
      `of ${SMALL_MIXES} small mixes, fewer found than trying everything finds`,
      missedOnSmall(SMALL_MIXES),
      'mixes',
      0,
    ),
    ...speed,
  ];
}

async function judge(engine: Engine, stock: Stock, { name, plan }: Mix, work: string) {
  const ours = planCandidates(plan, { count: WANTED }).map(({ picks }) => picks);
  const before = asBefore(plan, WANTED);
  const measured = await measure(engine, stock, plan, [...ours, ...before], work);
  const own = countGood(measured, 0, ours.length);
  const old = countGood(measured, ours.length, before.length);
  const chance = bestOfChance(plan, { plans: RANDOM_PLANS, count: WANTED, limit: L3 });
  const bars = [
    higher(`${name}: of ${WANTED}, at most L2 as measured`, own, 'videos', 2 * old),
    told(`${name}: the same by pictures alone`, old, 'videos'),
    higher(`${name}: ours over the best of chance, as foretold`, countForetold(plan, ours, L3) - chance, 'videos', 0),
    lower(`${name}: cost of a video over one voice and one piece of music`, costRatio(plan, ours), '×', 1.3),
  ];
  return { bars, ...withinPoints(plan, measured) };
}

/** What a video costs, beside one of as many that have one voice and one piece of music. */
function costRatio(plan: MixPlan, videos: Combination[]): number {
  const plain = { ...plan, voices: plan.voices!.slice(0, 1), music: plan.music!.slice(0, 1), maxSharePercent: 100 };
  const others = planCandidates(plain, { count: videos.length }).map(({ picks }) => picks);
  return costEach(plan, videos) / costEach(plain, others);
}

function costEach(plan: MixPlan, videos: Combination[]): number {
  const { pictureSeconds, speechSeconds } = costOf(plan, videos);
  return (pictureSeconds * PICTURE_COST + speechSeconds * SPEECH_COST) / videos.length;
}

type Measured = { videos: Combination[]; kinds: (a: number, b: number) => KindsOfLikeness };

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
  const kinds = (a: number, b: number) => {
    const at = a * columns + b;
    return { picture: picture[at]!, sound: sound[at]!, text: text[at]! };
  };
  return { videos, kinds };
}

function countGood({ kinds }: Measured, from: number, count: number): number {
  const rows = Array.from({ length: count }, (_, n) => from + n);
  return rows.filter((a) => rows.every((b) => a === b || weigh(kinds(a, b), WEIGHTS) < L3)).length;
}

type Accuracy = { near: number; pairs: number; misses: Record<keyof KindsOfLikeness, string> };

function withinPoints(plan: MixPlan, { videos, kinds }: Measured): Accuracy {
  const predictor = createPredictor(WEIGHTS);
  const foretell = forecaster(plan);
  const outlooks = videos.map((video) => predictor.read(foretell(video)));
  const sums = { picture: 0, sound: 0, text: 0 };
  const most = { picture: 0, sound: 0, text: 0 };
  let [pairs, near] = [0, 0];
  for (let a = 0; a < videos.length; a += 1) {
    for (let b = 0; b < a; b += 1) {
      pairs += 1;
      const [foretold, found] = [predictor.kinds(outlooks[a]!, outlooks[b]!), kinds(a, b)];
      if (Math.abs(weigh(foretold, WEIGHTS) - weigh(found, WEIGHTS)) <= 0.05) near += 1;
      for (const kind of ['picture', 'sound', 'text'] as const) {
        const miss = foretold[kind] - found[kind];
        sums[kind] += miss;
        if (Math.abs(miss) > Math.abs(most[kind])) most[kind] = miss;
      }
    }
  }
  const told = (kind: keyof KindsOfLikeness) =>
    `${((100 * sums[kind]) / pairs).toFixed(1)}, at most ${(100 * most[kind]).toFixed(0)}`;
  return { near, pairs, misses: { picture: told('picture'), sound: told('sound'), text: told('text') } };
}

const WORDS =
  '早上起不来咖啡店还要排长队每天一杯时间都花在试试山丘冷萃三秒好喝上班通勤野餐随时来一口现在下单第二件半价';

/** Ten shootings of five clips and three wordings, four voices, six pieces of music. */
function largePlan(): MixPlan {
  let state = 1;
  const below = (limit: number) => (state = (state * 48271) % 2147483647) % limit;
  const line = () => Array.from({ length: 14 }, () => WORDS[below(WORDS.length)]!).join('');
  return {
    shootings: Array.from({ length: 10 }, (_, shot) => ({
      id: `s${shot}`,
      duration: { rule: 'narration' },
      clips: Array.from({ length: 5 }, (__, n) => {
        const id = `s${shot}c${n}`;
        return { id, content: id, startSeconds: 0, endSeconds: 4 };
      }),
      scripts: Array.from({ length: 3 }, (__, n) => {
        return { id: `s${shot}t${n}`, seconds: 2.4 + below(10) / 10, spokenSeconds: 2.2, text: line() };
      }),
    })),
    voices: Array.from({ length: 4 }, (_, n) => ({ id: `v${n}` })),
    music: Array.from({ length: 6 }, (_, n) => ({ id: `m${n}`, content: `m${n}`, startSeconds: 0, underSpeech: 21 })),
    maxSharePercent: 60,
  };
}

function speedBars(): Bar[] {
  const plan = largePlan();
  const [seconds, chosen] = timed(() => planCandidates(plan, { count: 1000 }));
  const again = planCandidates(plan, { count: 1000 });
  const isSame = chosen.every(({ signature }, n) => signature === again[n]?.signature);
  const some = chosen.slice(0, 200).map(({ picks }) => picks);
  const [matrix] = timed(() => likenessMatrix(plan, some));
  return [
    lower('plan 1,000 of ten shootings, four voices, six pieces of music, three wordings', seconds, 's', 2),
    higher('of 1,000 wanted, chosen', chosen.length, 'videos', 1000),
    lower('planned again from the same seed, other ones', Number(!isSame), 'plans', 0),
    lower('foretell all pairs of 200', matrix, 's', 1),
  ];
}

function timed<T>(work: () => T): [number, T] {
  const start = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(start);
  return [(user + system) / 1e6, result];
}

function higher(name: string, figure: number, unit: string, bar: number): Bar {
  return { name, figure, unit, bar, better: 'higher' };
}

function lower(name: string, figure: number, unit: string, bar: number): Bar {
  return { name, figure, unit, bar, better: 'lower' };
}

function told(name: string, figure: number, unit: string): Bar {
  return { name, figure, unit, bar: null, better: 'higher' };
}
