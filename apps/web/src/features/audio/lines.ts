import { AUDIO_LINE_CHARACTERS_MAX, AUDIO_LINES_MAX, type AudioLine, type SpeechSettings } from '@mixreel/contract';
import { randomId } from '#lib/random.ts';

/** The voice of a first line, before the list of voices has been read. */
const FIRST_VOICE = 'builtin:zf_xiaoxiao';

type Given = { text?: string; shot_ms?: number | null; voice_id?: string | null };

/** What a line has besides its words; new lines take it from the one before. */
export type LineSettings = SpeechSettings & Pick<AudioLine, 'pause_ms'>;

const FIRST: LineSettings = { voice_id: FIRST_VOICE, rate: 1, pitch: 0, volume: 1, emotion: null, pause_ms: 300 };

export function newLine(like: LineSettings = FIRST, given: Given = {}): AudioLine {
  const { text = '', shot_ms = null, voice_id } = given;
  // An emotion is one of its voice's: another voice may not know it.
  const own = voice_id && voice_id !== like.voice_id ? { voice_id, emotion: null } : {};
  const said = text.slice(0, AUDIO_LINE_CHARACTERS_MAX);
  return { ...settingsOf(like), ...own, line_id: randomId(8), text: said, shot_ms };
}

export function settingsOf({ voice_id, rate, pitch, volume, emotion, pause_ms }: LineSettings): LineSettings {
  return { voice_id, rate, pitch, volume, emotion, pause_ms };
}

/** Whether there is anything to say: emoji and punctuation alone are silent. */
export function isSayable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** What was pasted, line by line; lines without a word are left out, list marks of documents too. */
export function splitPasted(text: string): string[] {
  return text
    .split(/\r\n|\n|\r|\u2028/)
    .map((line) => line.replace(/^\s*(?:[-•·*]\s+|\d{1,3}[.、)）]\s+)/, '').trim())
    .filter(isSayable);
}

/**
 * Puts pasted lines in place of `from`…`to` of a line's text: the first joins what stands before, the last what stands
 * behind. Null when it is a single line, which the text field itself can take.
 */
export function pasteLines(
  lines: AudioLine[],
  line_id: string,
  { from, to, pasted }: { from: number; to: number; pasted: string },
): { lines: AudioLine[]; last: { line_id: string; at: number }; left_out: number } | null {
  const at = lines.findIndex((line) => line.line_id === line_id);
  const line = lines[at];
  const [first, ...rest] = splitPasted(pasted);
  if (!line || first === undefined || !/[\r\n\u2028]/.test(pasted.trim())) return null;

  const [before, behind] = [line.text.slice(0, from), line.text.slice(to)];
  const room = AUDIO_LINES_MAX - lines.length;
  const texts = [before + first, ...rest.slice(0, room)];
  const cursor = (texts.at(-1) ?? '').length;
  texts[texts.length - 1] += behind;
  const made = texts.map((text, n) =>
    n === 0 ? { ...line, text: text.slice(0, AUDIO_LINE_CHARACTERS_MAX) } : newLine(line, { text }),
  );
  return {
    lines: lines.toSpliced(at, 1, ...made),
    last: { line_id: made.at(-1)?.line_id ?? line_id, at: cursor },
    left_out: Math.max(0, rest.length - room),
  };
}

/** Cuts a line in two at a position; at its end that adds an empty line below. */
export function splitLine(lines: AudioLine[], line_id: string, at: number): { lines: AudioLine[]; added: string } {
  const index = lines.findIndex((line) => line.line_id === line_id);
  const line = lines[index];
  if (!line || lines.length >= AUDIO_LINES_MAX) return { lines, added: line_id };
  const below = newLine(line, { text: line.text.slice(at).trimStart() });
  return {
    lines: lines.toSpliced(index, 1, { ...line, text: line.text.slice(0, at) }, below),
    added: below.line_id,
  };
}

/** Takes lines out; the last one standing is emptied rather than taken. `next` is where a person goes on. */
export function removeLines(lines: AudioLine[], ids: string[]): { lines: AudioLine[]; next: string | null } {
  const first = lines.findIndex(({ line_id }) => ids.includes(line_id));
  const rest = lines.filter(({ line_id }) => !ids.includes(line_id));
  if (rest.length === 0) {
    const empty = newLine(lines[0]);
    return { lines: [empty], next: empty.line_id };
  }
  return { lines: rest, next: rest[Math.max(0, first - 1)]?.line_id ?? null };
}

/** Moves lines, in their order, before the one at `to`. */
export function moveLines(lines: AudioLine[], ids: string[], to: number): AudioLine[] {
  const moved = lines.filter(({ line_id }) => ids.includes(line_id));
  const before = lines.slice(0, to).filter(({ line_id }) => !ids.includes(line_id));
  const behind = lines.slice(to).filter(({ line_id }) => !ids.includes(line_id));
  return [...before, ...moved, ...behind];
}

/** Moves lines one place up or down, as a block; at the edge nothing happens. */
export function shiftLines(lines: AudioLine[], ids: string[], by: -1 | 1): AudioLine[] {
  const places = lines.flatMap(({ line_id }, n) => (ids.includes(line_id) ? [n] : []));
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return lines;
  if (by === -1) return first === 0 ? lines : moveLines(lines, ids, first - 1);
  return last === lines.length - 1 ? lines : moveLines(lines, ids, last + 2);
}

export function changeLines(lines: AudioLine[], ids: string[], change: Partial<AudioLine>): AudioLine[] {
  return lines.map((line) => (ids.includes(line.line_id) ? { ...line, ...change } : line));
}
