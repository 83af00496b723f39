import { splitSentences } from '@mixreel/ai';
import { AppError, type SpeechSettings, type SpokenWord } from '@mixreel/contract';
import type { SoundFormat } from '@mixreel/media';
import type { App } from '#context.ts';
import { askFor } from '#features/ai/ask-for.ts';
import { SPEECH_RATE, type SpeechEngine } from '#features/ai/speech-engine.ts';
import { requireSpeechEngine, speech } from '#features/ai/speech.ability.ts';
import { addUsage } from '#features/ai/usage.queries.ts';
import { recordingOf, recordLong } from './recording.ts';
import {
  type Kept,
  keepSpeech,
  oneAtATime,
  readKept,
  readKeptAll,
  readSamples,
  speechKey,
  type Who,
} from './speech-store.ts';
import { readPronunciations, requireWholeReading } from './voice.queries.ts';

/** Silence between the sentences of one text. */
const BETWEEN_SENTENCES_S = 0.15;

type Reading = { word: string; reading: string };
export type Request = SpeechSettings & {
  text: string;
  format: SoundFormat;
  sentence?: number | undefined;
  try_reading?: Reading | undefined;
};
type Sentence = { text: string; from: number };
/** Everything that is the same for each sentence of a request. */
type Job = Request & { app: App; who: Who; engine: SpeechEngine; signal: AbortSignal; dictionary: Reading[] };
type Piece = { samples: Float32Array; words: SpokenWord[] };

export type Spoken = Kept & { cache_hit: boolean; sentence_count: number; engine: string };

/**
 * A text as speech. Each sentence is kept as the voice said it, and the whole as it was asked for: changing the volume
 * or one sentence of ten makes nothing else anew.
 */
export async function speak(app: App, who: Who, request: Request, signal: AbortSignal): Promise<Spoken> {
  const { engine } = requireSpeechEngine(app, request.voice_id);
  const sentences = splitSentences(request.text).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const wanted = request.sentence === undefined ? sentences : sentences.slice(request.sentence, request.sentence + 1);
  if (wanted.length === 0) throw new AppError('invalid', '没有可以朗读的文字：只有表情、符号或空白');

  const dictionary = await readDictionary(app, who, request);
  const key = wholeKey(engine, request, dictionary, wanted);
  const answer = { sentence_count: sentences.length, engine: engine.engine };
  const known = await readKept(app, who.space_id, key);
  if (known) {
    await noteHit(app, who, engine);
    return { ...known, ...answer, cache_hit: true };
  }
  const job: Job = { ...request, app, who, engine, signal, dictionary };
  const made = await oneAtATime(app, `${who.space_id} ${key}`, signal, () => makeWhole(job, key, wanted));
  return { ...made, ...answer, cache_hit: false };
}

async function noteHit({ db }: App, { space_id }: Who, { engine }: SpeechEngine): Promise<void> {
  await addUsage(db, { space_id, engine, ability: speech.ability }, { calls: 1, cache_hits: 1 });
}

/** Which of these texts are spoken already, without speaking any; asks the database twice however many there are. */
export async function findSpoken(app: App, space_id: string, requests: Request[]): Promise<(Kept | null)[]> {
  const saved = await readPronunciations(app.db, space_id);
  const keys = requests.map((request) => {
    const sentences = splitSentences(request.text).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
    const { engine } = requireSpeechEngine(app, request.voice_id);
    return wholeKey(engine, request, readingsIn(saved, request), sentences);
  });
  const kept = await readKeptAll(app, space_id, keys);
  return keys.map((key) => kept.get(key) ?? null);
}

function wholeKey(engine: SpeechEngine, request: Request, dictionary: Reading[], sentences: Sentence[]): string {
  const { voice_id, rate, pitch, volume, emotion, format } = request;
  return speechKey('whole', engine.version, voice_id, rate, pitch, volume, emotion, format, dictionary, sentences);
}

/** The readings of words that the text has: others must not make what is kept look out of date. */
async function readDictionary({ db }: App, { space_id }: Who, request: Request): Promise<Reading[]> {
  if (request.try_reading) requireWholeReading(request.try_reading);
  return readingsIn(await readPronunciations(db, space_id), request);
}

function readingsIn(saved: Reading[], { text, try_reading }: Request): Reading[] {
  return [...saved.filter(({ word }) => word !== try_reading?.word), ...(try_reading ? [try_reading] : [])]
    .filter(({ word }) => text.includes(word))
    .map(({ word, reading }) => ({ word, reading }))
    .toSorted((a, b) => (a.word < b.word ? -1 : 1));
}

async function makeWhole(job: Job, key: string, sentences: Sentence[]): Promise<Kept> {
  const { app, who, signal, text, format, pitch, volume } = job;
  const words: SpokenWord[] = [];
  const silence = new Float32Array(Math.round(BETWEEN_SENTENCES_S * SPEECH_RATE));
  return recordLong(
    app,
    async (append) => {
      for (const [n, sentence] of sentences.entries()) {
        if (n > 0) await append(silence);
        const piece = await readPiece(job, sentence);
        const { start } = await append(piece.samples);
        words.push(...piece.words.map((word) => moved(word, start, sentence.from)));
      }
    },
    (recording) => keepSpeech(app, who, { key, text, recording, words, format, pitch, volume }, signal),
  );
}

/** A word of a sentence as one of the whole text. */
function moved({ text, start, end, from, to }: SpokenWord, seconds: number, characters: number): SpokenWord {
  return { text, start: start + seconds, end: end + seconds, from: from + characters, to: to + characters };
}

/** One sentence as the voice says it: kept, or made now. */
async function readPiece(job: Job, { text }: Sentence): Promise<Piece> {
  const { app, who, engine, signal, voice_id, rate, emotion } = job;
  const dictionary = job.dictionary.filter(({ word }) => text.includes(word));
  const key = speechKey('piece', engine.version, voice_id, rate, emotion, dictionary, text);
  return oneAtATime(app, `${who.space_id} ${key}`, signal, async () => {
    const known = await readKept(app, who.space_id, key);
    if (known) {
      await noteHit(app, who, engine);
      return { samples: await readSamples(app, known, signal), words: known.words };
    }

    signal.throwIfAborted();
    const voice = voice_id.slice(engine.engine.length + 1);
    const asker = { space_id: who.space_id, signal };
    const { output } = await askFor(app, speech, { text, voice, rate, emotion, dictionary }, asker, {
      engine: engine.engine,
    });
    const { pcm: samples, words } = output;
    // Kept even when nobody waits any more: it was dear, and is likely to be asked for again.
    const recording = recordingOf(samples);
    await keepSpeech(app, who, { key, text, recording, words, format: 'flac', pitch: 0, volume: 1 });
    return { samples, words };
  });
}
