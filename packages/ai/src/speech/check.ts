import { AiError } from '#errors.ts';
import type { SpeakInput, SpeechRequest } from '#speech/speech.ts';
import { isVoice } from '#speech/voices.ts';

/** The longest text spoken at once, about twenty minutes; longer ones are better kept as several lines. */
const MOST_CHARACTERS = 5000;
const SLOWEST = 0.5;
const FASTEST = 2;
const MOST_ENTRIES = 5000;

/** The request with its defaults, or an `AiError` that says what is wrong with it. */
export function checkRequest({ text, voice, speed = 1, dictionary = [] }: SpeechRequest): SpeakInput {
  if (text.trim() === '') throw new AiError('empty-text');
  if (text.length > MOST_CHARACTERS) {
    const sentence = `文字太长（${text.length} 字），一次最多 ${MOST_CHARACTERS} 字，请分成几段`;
    throw new AiError('text-too-long', `${text.length} characters`, sentence);
  }
  if (!/[\p{L}\p{N}]/u.test(text)) throw new AiError('nothing-to-say');
  if (!isVoice(voice)) throw new AiError('unknown-voice', voice);
  if (!(speed >= SLOWEST && speed <= FASTEST)) {
    throw new AiError('bad-option', `speed ${speed}`, `语速须在 ${SLOWEST} 到 ${FASTEST} 之间`);
  }
  if (dictionary.length > MOST_ENTRIES) {
    throw new AiError('bad-option', `${dictionary.length} entries`, `读音词典最多 ${MOST_ENTRIES} 条`);
  }
  return { text, voice, speed, dictionary };
}
