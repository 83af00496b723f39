import { dig, recordsOf, wordOf } from '#providers/ask.ts';
import { type HearWith, ProviderError, type ProviderTranscript } from '#providers/provider.ts';
import { talk } from '#providers/socket.ts';

const CHUNK_BYTES = 1 << 20;
/** The weight that FunASR's own examples give. */
const HOT_WEIGHT = 20;

/** FunASR's runtime, offline mode: a first word about the sound, the sound, the end; then sentences with their times. */
export const hearWithFunasr: HearWith = async ({ url }, { wav, language, known_words }, signal) => {
  return talk<ProviderTranscript>(
    url,
    {
      headers: {},
      begin(send) {
        const svs_lang = language ?? 'auto';
        const hotwords = JSON.stringify(Object.fromEntries(known_words.map((word) => [word, HOT_WEIGHT])));
        send(
          JSON.stringify({
            mode: 'offline',
            wav_name: 'sound',
            wav_format: 'wav',
            is_speaking: true,
            itn: true,
            svs_lang,
            hotwords,
          }),
        );
        for (let at = 0; at < wav.length; at += CHUNK_BYTES) send(wav.subarray(at, at + CHUNK_BYTES));
        send(JSON.stringify({ is_speaking: false }));
      },
      hear(heard) {
        if (typeof heard !== 'string') return undefined;
        const said: unknown = JSON.parse(heard);
        if (typeof dig(said, 'text') !== 'string') throw new ProviderError('bad-answer', heard.slice(0, 200));
        return { language, segments: recordsOf(dig(said, 'stamp_sents')).map(readSentence) };
      },
    },
    signal,
  );
};

function readSentence(sentence: Record<string, unknown>): ProviderTranscript['segments'][number] {
  const written = wordOf(sentence['text_seg']);
  const texts = written.split(' ').filter(Boolean);
  const times = Array.isArray(sentence['ts_list']) ? (sentence['ts_list'] as [number, number][]) : [];
  return {
    start: Number(sentence['start']) / 1000,
    end: Number(sentence['end']) / 1000,
    text: `${joinWords(texts)}${wordOf(sentence['punc'])}`,
    words: times.flatMap(([start, end], n) => {
      const text = texts[n];
      return text ? { text, start: start / 1000, end: end / 1000 } : [];
    }),
  };
}

/** Between Chinese characters there is no space, between other words there is. */
function joinWords(texts: string[]): string {
  return texts.join(' ').replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, '');
}
