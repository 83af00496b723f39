import { repairHomophones } from '#hearing/homophones.ts';
import { knowWords } from '#hearing/known-words.ts';
import { findNames } from '#hearing/names.ts';
import { rewriteEach, rewriteParts } from '#hearing/rewrite.ts';
import { toSegments } from '#hearing/segments.ts';
import { encodeText } from '#hearing/tokens.ts';
import type { HeardSegment, HeardWord, HearingSize } from '#hearing/transcript.ts';
import { loadVoiceActivity, type Span, type VoiceActivity } from '#hearing/voice-activity.ts';
import { loadWhisper, type Whisper } from '#hearing/whisper.ts';
import { originalTime, packWindows, type Window } from '#hearing/windows.ts';
import { timeTokens } from '#hearing/words.ts';
import type { Heard } from '#hearing/writer.ts';
import { collectGarbage } from '#runtime/collect.ts';
import type { Task } from '#runtime/tasks.ts';
import { findFigures } from '#text/figures.ts';
import { toSimplified } from '#text/simplified.ts';

/**
 * Makes the model write simplified characters with punctuation, which it otherwise does or does not as it likes, and
 * numbers to call as such: without the pattern it takes 400-820-8820 for prices or times, and loses count.
 */
const CHINESE_PROMPT = '以下是普通话的句子，请加上标点，电话写成400-600-1234。';
/** Above the first and below the second, what the model wrote is made up. */
const SILENCE = 0.6;
const CONFIDENCE = -1;

/** So many windows are written down at a time: each token reads all weights, whoever it is for. What was heard in one is 37 or 110 MB. */
const TOGETHER: Record<HearingSize, number> = { base: 4, small: 2 };

let detector: Promise<VoiceActivity> | undefined;
let model: { size: HearingSize; loading: Promise<Whisper> } | undefined;

/** Writes down what is said: only where there is speech, in windows of up to 30 s. */
export const runTranscribe: Task<'transcribe'> = async (
  { pcm, language, size, known_words, speech: known },
  { folders, threads, tell },
) => {
  const speech = known ?? (await findSpeech(pcm, folders['silero-vad']!));
  if (speech.length === 0) return { language: '', segments: [] };
  model ??= { size, loading: loadWhisper(folders[`whisper-${size}`]!, threads) };
  const whisper = await model.loading;
  collectGarbage();
  const windows = packWindows(pcm, speech);
  const segments: HeardSegment[] = [];
  let spoken = language;
  const together = TOGETHER[size];
  for (let at = 0; at < windows.length; at += together) {
    const group = windows.slice(at, at + together);
    const heard = await whisper.listen(group.map((window) => window.pcm));
    spoken ??= await whisper.findLanguage(heard);
    const words = await write(whisper, group, heard, { language: spoken, known_words });
    for (const [i, window] of group.entries()) {
      const own = speech.filter((span) => isInside(span, window));
      segments.push(...toSegments(words[i]!, own, spoken));
    }
    collectGarbage();
    await tell({ progress: Math.min(1, (at + together) / windows.length) });
  }
  return { language: spoken ?? '', segments };
};

async function findSpeech(pcm: Float32Array, folder: string): Promise<Span[]> {
  detector ??= loadVoiceActivity(folder);
  return (await detector).find(pcm);
}

async function write(
  whisper: Whisper,
  windows: Window[],
  heard: Heard,
  { language, known_words }: { language: string; known_words: string[] },
): Promise<HeardWord[][]> {
  const known = knowWords(whisper.vocabulary, known_words);
  const prompt = encodeText(whisper.vocabulary, known.prompt + (language === 'zh' ? CHINESE_PROMPT : ''));
  const seconds = windows.map((window) => window.seconds);
  const written = await whisper.write(heard, seconds, { language, prompt, known });
  return windows.map((window, i) => {
    const decoded = written[i]!;
    if (decoded.silence > SILENCE && decoded.confidence < CONFIDENCE) return [];
    const words = timeTokens(decoded, whisper.vocabulary, window.seconds).map((word) => ({
      text: word.text,
      start: originalTime(window, word.start),
      end: originalTime(window, word.end),
    }));
    const named = rewriteParts(words, (text) => findNames(text, known_words));
    if (language !== 'zh') return named;
    const repaired = rewriteEach(named, (text) => repairHomophones(toSimplified(text), known_words));
    return rewriteParts(repaired, findFigures);
  });
}

function isInside({ start, end }: Span, { parts }: Window): boolean {
  return parts.some((part) => start < part.end && end > part.start);
}
