import { AiError, listVoices, PackError, PackMissing, ProviderError } from '@mixreel/ai';
import { AppError, type Voice } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { SpeechEngine, Utterance } from './speech-engine.ts';
import { speechService } from './speech-service.ts';

export const BUILT_IN = 'builtin';
/** Characters that take a few seconds to say. */
const SENTENCE_MAX = 100;
export const BUILT_IN_NAME = '内置引擎';
type Parts = Pick<App, 'ai' | 'shelf' | 'config' | 'tools' | 'scratch'>;

/** Every engine that speaks: the built-in one, and the services that were configured. */
export function speechEngines(parts: Parts): SpeechEngine[] {
  const { ai, shelf, config } = parts;
  const builtIn: SpeechEngine = {
    engine: BUILT_IN,
    engine_name: BUILT_IN_NAME,
    is_built_in: true,
    host: null,
    version: 'kokoro-1',
    price: 0,
    voices: listVoices().map(({ voice, name, gender, language, language_name, tags, sample_text }) => ({
      voice_id: `${BUILT_IN}:${voice}`,
      voice_name: name,
      engine: BUILT_IN,
      engine_name: BUILT_IN_NAME,
      gender,
      language,
      language_name,
      style_tags: tags,
      emotions: [],
      sample_text,
    })),
    problem: () => packProblem(() => shelf.folderOf('kokoro')),
    async speak({ text, voice, rate, dictionary }, signal) {
      const began = performance.now();
      const request = { text, voice, speed: rate, dictionary: dictionary.map(toEntry) };
      // Stopping a model ends its process, and the next word waits seconds for another to load: a sentence is finished.
      const { pcm, words } = await ai.speak(request, text.length > SENTENCE_MAX ? { signal } : {});
      return { pcm, words, cpu_seconds: (performance.now() - began) / 1000 };
    },
  };
  const services = config.providers.filter((provider) => provider.ability === 'speech');
  return [builtIn, ...services.map((provider) => speechService(parts, provider))];
}

/** Pinyin with tone numbers is a reading; anything else is words that sound alike. */
export const PINYIN = /^[a-züv:]+[0-5](\s+[a-züv:]+[0-5])*$/i;

function toEntry({ word, reading }: Utterance['dictionary'][number]) {
  return PINYIN.test(reading) ? { word, pinyin: reading } : { word, words: reading };
}

export function requireSpeechEngine(parts: Parts, voice_id: string): { engine: SpeechEngine; voice: Voice } {
  for (const engine of speechEngines(parts)) {
    const voice = engine.voices.find((known) => known.voice_id === voice_id);
    if (voice) return { engine, voice };
  }
  throw new AppError('invalid', '没有这个音色，请重新选择');
}

/** Runs something a model does; what models and packs refuse becomes a refusal that a person reads. */
export async function askModel<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toRefusal(error);
  }
}

const ASKERS_FAULT = ['empty-text', 'text-too-long', 'nothing-to-say', 'unknown-voice', 'bad-option', 'bad-sound'];

function toRefusal(error: unknown): unknown {
  if (error instanceof PackMissing) return new AppError('preparing', error.message);
  if (error instanceof ProviderError) return new AppError('ai_failed', error.message);
  if (error instanceof PackError) return new AppError('ai_failed', error.message);
  if (error instanceof AiError) {
    return new AppError(ASKERS_FAULT.includes(error.kind) ? 'invalid' : 'ai_failed', error.message);
  }
  return error;
}

export function packProblem(look: () => unknown): string | null {
  try {
    look();
    return null;
  } catch (error) {
    if (error instanceof PackMissing) return error.message;
    throw error;
  }
}
