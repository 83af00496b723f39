import { randomUUID } from 'node:crypto';
import { ask, dig, isRecord, recordsOf } from '#providers/ask.ts';
import { ProviderError, type ProviderSpeech, type SpeakWith } from '#providers/provider.ts';

const DONE = 20_000_000;

/** Volcengine's V3 speech over HTTP: a line of JSON per piece of sound, word times between them, 20000000 at the end. */
export const speakWithVolcengine: SpeakWith = async (
  { url, key, model, app },
  { text, voice, rate, emotion },
  signal,
) => {
  const audio_params = {
    format: 'mp3',
    sample_rate: 24_000,
    speech_rate: Math.round(Math.max(-50, Math.min(100, (rate - 1) * 100))),
    enable_timestamp: true,
    ...(emotion && { emotion }),
  };
  const { bytes } = await ask(`${url}/api/v3/tts/unidirectional`, {
    headers: {
      'content-type': 'application/json',
      // The old console gives an application and a token, the new one a single key.
      ...(app ? { 'x-api-app-id': app, 'x-api-access-key': key } : { 'x-api-key': key }),
      'x-api-resource-id': model || 'seed-tts-2.0',
      'x-api-request-id': randomUUID(),
    },
    body: JSON.stringify({ user: { uid: 'mixreel' }, req_params: { text, speaker: voice, audio_params } }),
    signal,
  });
  return readLines(new TextDecoder().decode(bytes));
};

function readLines(answer: string): ProviderSpeech {
  const sound: Buffer[] = [];
  const words: { text: string; start: number; end: number }[] = [];
  let isDone = false;
  for (const line of answer.split('\n').filter((text) => text.trim())) {
    const message = parseLine(line);
    const code = Number(message['code'] ?? 0);
    if (code !== 0 && code !== DONE) throw new ProviderError(failureOf(code), `${code} ${String(message['message'])}`);
    if (typeof message['data'] === 'string') sound.push(Buffer.from(message['data'], 'base64'));
    for (const word of recordsOf(dig(message, 'sentence', 'words'))) {
      words.push({ text: String(word['word']), start: Number(word['startTime']), end: Number(word['endTime']) });
    }
    isDone ||= code === DONE;
  }
  if (!isDone || sound.length === 0) throw new ProviderError('bad-answer', 'the answer ended early');
  return { bytes: Buffer.concat(sound), words: words.length > 0 ? words : null };
}

function parseLine(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (isRecord(value)) return value;
  } catch {
    // Said below.
  }
  throw new ProviderError('bad-answer', line.slice(0, 200));
}

function failureOf(code: number): ProviderError['kind'] {
  if (code === 45_000_010 || code === 45_000_030) return 'refused-key';
  return String(code).startsWith('55') ? 'busy' : 'bad-request';
}
