/** Speech read back by our own ears: is it understood, how much does it cost, and are captions on time. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  captionsFrom,
  createAi,
  editDistance,
  openShelf,
  packsDir,
  resample,
  type Ai,
  type Speech,
  type Transcript,
} from '@mixreel/ai';
import type { Bar } from './bar.ts';
import { HELD_OUT, KNOWN_WORDS, SENTENCES } from './speech-sentences.ts';
import { spokenForm } from './speech-text.ts';

const THREADS = 2;
const RATE = 16_000;
const PAUSE_SECONDS = 0.6;
const VOICE = 'zf_xiaoxiao';
/** They say the held out lines in turn. */
const VOICES = ['zf_xiaoxiao', 'zm_yunxi', 'zf_xiaoyi', 'zm_yunyang'];
const LONG_SENTENCES = 12;
const shelf = openShelf({ dir: packsDir(process.env), registry: process.env['npm_config_registry'] ?? '' });

type Line = { text: string; voice: string; speech: Speech; start: number; end: number };
type Errors = { wrong: number; all: number };

export async function run(): Promise<Bar[]> {
  for (const pack of ['kokoro', 'whisper-base', 'whisper-small', 'silero-vad'] as const) await shelf.fetch(pack);
  const { result: spoken, cpu: speakCpu } = await measured((ai) => speakAll(ai, SENTENCES, [VOICE]));
  const { lines, pcm } = spoken;
  const { result: heldOut } = await measured((ai) => speakAll(ai, HELD_OUT, VOICES));
  const { result: long } = await measured(speakLong);
  const known_words = KNOWN_WORDS;
  const { result: small } = await measured((ai) => ai.transcribe({ pcm, size: 'small' }));
  const { result: helped } = await measured((ai) => ai.transcribe({ pcm, size: 'small', known_words }));
  const { result: smallHeldOut } = await measured((ai) => ai.transcribe({ pcm: heldOut.pcm, size: 'small' }));
  const { result: helpedHeldOut } = await measured((ai) =>
    ai.transcribe({ pcm: heldOut.pcm, size: 'small', known_words }),
  );
  const { result: base, cpu: baseCpu } = await measured((ai) => ai.transcribe({ pcm, size: 'base', language: 'zh' }));
  const referenceCpu = runReference(pcm);

  const speechSeconds = lines.reduce((sum, line) => sum + line.speech.duration, 0);
  const onsets = lines.map((line) => line.start + onsetOf(line.speech));
  const spokenOff = lines.map((line, i) => Math.abs(line.start + line.speech.words[0]!.start - onsets[i]!) * 1000);
  const captions = captionsFrom(small);
  const heardOff = onsets.map((onset) => Math.min(...captions.map(({ start }) => Math.abs(start - onset))) * 1000);
  console.log(`${lines.length} sentences, ${speechSeconds.toFixed(0)} s of speech`);
  return [
    lower('character error rate, read back by the better ear', rateOf(compare(lines, small)), '%', 2),
    lower(`the same with ${KNOWN_WORDS.length} names known`, rateOf(compare(lines, helped)), '%', 2),
    lower('the same by the standard ear, none known', rateOf(compare(lines, base)), '%', null),
    lower(
      `${HELD_OUT.length} lines held out, ${VOICES.length} voices`,
      rateOf(compare(heldOut.lines, smallHeldOut)),
      '%',
      null,
    ),
    lower(`the same with ${KNOWN_WORDS.length} names known`, rateOf(compare(heldOut.lines, helpedHeldOut)), '%', null),
    ...VOICES.map((voice) => {
      const own = heldOut.lines.filter((line) => line.voice === voice);
      return lower(`of these the ${own.length} by ${voice}`, rateOf(compare(own, helpedHeldOut, true)), '%', null);
    }),
    lower('CPU per second of speech', speakCpu / speechSeconds, 'CPU-s', 1.6),
    lower('first sound of a long text, as a share of the whole work', long.share, '', 0.25),
    lower('first sound of a long text, model being loaded', long.seconds, 's', null),
    lower('recognition CPU against a plain loop', baseCpu / referenceCpu, '×', 1.2),
    lower('recognition CPU per second of sound', baseCpu / (pcm.length / RATE), 'CPU-s', null),
    lower('caption of a speech begins off its voice, worst', Math.max(...spokenOff), 'ms', 80),
    lower('caption of a recording begins off its voice, nine of ten', percentile(heardOff, 0.9), 'ms', 80),
  ];
}

