/** What the tools of the box take of a processor, and what it takes to make clips of a long recording. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ai, createAi, openShelf, packsDir } from '@mixreel/ai';
import { BOX_TOOLS, boxOptions, type BoxToolName, type SpokenWord } from '@mixreel/contract';
import { decodeMono, locateFfmpeg, type MediaFacts, openScratch, probe, runFfmpeg, type Tools } from '@mixreel/media';
import { measureFile } from '../apps/server/src/features/analysis/measure-file.ts';
import type { Work } from '../apps/server/src/features/box/box-tool.ts';
import { RUN_TOOLS } from '../apps/server/src/features/box/box-tools.ts';
import { planSlices } from '../apps/server/src/features/box/plan-slices.ts';
import { sentencesOf } from '../apps/server/src/features/box/said.ts';
import type { Bar } from './bar.ts';
import { measured } from './engine-meter.ts';
import { SENTENCES } from './speech-sentences.ts';

const MEDIA = process.env['MEDIA_DIR'] ?? new URL('../../shared/media', import.meta.url).pathname;
const { signal } = new AbortController();
const RECORDING_SECONDS = 300;
/** What a two-hour recording usually becomes, for the length of this one. */
const CLIP = { seconds: 30, count: Math.max(1, Math.round((10 * RECORDING_SECONDS) / 7200)) };
const TOOL_SECONDS = 6;
const SPOKEN = 24;
const VOICE = 'zf_xiaoxiao';
const RATE = 24_000;
/** Not those that need another material, a translator or minutes. */
const LEFT_OUT: BoxToolName[] = ['color_match', 'subtitle_translate', 'remove_bg', 'compress', 'live_slice'];
const SHORT: Partial<Record<BoxToolName, number>> = { person_bg: 1, slow_motion: 1 };

const step = (_: string, run: () => unknown) => run();

type Bench = { tools: Tools; ai: Ai; folder: string };

