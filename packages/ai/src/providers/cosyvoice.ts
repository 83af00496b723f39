import { randomUUID } from 'node:crypto';
import { dig, recordsOf } from '#providers/ask.ts';
import { ProviderError, type ProviderSpeech, type SpeakWith } from '#providers/provider.ts';
import { talk } from '#providers/socket.ts';

/** CosyVoice on DashScope: run-task, continue-task with the text, finish-task; sound comes as binary frames. */
export const speakWithCosyvoice: SpeakWith = async ({ url, key, model }, { text, voice, rate }, signal) => {
  const task_id = randomUUID();
  const message = (action: string, payload: object) => {
    return JSON.stringify({ header: { action, task_id, streaming: 'duplex' }, payload });
  };
  const sound: Uint8Array[] = [];
  const words: { text: string; start: number; end: number }[] = [];
  const parameters = {
    text_type: 'PlainText',
    voice,
    format: 'mp3',
    sample_rate: 24_000,
    rate,
    word_timestamp_enabled: true,
  };
  return talk<ProviderSpeech>(
    url,
    {
      headers: { authorization: `bearer ${key}` },
      begin(send) {
        const task = { task_group: 'audio', task: 'tts', function: 'SpeechSynthesizer' };
        send(message('run-task', { ...task, model: model || 'cosyvoice-v3-flash', parameters, input: {} }));
      },
      hear(heard, send) {
        if (typeof heard !== 'string') {
          sound.push(heard);
          return undefined;
        }
        const said: unknown = JSON.parse(heard);
        const event = dig(said, 'header', 'event');
        if (event === 'task-started') {
          send(message('continue-task', { input: { text } }));
          send(message('finish-task', { input: {} }));
        }
        if (dig(said, 'payload', 'output', 'type') === 'sentence-end') {
          for (const word of recordsOf(dig(said, 'payload', 'output', 'sentence', 'words'))) {
            const [start, end] = [Number(word['begin_time']) / 1000, Number(word['end_time']) / 1000];
            words.push({ text: String(word['text']), start, end });
          }
        }
        if (event === 'task-failed') throw failure(said);
        if (event !== 'task-finished') return undefined;
        if (sound.length === 0) throw new ProviderError('bad-answer', 'no sound came');
        return { bytes: Buffer.concat(sound), words: words.length > 0 ? words : null };
      },
    },
    signal,
  );
};

function failure(said: unknown): ProviderError {
  const code = String(dig(said, 'header', 'error_code'));
  const details = `${code} ${String(dig(said, 'header', 'error_message'))}`;
  if (/InvalidApiKey|AccessDenied/i.test(code)) return new ProviderError('refused-key', details);
  if (/Arrearage/i.test(code)) return new ProviderError('no-credit', details);
  if (/Throttling|RequestTimeOut|Internal/i.test(code)) return new ProviderError('busy', details);
  return new ProviderError('bad-request', details);
}
