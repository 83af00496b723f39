import { ask, dig, readJson, recordsOf, wordOf } from '#providers/ask.ts';
import { type HearWith, ProviderError, type ProviderTranscript, type SpeakWith } from '#providers/provider.ts';

/** `POST {url}/v1/audio/speech`, spoken by OpenAI and by everything that imitates it. It tells no word times. */
export const speakWithOpenai: SpeakWith = async ({ url, key, model }, { text, voice, rate, emotion }, signal) => {
  const body = {
    model: model || 'gpt-4o-mini-tts',
    input: text,
    voice,
    speed: rate,
    response_format: 'wav',
    ...(emotion && { instructions: emotion }),
  };
  const { bytes, type } = await ask(`${url}/v1/audio/speech`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  if (type.startsWith('application/json')) throw new ProviderError('bad-answer', new TextDecoder().decode(bytes));
  return { bytes, words: null };
};

/** `POST {url}/v1/audio/transcriptions` with word times. */
export const hearWithOpenai: HearWith = async ({ url, key, model }, { wav, language, known_words }, signal) => {
  const form = soundForm(wav, { model: model || 'whisper-1', response_format: 'verbose_json' });
  form.append('timestamp_granularities[]', 'word');
  form.append('timestamp_granularities[]', 'segment');
  if (language) form.append('language', language);
  if (known_words.length > 0) form.append('prompt', known_words.join('、'));
  const { bytes } = await ask(`${url}/v1/audio/transcriptions`, {
    headers: { authorization: `Bearer ${key}` },
    body: form,
    signal,
  });
  return readVerbose(readJson(bytes));
};

/** whisper.cpp's server: `POST {url}/inference`, words inside the segments, no key. */
export const hearWithWhisperServer: HearWith = async ({ url }, { wav, language, known_words }, signal) => {
  const form = soundForm(wav, { response_format: 'verbose_json', language: language ?? 'auto' });
  if (known_words.length > 0) form.append('prompt', known_words.join('、'));
  const { bytes } = await ask(`${url}/inference`, { headers: {}, body: form, signal });
  return readVerbose(readJson(bytes));
};

function soundForm(wav: Uint8Array, fields: Record<string, string>): FormData {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(wav)], { type: 'audio/wav' }), 'sound.wav');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function readVerbose(answer: Record<string, unknown>): ProviderTranscript {
  const segments = recordsOf(answer['segments']);
  if (segments.length === 0 && typeof answer['text'] !== 'string') throw new ProviderError('bad-answer');
  const words = recordsOf(answer['words']).map(readWord);
  return {
    language: typeof answer['language'] === 'string' ? answer['language'] : null,
    segments: segments.map((segment) => {
      const [start, end] = [Number(segment['start']), Number(segment['end'])];
      const own = recordsOf(dig(segment, 'words')).map(readWord);
      const inside = own.length > 0 ? own : words.filter((word) => word.start >= start - 0.01 && word.start < end);
      return { start, end, text: wordOf(segment['text']).trim(), words: inside };
    }),
  };
}

function readWord(word: Record<string, unknown>) {
  return { text: wordOf(word['word']).trim(), start: Number(word['start']), end: Number(word['end']) };
}
