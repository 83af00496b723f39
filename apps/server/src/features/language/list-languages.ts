import type { Language } from '@mixreel/contract';
import type { App } from '#context.ts';
import { enginesOf } from '#features/ai/registry.ts';
import { speechEngines } from '#features/ai/speech.ability.ts';
import { transcription } from '#features/ai/transcription.ability.ts';
import { canTranslate } from '#features/ai/translate.ts';
import { translation } from '#features/ai/translation.ability.ts';
import { baseOf, LANGUAGES } from './languages.ts';

type Who = { engine: string; engine_name: string; is_built_in: boolean; problem(): string | null };
type By = Language['recognised_by'];

/** The built-in voices read these, whatever language they were recorded in. */
const READ_ALOUD = ['zh', 'en'];
/** The built-in recogniser writes all of our languages down but these: what it hears in them becomes plain Chinese. */
const NOT_HEARD = ['zh-TW', 'yue'];

/** Every language with who recognises, speaks and translates into it here, now. */
export function listLanguages(app: App): {
  items: Language[];
  reasons: Record<'recognise' | 'speak' | 'translate', string | null>;
} {
  const [hearing, speech] = [enginesOf(app, transcription), speechEngines(app)];
  const [translators, noTranslator] = [ready(enginesOf(app, translation)), canTranslate(app)];
  const items = LANGUAGES.map((one): Language => {
    const { language } = one;
    return {
      ...one,
      recognised_by: ready(hearing.filter((who) => !who.is_built_in || !NOT_HEARD.includes(language))),
      spoken_by: ready(
        speech.filter(({ is_built_in, voices }) =>
          is_built_in ? READ_ALOUD.includes(language) : voices.some((voice) => speaks(voice.language, language)),
        ),
      ),
      translated_by: translators,
    };
  });
  const reasons = { recognise: whyNobody(hearing), speak: whyNobody(speech), translate: noTranslator };
  return { items, reasons };
}

/** Whether a voice of one language is one of another: `en-GB` speaks English, `zh` no Cantonese. */
export function speaks(voice: string, language: string): boolean {
  return voice === language || baseOf(voice) === language;
}

function ready(engines: readonly Who[]): By {
  return engines.filter((one) => one.problem() === null).map(({ engine, engine_name }) => ({ engine, engine_name }));
}

function whyNobody(engines: readonly Who[]): string | null {
  const problems = engines.map((one) => one.problem());
  return problems.includes(null) ? null : (problems[0] ?? '没有可用的引擎');
}
