import { resample, type Transcript } from '@mixreel/ai';
import { HEAR_WITH } from '@mixreel/ai/providers';
import { AppError } from '@mixreel/contract';
import { z } from 'zod';
import type { App } from '#context.ts';
import {
  type Engine,
  type Parts,
  BUILT_IN,
  builtIn,
  defineAbility,
  kindOf,
  outside,
  Samples,
  Service,
} from './ability.ts';
import { packProblem } from './refusal.ts';
import { SPEECH_RATE } from './speech-engine.ts';
import { speech, speechEngines } from './speech.ability.ts';

/** Samples a second of sound that is listened to. */
export const HEARING_RATE = 16_000;

/** The language and where somebody speaks, if it is known, and words that are likely to be said. */
const Sound = z.object({
  pcm: Samples,
  language: z.string().nullable(),
  known_words: z.array(z.string()),
  speech: z.array(z.object({ start: z.number(), end: z.number() })).optional(),
});
type Sound = z.infer<typeof Sound>;

const Word = z.object({ text: z.string(), start: z.number(), end: z.number() });
const Heard: z.ZodType<Transcript> = z.object({
  language: z.string(),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string(), words: z.array(Word) })),
});

const HearingService = Service.extend({ kind: kindOf(HEAR_WITH) });
type HearingService = z.output<typeof HearingService>;
type HearingEngine = Engine<Sound, Transcript>;

export const transcription = defineAbility({
  ability: 'transcription',
  name: '语音识别',
  input: Sound,
  output: Heard,
  unit: { name: '秒', price_per: 3600, price_name: '小时' },
  makes: null,
  service: HearingService,
  engines: (parts, services): HearingEngine[] => [
    ...services.filter((service): service is HearingService => service.ability === 'transcription').map(hearingService),
    builtInEars(parts),
  ],
  amountOf: ({ pcm }) => pcm.length / HEARING_RATE,
  trial: {
    /** What the built-in voice says, the engine must hear. */
    async input(app, _engine, signal) {
      const pcm = resample(await sayTest(app, signal), SPEECH_RATE, HEARING_RATE);
      return { pcm, language: 'zh', known_words: [] };
    },
    told: ({ segments }) => `听到「${segments.map(({ text }) => text).join('')}」`,
  },
});

async function sayTest(app: App, signal: AbortSignal): Promise<Float32Array> {
  const voice = speechEngines(app).find(({ engine }) => engine === BUILT_IN);
  if (!voice) throw new AppError('not_found', '没有配置这个引擎');
  const { output } = await voice.answer(await speech.trial.input(app, voice, signal), { signal });
  return output.pcm;
}

function builtInEars({ ai, shelf }: Parts): HearingEngine {
  // Whoever fetches the larger pack wants it used; it hears half the errors and takes twice the time.
  const size = () => (packProblem(() => shelf.folderOf('whisper-small')) === null ? 'small' : 'base');
  return {
    ...builtIn,
    problem: () => packProblem(() => [shelf.folderOf(`whisper-${size()}`), shelf.folderOf('silero-vad')]),
    async answer({ pcm, language, known_words, speech: spans }, { signal }) {
      const asked = { pcm, size: size(), known_words, speech: spans, ...(language && { language }) } as const;
      return { output: await ai.transcribe(asked, { signal }) };
    },
  };
}

function hearingService(service: HearingService): HearingEngine {
  const { kind, url, key, model, app } = service;
  return {
    ...outside(service),
    async answer({ pcm, language, known_words }, { signal }) {
      const heard = await HEAR_WITH[kind]({ url, key, model, app }, { wav: wavOf(pcm), language, known_words }, signal);
      return { output: { language: heard.language ?? language ?? 'zh', segments: heard.segments } };
    },
  };
}

/** 16-bit mono WAV of samples at the hearing rate. */
function wavOf(pcm: Float32Array): Uint8Array {
  const data = pcm.length * 2;
  const wav = Buffer.alloc(44 + data);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + data, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(HEARING_RATE, 24);
  wav.writeUInt32LE(HEARING_RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(data, 40);
  pcm.forEach((sample, i) => wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + i * 2));
  return wav;
}
