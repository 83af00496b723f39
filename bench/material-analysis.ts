import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createAi, openShelf, packsDir, type Shelf, type SightPart } from '@mixreel/ai';
import { analyse, decodeMono, locateFfmpeg, probe, runFfmpeg, type Args, type Still, type Tools } from '@mixreel/media';
import type { Bar } from './bar.ts';
import { measured, type Cost } from './engine-meter.ts';
import { runPlainly } from './plain-ffmpeg.ts';

const SECONDS = 60;
const SCENES = 6;
/** As `look.ts` takes them of shots of ten seconds: two each, and the looks of parts of the first. */
const PICTURES_AN_HOUR = 720;
const SHOTS_AN_HOUR = 360;
/** Steps of looking, each paid for on top of those before it; together they are what an analysis asks for. */
const STEPS: [string, SightPart[], number][] = [
  ['writing', ['text'], PICTURES_AN_HOUR],
  ['things', ['objects'], PICTURES_AN_HOUR],
  ['faces', ['faces'], PICTURES_AN_HOUR],
  ['persons, their clothes and poses', ['persons'], PICTURES_AN_HOUR],
  ['scenes and look', ['scenes', 'vector'], PICTURES_AN_HOUR],
  ['looks of parts', ['crops'], SHOTS_AN_HOUR],
];
/** Recordings of the folder `MIXREEL_FOOTAGE`: persons and things cost more than the drawn film has of them. */
const RECORDINGS =
  'book.mkv walk.mkv milk.mkv eat.mkv classroom.mp4 face-demographics-walking.mp4 bottle-detection.mp4 car-detection.mp4 fruit-and-vegetable-detection.mp4 person-bicycle-car-detection.mp4'.split(
    ' ',
  );
/** As large as the covers of shots are. */
const PICTURE_SIDE = 1280;
const folder = join(import.meta.dirname, '..', '.cache', 'bench-material');

