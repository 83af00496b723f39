import { listVoices } from '@mixreel/ai';
import { AppError, type Voice } from '@mixreel/contract';
import { type Parts, builtIn, BUILT_IN, BUILT_IN_NAME, defineAbility } from './ability.ts';
import { packProblem } from './refusal.ts';
import { enginesOf } from './registry.ts';
import { SPEECH_RATE, type SpeechEngine, SpeechService, Utterance, Uttered } from './speech-engine.ts';
import { speechService } from './speech-service.ts';

/** Characters that take a few seconds to say. */
const SENTENCE_MAX = 100;
const TEST_SENTENCE = '你好，这是一次测试。';

export const speech = defineAbility({
  ability: 'speech',
  name: '文字转语音',
  input: Utterance,
  output: Uttered,
  unit: { name: '字', price_per: 10_000, price_name: '万字' },
  makes: 'sound',
  service: SpeechService,
  engines: (parts, services): SpeechEngine[] => [
    builtInVoices(parts),
    ...services
      .filter((service): service is SpeechService => service.ability === 'speech')
      .map((service) => speechService(parts, service)),
  ],
  amountOf: ({ text }) => Array.from(text).length,
  trial: {
    async input(_app, { engine, voices: [voice] }) {
      if (!voice) throw new AppError('not_found', '没有配置这个引擎');
      const name = voice.voice_id.slice(engine.length + 1);
      return { text: TEST_SENTENCE, rate: 1, emotion: null, dictionary: [], voice: name };
    },
    told: ({ pcm }) => `说了 ${(pcm.length / SPEECH_RATE).toFixed(1)} 秒`,
  },
});

function builtInVoices({ ai, shelf }: Parts): SpeechEngine {
  return {
    ...builtIn,
    version: 'kokoro-1',
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
    async answer({ text, voice, rate, dictionary }, { signal }) {
      const began = performance.now();
      const request = { text, voice, speed: rate, dictionary: dictionary.map(toEntry) };
      // Stopping a model ends its process, and the next word waits seconds for another to load: a sentence is finished.
      const { pcm, words } = await ai.speak(request, text.length > SENTENCE_MAX ? { signal } : {});
      return { output: { pcm, words }, cpu_seconds: (performance.now() - began) / 1000 };
    },
  };
}

/** Pinyin with tone numbers is a reading; anything else is words that sound alike. */
export const PINYIN = /^[a-züv:]+[0-5](\s+[a-züv:]+[0-5])*$/i;

function toEntry({ word, reading }: Utterance['dictionary'][number]) {
  return PINYIN.test(reading) ? { word, pinyin: reading } : { word, words: reading };
}

/** Every engine that speaks. */
export function speechEngines(parts: Parts): SpeechEngine[] {
  return enginesOf(parts, speech);
}

export function requireSpeechEngine(parts: Parts, voice_id: string): { engine: SpeechEngine; voice: Voice } {
  for (const engine of speechEngines(parts)) {
    const voice = engine.voices.find((known) => known.voice_id === voice_id);
    if (voice) return { engine, voice };
  }
  throw new AppError('invalid', '没有这个音色，请重新选择');
}