export async function run(): Promise<Bar[]> {
  if (!existsSync(MEDIA)) throw new Error(`There is no footage in ${MEDIA}: set MEDIA_DIR`);
  const folder = mkdtempSync(join(tmpdir(), 'mixreel-box-'));
  const tools = await locateFfmpeg();
  const shelf = openShelf({ dir: packsDir(process.env), registry: '' });
  const ai = createAi({ shelf });
  try {
    const sound = await speak({ tools, ai, folder });
    const path = await record(tools, sound, RECORDING_SECONDS, join(folder, 'recording.mp4'));
    const bars = await sliceBars({ tools, ai: createAi({ shelf }), folder }, path);
    return [...bars, ...(await toolBars({ tools, ai, folder }, sound, () => createAi({ shelf })))];
  } finally {
    await ai.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Somebody who sells things, with pauses: as a file. */
async function speak({ tools, ai, folder }: Bench): Promise<string> {
  const raw: Buffer[] = [];
  for (const text of SENTENCES.slice(0, SPOKEN)) {
    const { pcm, sample_rate } = await ai.speak({ text, voice: VOICE });
    if (sample_rate !== RATE) throw new Error(`The voice speaks at ${sample_rate}`);
    raw.push(Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength), Buffer.alloc(4 * RATE * 0.7));
  }
  const [plain, path] = [join(folder, 'speech.f32'), join(folder, 'speech.wav')];
  writeFileSync(plain, Buffer.concat(raw));
  await runFfmpeg(tools, [['-f', 'f32le', '-ar', RATE, '-ac', 1, '-i', plain, path]]);
  return path;
}

/** Real footage as a phone records it, over and over, with that voice. */
async function record(tools: Tools, sound: string, seconds: number, path: string): Promise<string> {
  await runFfmpeg(
    tools,
    [
      ['-stream_loop', -1, '-i', join(MEDIA, 'classroom.mp4'), '-stream_loop', -1, '-i', sound],
      ['-map', '0:v:0', '-map', '1:a:0', '-t', seconds],
      ['-vf', 'scale=1920:1080:force_original_aspect_ratio=increase,crop=1920:1080,fps=30'],
      ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 23, '-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
    ],
    { timeLimitSeconds: 7200 },
  );
  return path;
}

async function sliceBars({ tools, ai, folder }: Bench, path: string): Promise<Bar[]> {
  const facts = await probe(tools, path);
  const looked = join(folder, 'looked');
  mkdirSync(looked);
  const asked = { path, folder: looked, material_type: 'video' as const, content_type: 'video/mp4', signal };
  const { result: seen, cost: looking } = await measured(() =>
    measureFile({ tools }, { ...asked, labelOf: () => null, cuts_ms: null, isHurried: true, onProgress: () => {} }),
  );
  const { result: words, cost: hearing } = await measured(async () => {
    const { segments } = await ai.transcribe({ pcm: await decodeMono(tools, path, { rate: 16_000 }), size: 'base' });
    // A process that has ended is counted.
    await ai.close();
    return segments.flatMap((segment) => segment.words.map((word): SpokenWord => ({ ...word, from: 0, to: 0 })));
  });
  const shots = seen.shots.map(({ start_ms, end_ms, facts: own }) => {
    return { start: start_ms / 1000, end: end_ms / 1000, motion: own?.motion ?? null };
  });
  const recording = {
    seconds: facts.seconds,
    said: sentencesOf(words),
    peaks: seen.peaks ?? [],
    shots,
    names: ['保温杯'],
  };
  const { result: slices, cost: planning } = await measured(async () => planSlices(recording, { ...CLIP, words: '' }));
  for (const { score, sentence, reasons } of slices) console.log(`${score}  ${sentence}  ${reasons.join('、')}`);
  const clips = slices.map(({ start_ms, end_ms, sentence }) => ({ start_ms, end_ms, title: sentence }));
  const { cost: cutting } = await measured(() =>
    RUN_TOOLS.live_slice.run({ ...workOf({ tools, ai, folder }, 'live_slice', path, facts, words), clips } as never),
  );
  const [looked_at, heard, planned] = [looking, hearing, planning].map(({ cpuSeconds }) => cpuSeconds / facts.seconds);
  const share = (name: string, figure = 0) => lower(name, figure, '× its length', null);
  return [
    // Looking is done to whatever is uploaded, clips or none, and no clip waits for it.
    lower('clips of a recording: hearing and planning, CPU', heard! + planned!, '× its length', 0.25),
    share('of it planning', planned),
    share('looking through it, as through every upload', looked_at),
    share('all of it', looked_at! + heard! + planned!),
    // A mix takes a range of the recording as it is: files are cut for those who take them away.
    share(`besides, ${clips.length} cut out as files`, cutting.cpuSeconds / facts.seconds),
    { name: 'clips found', figure: slices.length, unit: '', bar: CLIP.count, better: 'higher' },
  ];
}

function workOf(
  { tools, ai, folder }: Bench,
  tool: BoxToolName,
  path: string,
  facts: MediaFacts,
  words: SpokenWord[],
): Omit<Work, 'row'> {
  const scratch = openScratch(join(folder, 'scratch'));
  const own = mkdtempSync(join(folder, `${tool}-`));
  return {
    context: {
      tools,
      ai,
      scratch,
      shelf: openShelf({ dir: packsDir(process.env), registry: '' }),
      signal,
      step,
    } as never,
    isSource: false,
    path,
    facts,
    content_type: 'video/mp4',
    label: null,
    options: boxOptions(tool).parse({}) as never,
    clips: null,
    folder: own,
    words: async () => words,
    onProgress: () => {},
  };
}

async function toolBars({ tools, folder }: Bench, sound: string, openAi: () => Ai): Promise<Bar[]> {
  const bars: Bar[] = [];
  // Six seconds with a filler, a pause and something said.
  const words: SpokenWord[] = ['大家', '好', '嗯', '开始'].map((text, n) => ({
    text,
    start: n,
    end: n + 0.5,
    from: 0,
    to: 0,
  }));
  for (const tool of (Object.keys(BOX_TOOLS) as BoxToolName[]).filter((one) => !LEFT_OUT.includes(one))) {
    const seconds = SHORT[tool] ?? TOOL_SECONDS;
    const path = join(folder, `tool-${seconds}.mp4`);
    if (!existsSync(path)) await record(tools, sound, seconds, path);
    const facts = await probe(tools, path);
    const ai = openAi();
    const { cost } = await measured(async () => {
      await RUN_TOOLS[tool]
        .run({ ...workOf({ tools, ai, folder }, tool, path, facts, words) } as never)
        .catch((error: unknown) => console.log(`${tool}: ${String(error)}`));
      await ai.close();
    });
    const { cost: stated } = BOX_TOOLS[tool];
    bars.push(
      lower(`${BOX_TOOLS[tool].name}, stated as ${stated}`, cost.cpuSeconds / seconds, 'CPU-s a second of 1080p', null),
    );
  }
  return bars;
}

function lower(name: string, figure: number, unit: string, bar: number | null): Bar {
  return { name, figure, unit, bar, better: 'lower' };
}