/** A minute of 1080p as a camera writes it: analysed whole, proxy included, against one plain decode in the same run. */
export async function analysisBars(): Promise<Bar[]> {
  const tools = await locateFfmpeg();
  const path = await minuteOfFilm(tools);
  const facts = await probe(tools, path);
  const work = mkdtempSync(join(folder, 'run-'));
  const decode = async () => (await measured(() => runPlainly(tools, [['-i', path, '-f', 'null', '-']]))).cost;
  const look = () => measured(() => analyse(tools, path, facts, { folder: work, hasProxy: true }));
  try {
    // The least of several, taken in turns: whatever else the machine does only adds.
    const decodes: Cost[] = [await decode()];
    const looks: Cost[] = [];
    let stills: Still[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { result, cost } = await look();
      stills = result.stills;
      looks.push(cost);
      decodes.push(await decode());
    }
    const over = (what: 'cpuSeconds' | 'wallSeconds') => least(looks, what) / least(decodes, what);
    return [
      lower('analysis of a minute of 1080p over one plain decode, CPU', over('cpuSeconds'), '×', 1.5),
      lower('the same, wall time', over('wallSeconds'), '×', null),
      lower('the plain decode', least(decodes, 'cpuSeconds'), 'CPU-s', null),
      ...(await modelBars(tools, path, stills)),
    ];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function least(costs: Cost[], what: 'cpuSeconds' | 'wallSeconds'): number {
  return Math.min(...costs.map((cost) => cost[what]));
}

/** What understanding the same minute takes: pictures of its six shots, two each, and listening for speech. */
async function modelBars(tools: Tools, path: string, stills: Still[]): Promise<Bar[]> {
  const shelf = openShelf({ dir: packsDir(process.env), registry: '' });
  const packs = ['vision-text', 'vision-faces', 'vision-objects', 'vision-persons', 'vision-scenes', 'silero-vad'];
  if (!packs.every((pack) => shelf.list().some((known) => known.pack === pack && known.state === 'ready'))) return [];
  const pictures = stills
    .filter((_, i) => i % Math.ceil(stills.length / (2 * SCENES)) === 0)
    .map((still) => still.path);
  const { cost } = await measured(async () => {
    const ai = createAi({ shelf, threads: 2 });
    await ai.see(pictures);
    await ai.findSpeech(await decodeMono(tools, path, { rate: 16_000 }));
    // A process that has ended is counted.
    await ai.close();
  });
  return [
    lower('model work without speech, loading included', cost.cpuSeconds / SECONDS, 'CPU-s per second of film', null),
    ...(await stepBars(shelf, (await realPictures(tools)) ?? pictures)),
  ];
}

async function stepBars(shelf: Shelf, pictures: string[]): Promise<Bar[]> {
  const few = pictures.slice(0, 2);
  const parts: Bar[] = [];
  const want: SightPart[] = [];
  let before = 0;
  let all = 0;
  for (const [name, added, anHour] of STEPS) {
    want.push(...added);
    // Loading is paid once an hour or less: what the further pictures take is what they cost.
    const more = (await costOfSeeing(shelf, pictures, want)) - (await costOfSeeing(shelf, few, want));
    const each = Math.max(before, more / Math.max(1, pictures.length - few.length));
    const minutes = ((each - before) * anHour) / 60;
    parts.push(lower(`looking: ${name}`, minutes, 'CPU-min an hour of film', null));
    all += minutes;
    before = each;
  }
  return [...parts, lower('looking, all steps (a picture every five seconds)', all, 'CPU-min an hour of film', 25)];
}

/** One picture of each of the real recordings; null where they are not. */
async function realPictures(tools: Tools): Promise<string[] | null> {
  const footage = process.env['MIXREEL_FOOTAGE'];
  if (!footage) return null;
  const scale = `scale=${PICTURE_SIDE}:${PICTURE_SIDE}:force_original_aspect_ratio=decrease`;
  const pictures: string[] = [];
  for (const name of RECORDINGS) {
    pictures.push(
      await made(tools, 'jpg', [
        ['-ss', 1, '-i', join(footage, name)],
        ['-frames:v', 1, '-vf', scale, '-q:v', 3],
      ]),
    );
  }
  return pictures;
}

async function costOfSeeing(shelf: Shelf, pictures: string[], want: SightPart[]): Promise<number> {
  const { cost } = await measured(async () => {
    const ai = createAi({ shelf, threads: 2 });
    await ai.see(pictures, { want });
    await ai.close();
  });
  return cost.cpuSeconds;
}

/** Six scenes of ten seconds: a detailed picture, hand-held, with the noise of a sensor, at 14 Mbit/s. */
export async function minuteOfFilm(tools: Tools): Promise<string> {
  const scene = (n: number) => {
    const drift = (speed: number, phase: number) =>
      `(1+0.7*sin(${speed}*t+${n + phase})+0.04*sin(5.1*t)+0.03*sin(9.7*t+${phase}))/2`;
    return [
      `mandelbrot=size=1280x1280:rate=1:start_scale=${(2.2 / (1 + n * 2)).toFixed(3)}:start_x=-0.7436:start_y=0.1318:maxiter=${300 + n * 40}`,
      'loop=loop=-1:size=1',
      'settb=1/90000',
      'setpts=N/30/TB',
      'scale=2496:2496:flags=bicubic',
      `hue=h=${n * 57}:s=0.8`,
      `crop=1920:1080:x='(iw-ow)*${drift(0.5, 0)}':y='(ih-oh)*${drift(0.4, 2)}'`,
      'noise=c0s=8:c0f=t+u:c1s=4:c1f=t+u:c2s=4:c2f=t+u',
      'format=yuv420p',
      `trim=duration=${SECONDS / SCENES}[s${n}]`,
    ].join(',');
  };
  const scenes = Array.from({ length: SCENES }, (_, n) => n);
  const graph = `${scenes.map(scene).join(';')};${scenes.map((n) => `[s${n}]`).join('')}concat=n=${SCENES}[film]`;
  return made(tools, 'mp4', [
    ['-f', 'lavfi', '-i', 'anoisesrc=color=brown:sample_rate=48000:amplitude=0.05:seed=1'],
    ['-filter_complex', graph, '-map', '[film]', '-map', '0:a', '-t', SECONDS, '-fps_mode', 'cfr', '-r', 30],
    ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '14M', '-maxrate', '14M', '-bufsize', '14M', '-g', 30],
    ['-c:a', 'aac', '-b:a', '128k', '-ac', 2],
  ]);
}

async function made(tools: Tools, extension: string, args: Args): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const name = createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 16);
  const path = join(folder, `${name}.${extension}`);
  if (existsSync(path)) return path;
  const half = join(folder, `half-${name}.${extension}`);
  await runFfmpeg(tools, [...args, [half]]);
  renameSync(half, path);
  return path;
}

function lower(name: string, figure: number, unit: string, bar: number | null): Bar {
  return { name, figure, unit, bar, better: 'lower' };
}
