/** What a translation has to keep. Apart from the calls, so that no page carries it that does not use it. */
export { checkTranslation, type TranslationProblem } from './translation-check.ts';
export { termsIn } from './translation-terms.ts';