function lower(name: string, figure: number, unit: string, bar: number | null): Bar {
  return { name, figure, unit, bar, better: 'lower' };
}

async function speakAll(ai: Ai, texts: string[], voices: string[]): Promise<{ lines: Line[]; pcm: Float32Array }> {
  const lines: Line[] = [];
  const parts: Float32Array[] = [];
  let start = 0;
  for (const [n, text] of texts.entries()) {
    const voice = voices[n % voices.length]!;
    const speech = await ai.speak({ text, voice });
    const part = new Float32Array(Math.round((speech.duration + PAUSE_SECONDS) * RATE));
    part.set(resample(speech.pcm, speech.sample_rate, RATE));
    lines.push({ text, voice, speech, start, end: start + speech.duration });
    parts.push(part);
    start += part.length / RATE;
  }
  const pcm = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    pcm.set(part, at);
    at += part.length;
  }
  return { lines, pcm };
}

async function speakLong(ai: Ai): Promise<{ seconds: number; share: number }> {
  const began = performance.now();
  let first = 0;
  const onSentence = () => (first ||= performance.now() - began);
  await ai.speak({ text: SENTENCES.slice(0, LONG_SENTENCES).join(''), voice: VOICE }, { onSentence });
  return { seconds: first / 1000, share: first / (performance.now() - began) };
}

/** Runs something with models of its own, and how much CPU their processes took from start to end. */
async function measured<T>(work: (ai: Ai) => Promise<T>): Promise<{ result: T; cpu: number }> {
  const before = endedChildrenCpu();
  const ai = createAi({ shelf, threads: THREADS });
  try {
    const result = await work(ai);
    await ai.close();
    return { result, cpu: endedChildrenCpu() - before };
  } finally {
    await ai.close();
  }
}

function runReference(pcm: Float32Array): number {
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  const file = join(dir, 'sound.f32');
  writeFileSync(file, Buffer.from(pcm.buffer));
  const before = endedChildrenCpu();
  const script = fileURLToPath(new URL('speech-reference.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [
    script,
    shelf.folderOf('whisper-base'),
    file,
    String(THREADS),
  ]);
  rmSync(dir, { recursive: true });
  if (status !== 0) throw new Error(`reference: ${stderr.toString()}`);
  return endedChildrenCpu() - before;
}

/** CPU seconds of children that have ended, as the kernel counts them (fields 16 and 17, in hundredths). */
function endedChildrenCpu(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function rateOf({ wrong, all }: Errors): number {
  return (wrong / all) * 100;
}

/** All wrong characters and all characters; what differs is printed. */
function compare(lines: Line[], { segments }: Transcript, isQuiet = false): Errors {
  const words = segments.flatMap((segment) => segment.words);
  let wrong = 0;
  let all = 0;
  for (const { text, start, end } of lines) {
    const inside = words.filter(
      (word) => (word.start + word.end) / 2 > start - 0.25 && (word.start + word.end) / 2 < end + 0.25,
    );
    const [said, heard] = [spokenForm(text), spokenForm(inside.map((word) => word.text).join(''))];
    const distance = editDistance(Array.from(said), Array.from(heard));
    if (distance > 0 && !isQuiet) console.log(`${distance} off: ${said}\n       ${heard}`);
    wrong += distance;
    all += said.length;
  }
  return { wrong, all };
}

/** Where a sentence is first heard: a thirtieth of its loudest. */
function onsetOf({ pcm, sample_rate }: Speech): number {
  const loudest = pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return pcm.findIndex((sample) => Math.abs(sample) > loudest / 30) / sample_rate;
}

function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;
}
