import { HEAR_WITH, type Transcript } from '@mixreel/ai';
import type { Provider } from '#config.ts';
import type { App } from '#context.ts';
import { BUILT_IN, BUILT_IN_NAME, packProblem } from './engines.ts';

/** Samples a second of sound that is listened to. */
export const HEARING_RATE = 16_000;

/** The language, if it is known, and words that are likely to be said. */
type Asked = { language: string | null; known_words?: string[] };

/** Something that listens: built in, or a service that was configured. */
export type HearingEngine = {
  engine: string;
  engine_name: string;
  is_built_in: boolean;
  host: string | null;
  problem(): string | null;
  hear(pcm: Float32Array, asked: Asked, signal: AbortSignal): Promise<Transcript>;
};

/** Every engine that listens; the first is the one to ask. */
export function hearingEngines({ ai, shelf, config }: Pick<App, 'ai' | 'shelf' | 'config'>): HearingEngine[] {
  // Whoever fetches the larger pack wants it used; it hears half the errors and takes twice the time.
  const size = () => (packProblem(() => shelf.folderOf('whisper-small')) === null ? 'small' : 'base');
  const builtIn: HearingEngine = {
    engine: BUILT_IN,
    engine_name: BUILT_IN_NAME,
    is_built_in: true,
    host: null,
    problem: () => packProblem(() => [shelf.folderOf(`whisper-${size()}`), shelf.folderOf('silero-vad')]),
    hear: (pcm, { language, known_words = [] }, signal) =>
      ai.transcribe({ pcm, size: size(), known_words, ...(language && { language }) }, { signal }),
  };
  const services = config.providers.filter((provider) => provider.ability === 'transcription');
  return [...services.map(hearingService), builtIn];
}

function hearingService(provider: Extract<Provider, { ability: 'transcription' }>): HearingEngine {
  const { engine, name, kind, url, key, model, app } = provider;
  return {
    engine,
    engine_name: name,
    is_built_in: false,
    host: new URL(url).host,
    problem: () => null,
    async hear(pcm, { language, known_words = [] }, signal) {
      const heard = await HEAR_WITH[kind]({ url, key, model, app }, { wav: wavOf(pcm), language, known_words }, signal);
      return { language: heard.language ?? language ?? 'zh', segments: heard.segments };
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
