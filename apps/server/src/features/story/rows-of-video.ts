import {
  EMPTY_ROW,
  readCell,
  type SpokenWord,
  STORY_COLUMNS,
  type StoryPace,
  type StoryRow,
  type Tag,
} from '@mixreel/contract';
import type { SeenWriting } from '#features/analysis/analysis.tables.ts';
import { inChineseMarks } from '#features/analysis/chinese-marks.ts';
import { sectionOf } from './section-of.ts';

export type SeenShot = {
  start_ms: number;
  end_ms: number;
  caption: string;
  ocr_text: string;
  speech_text: string;
  tags: Tag[];
  writing: SeenWriting[] | null;
  cover_vlc_id: string | null;
};
type Seen = { material_id: string; is_inspiration: boolean; shots: readonly SeenShot[]; words: readonly SpokenWord[] };
/** A video as far as it was looked at. */
export type SeenVideo = Seen & { sha256: string; peaks: readonly number[] };

const SHOT_SIZE = STORY_COLUMNS.find(({ field }) => field === 'shot_size')!;
const CAMERA_MOVE = STORY_COLUMNS.find(({ field }) => field === 'camera_move')!;
const PROPS_MOST = 4;
/** A part of a clause that is no longer than this goes with the rest of it. */
const BESIDE_S = 1;
const PAUSE_S = 0.3;

/** What can be told of a shot before anybody has looked at it. */
export function cutRow(
  { start_ms, end_ms }: Pick<SeenShot, 'start_ms' | 'end_ms'>,
  { material_id, is_inspiration }: Pick<Seen, 'material_id' | 'is_inspiration'>,
): Omit<StoryRow, 'row_id'> {
  const duration_ms = Math.min(600_000, Math.max(100, end_ms - start_ms));
  // Other people's pictures are to look at: a moment, and nothing to cut from.
  return { ...EMPTY_ROW, duration_ms, reference: { material_id, start_ms, end_ms: is_inspiration ? null : end_ms } };
}

const namesIn = ({ tags }: Pick<SeenShot, 'tags'>, ...types: Tag['tag_type'][]) => [
  ...new Set(tags.filter(({ tag_type }) => types.includes(tag_type)).map(({ name }) => name)),
];

/** A shot as a row: what is said and written in it, how it was filmed, and what it is for. */
export function readRow(
  shot: SeenShot,
  n: number,
  seen: Seen,
  { line, note }: Pick<StoryRow, 'line' | 'note'>,
): Omit<StoryRow, 'row_id'> {
  const { start_ms, ocr_text } = shot;
  const { captions, scenery } = sortWriting(ocr_text, seen.words);
  const move = readCell(CAMERA_MOVE, namesIn(shot, 'camera')[0] ?? '');
  const is_last = n === seen.shots.length - 1;
  return {
    ...cutRow(shot, seen),
    section: sectionOf(`${line}\n${ocr_text}`, { start_ms, is_last }),
    line: line.slice(0, 1000),
    caption: onOneLine(captions).slice(0, 200),
    shot_size: sizeOf(shot),
    camera_move: 'value' in move ? (move.value as StoryRow['camera_move']) : null,
    note: [note, scenery.length > 0 && `画面里的字：${onOneLine(scenery)}`].filter(Boolean).join('\n').slice(0, 1000),
  };
}

const HAN = /\p{Script=Han}/u;
const isScenery = (line: string) => !HAN.test(line) && !/[%¥￥$]/u.test(line);

/**
 * Where Chinese is spoken, letters without any Chinese are what stands on shirts, bottles and walls: as the caption of a
 * row they would be written over the clips of a mix.
 */
function sortWriting(text: string, words: readonly SpokenWord[]): { captions: string[]; scenery: string[] } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (!words.some((word) => HAN.test(word.text))) return { captions: lines, scenery: [] };
  return { captions: lines.filter((line) => !isScenery(line)), scenery: lines.filter(isScenery) };
}

function onOneLine(lines: string[]): string {
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}

