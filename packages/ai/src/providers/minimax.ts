import { ask, dig, readJson } from '#providers/ask.ts';
import { ProviderError, type SpeakWith } from '#providers/provider.ts';

/** MiniMax T2A v2: JSON in, sound as hexadecimal text out. Its caption file is another fetch, so no word times. */
export const speakWithMinimax: SpeakWith = async ({ url, key, model, app }, { text, voice, rate, emotion }, signal) => {
  const query = app ? `?GroupId=${encodeURIComponent(app)}` : '';
  const { bytes } = await ask(`${url}/v1/t2a_v2${query}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: model || 'speech-2.8-turbo',
      text,
      stream: false,
      voice_setting: { voice_id: voice, speed: rate, vol: 1, pitch: 0, ...(emotion && { emotion }) },
      audio_setting: { sample_rate: 24_000, format: 'mp3', channel: 1 },
      output_format: 'hex',
    }),
    signal,
  });
  const answer = readJson(bytes);
  const status = Number(dig(answer, 'base_resp', 'status_code') ?? 0);
  if (status !== 0) {
    throw new ProviderError(failureOf(status), `${status} ${String(dig(answer, 'base_resp', 'status_msg'))}`);
  }
  const hex = dig(answer, 'data', 'audio');
  if (typeof hex !== 'string' || hex === '' || !/^[0-9a-f]+$/i.test(hex)) throw new ProviderError('bad-answer');
  return { bytes: Buffer.from(hex, 'hex'), words: null };
};

function failureOf(status: number): ProviderError['kind'] {
  if (status === 1004 || status === 2049) return 'refused-key';
  if (status === 1008) return 'no-credit';
  if (status === 1002 || status === 1039 || status === 1000 || status === 1001) return 'busy';
  return 'bad-request';
}
