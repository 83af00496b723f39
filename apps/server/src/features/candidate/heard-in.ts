import type { ClipPick, VideoFactors } from '@mixreel/contract';
import { type Heard, heardKey } from '#features/mix/narration.ts';

/** How far the voice of one video may be slowed or hurried to take as long as that of the mix. */
const SLOWEST = 0.8;
const FASTEST = 1.35;

/**
 * What is heard of a place. Another voice than that of the mix says the line in the same time, so that videos with
 * different voices share their pictures; another pace plays what was said faster or slower, so that nothing is spoken
 * twice.
 */
export function heardIn(
  heard: Map<string, Heard>,
  { script_id }: Pick<ClipPick, 'script_id'>,
  { voice, pace }: VideoFactors,
): Heard | null {
  const own = heard.get(script_id ?? '') ?? null;
  const other = script_id && voice !== undefined ? heard.get(heardKey(script_id, voice)) : undefined;
  const said = own && other ? inVoice(own, other) : own;
  return said && pace !== undefined ? atPace(said, Number(pace)) : said;
}

function inVoice(own: Heard, other: Heard): Heard {
  const speed = Math.min(FASTEST, Math.max(SLOWEST, other.seconds / Math.max(0.1, own.seconds)));
  const { request, sha256, vlc_id, peaks, said, problem, is_estimate } = other;
  return { ...own, request, sha256, vlc_id, peaks, said, problem, is_estimate, speed: own.is_estimate ? 1 : speed };
}

/** The same said so much faster, with its words and captions at their times. */
function atPace(said: Heard, rate: number): Heard {
  const { script, seconds, speed, words, peaks } = said;
  if (seconds === 0) return said;
  const captions = script.captions?.map((one) => ({
    ...one,
    start_ms: Math.round(one.start_ms / rate),
    end_ms: Math.round(one.end_ms / rate),
  }));
  return {
    ...said,
    script: { ...script, captions: captions ?? null },
    seconds: seconds / rate,
    speed: speed * rate,
    words: words.map((word) => ({ ...word, start: word.start / rate, end: word.end / rate })),
    peaks: Array.from({ length: Math.floor(peaks.length / rate) }, (_, n) => peaks[Math.floor(n * rate)]!),
  };
}