function sizeOf(shot: SeenShot): StoryRow['shot_size'] {
  const size = readCell(SHOT_SIZE, namesIn(shot, 'shot_size')[0] ?? '');
  return 'value' in size ? (size.value as StoryRow['shot_size']) : null;
}

/** What is to be seen in a shot. */
export function lookRow(shot: SeenShot): Pick<StoryRow, 'picture' | 'shot_size' | 'scene' | 'people' | 'props'> {
  return {
    picture: shot.caption.slice(0, 1000),
    shot_size: sizeOf(shot),
    scene: namesIn(shot, 'scene').join('、').slice(0, 100),
    people: namesIn(shot, 'person', 'count').join('、').slice(0, 100),
    props: namesIn(shot, 'product', 'object').slice(0, PROPS_MOST).join('、').slice(0, 200),
  };
}

/** What is said in each shot. */
export function linesOf({ shots, words }: Pick<Seen, 'shots' | 'words'>): string[] {
  if (words.length === 0) return shots.map(({ speech_text }) => speech_text);
  const said: string[][] = shots.map(() => []);
  const placed = shotsOf(words, shots);
  inChineseMarks(words).forEach(({ text }, n) => {
    const line = said[placed[n]!]!;
    line.push(isLatin(line.at(-1) ?? '') && isLatin(text) ? ` ${text}` : text);
  });
  return said.map((line) => line.join('').trim());
}

/**
 * The shot of each word, one alone: that which its middle lies in. A clause that begins just before a cut or ends just
 * behind it stays whole, as cuts fall a little beside the words, and nobody can say half a word (0269).
 */
function shotsOf(words: readonly SpokenWord[], shots: readonly SeenShot[]): number[] {
  const placed = words.map(({ start, end }) => shotAt(shots, ((start + end) / 2) * 1000));
  for (const [from, to] of clausesOf(words)) {
    const [first, last] = [placed[from]!, placed[to - 1]!];
    if (last !== first + 1) continue;
    const cut = placed.indexOf(last, from);
    const [before, after] = [secondsOf(words.slice(from, cut)), secondsOf(words.slice(cut, to))];
    if (Math.min(before, after) <= BESIDE_S) placed.fill(before > after ? first : last, from, to);
  }
  return placed;
}

/** Where clauses begin and end: at marks and pauses. */
function clausesOf(words: readonly SpokenWord[]): [from: number, to: number][] {
  const ends = words.flatMap(({ text, end }, n) => {
    const next = words[n + 1];
    return !next || /[，。？！；：,.?!;:、]$/u.test(text) || next.start - end >= PAUSE_S ? [n + 1] : [];
  });
  return ends.map((to, n) => [ends[n - 1] ?? 0, to]);
}

const secondsOf = (words: readonly SpokenWord[]) => (words.at(-1)?.end ?? 0) - (words[0]?.start ?? 0);

/** The shot that a moment lies in; before the first and behind the last it is that one. */
export function shotAt(shots: readonly SeenShot[], at_ms: number): number {
  const after = shots.findIndex(({ end_ms }) => at_ms < end_ms);
  return after < 0 ? shots.length - 1 : after;
}

function isLatin(text: string): boolean {
  return /^ ?[A-Za-z0-9]/.test(text);
}

export function paceOf({ shots, words }: Pick<Seen, 'shots' | 'words'>): StoryPace {
  const seconds = shots.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0) / 1000;
  const said = words.reduce((sum, { text }) => sum + Array.from(text.replace(/[^\p{L}\p{N}]/gu, '')).length, 0);
  const speaking = words.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  const first = shots[0];
  return {
    shots_per_minute: round(seconds > 0 ? (shots.length * 60) / seconds : 0),
    shot_seconds: round(shots.length > 0 ? seconds / shots.length : 0),
    hook_seconds: round(first ? (first.end_ms - first.start_ms) / 1000 : 0),
    characters_per_second: speaking > 0 ? round(said / speaking) : null,
    tempo: null,
    on_beat: null,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
