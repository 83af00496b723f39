import { isEqual } from '@mixreel/document';
import { z } from 'zod';
import { type Ratio, RATIOS } from './mix-config.ts';
import { LINE_CHARACTERS_MAX, SHOOTINGS_MAX } from './mix-document.ts';
import { Id } from './wire.ts';
import { SCRIPT_SECONDS } from './writer.ts';

const text = (most: number) => z.string().max(most, `最多 ${most} 个字`);

/** What is looked for is no longer than a line. */
const WISH_MAX = LINE_CHARACTERS_MAX;

/** What stands in a cell of clips where anything may be taken that fits. */
export const AUTO_CLIP = '自动';

/** A shot that was found for a line, and by which words. */
export const AgentShot = z.object({
  /** What was asked for: as long as the cell still says so, the shot stays. */
  wish: z.string().max(WISH_MAX),
  material_id: Id,
  shot_id: Id.nullable(),
  start_ms: z.int().min(0),
  end_ms: z.int().min(1),
  material_name: z.string().max(500),
  why: z.string().max(500),
  /** How well it fits, 0 to 1, comparable among those that were found for the same words; rows of before have none. */
  score: z.number().min(0).max(1).optional(),
  /** Nothing fitted: it merely is there. */
  is_guess: z.boolean(),
});
export type AgentShot = z.infer<typeof AgentShot>;

/** One row of a batch: a video as it is to become. */
export const AgentRow = z.object({
  row_id: Id,
  /** The selling point that it is about. */
  point: text(120),
  /** What is said first. */
  hook: text(500),
  /** What is said then, a line for each shot. */
  lines: text(4000),
  /** What is shown with the hook and each line: a name, a tag, a sentence to search by, or 自动. */
  clips: text(4000),
  /** What was found for that. Null: nothing fitting was there. */
  shots: z.array(AgentShot.nullable()).max(SHOOTINGS_MAX),
  /** Empty: that of new mixes. */
  voice_id: text(200),
  /** Empty: none. */
  music_id: text(64),
  ratio: z.enum(Object.keys(RATIOS) as [Ratio]),
  title: text(200),
  /** With or without #, apart by spaces. */
  topics: text(300),
  note: text(500),
  /** How long it is to be: short lines then stand a little longer. 0: as long as its lines take. */
  seconds: z.int().min(0).max(SCRIPT_SECONDS.max, `最长 ${SCRIPT_SECONDS.max} 秒`),
});
export type AgentRow = z.infer<typeof AgentRow>;
export type AgentField = Exclude<keyof AgentRow, 'row_id' | 'shots' | 'seconds'>;

export const EMPTY_AGENT_ROW: Omit<AgentRow, 'row_id'> = {
  point: '',
  hook: '',
  lines: '',
  clips: '',
  shots: [],
  voice_id: '',
  music_id: '',
  ratio: '9:16',
  title: '',
  topics: '',
  note: '',
  seconds: 0,
};

/** The columns as grids and tables have them, in their order. */
export const AGENT_COLUMNS: readonly { field: AgentField; name: string }[] = [
  { field: 'point', name: '卖点' },
  { field: 'hook', name: '开头' },
  { field: 'lines', name: '台词' },
  { field: 'clips', name: '片段' },
  { field: 'voice_id', name: '音色' },
  { field: 'music_id', name: '音乐' },
  { field: 'ratio', name: '画幅' },
  { field: 'title', name: '标题' },
  { field: 'topics', name: '话题' },
  { field: 'note', name: '备注' },
];

/** What is said in a video, shot by shot. */
export function spokenLines({ hook, lines }: Pick<AgentRow, 'hook' | 'lines'>): string[] {
  return [hook, ...lines.split('\n')].map((line) => line.trim()).filter(Boolean);
}

/** What is wanted for each of them; where the cell says nothing, the line itself is asked for. */
export function wishesOf(row: Pick<AgentRow, 'hook' | 'lines' | 'clips'>): string[] {
  const wanted = row.clips.split('\n').map((wish) => wish.trim());
  return spokenLines(row).map((line, n) => (wanted[n] && wanted[n] !== AUTO_CLIP ? wanted[n] : line));
}

/** Why no video can be made of what stands in a row, whatever is found for it, and what to do; null where one can. */
export function rowTooLong(row: Pick<AgentRow, 'hook' | 'lines' | 'clips'>): string | null {
  const lines = spokenLines(row);
  if (lines.length > SHOOTINGS_MAX) {
    return `台词有 ${lines.length} 句，一条视频最多 ${SHOOTINGS_MAX} 句，请删短或分成几条`;
  }
  const line = lines.findIndex(({ length }) => length > LINE_CHARACTERS_MAX);
  if (line >= 0) return `第 ${line + 1} 句超过 ${LINE_CHARACTERS_MAX} 个字，请换行分成几句`;
  const wish = wishesOf(row).findIndex(({ length }) => length > WISH_MAX);
  return wish < 0 ? null : `第 ${wish + 1} 句的片段超过 ${WISH_MAX} 个字，请写短`;
}

/** The shots that still are what the cells ask for; others are to be found. */
export function keptShots(row: Pick<AgentRow, 'hook' | 'lines' | 'clips' | 'shots'>): (AgentShot | null)[] {
  return wishesOf(row).map((wish, n) => (row.shots[n]?.wish === wish ? row.shots[n] : null));
}

/**
 * A row with the shots that were found for it as it was asked for. What somebody has chosen meanwhile stays; where words
 * have changed meanwhile, shots are found again.
 */
export function withFound(now: AgentRow, asked: AgentRow, found: Pick<AgentRow, 'shots'>): AgentRow {
  const shots = keptShots(now).map((kept, n) => {
    const isChosen = kept !== null && !isEqual(kept, asked.shots[n] ?? null);
    return isChosen ? kept : (found.shots[n] ?? null);
  });
  return { ...now, shots: shots.slice(0, SHOOTINGS_MAX) };
}

type Turns = { voice_ids: readonly string[]; music_ids: readonly string[]; ratios: readonly Ratio[] };

/** Voices, ratios and music take turns: each voice comes in each ratio, and both with all music. */
export function turnsOf({ voice_ids, music_ids, ratios }: Turns, n: number) {
  const turn = <T>(all: readonly T[], every: number, none: T) => all[Math.floor(n / every) % all.length] ?? none;
  const voices = Math.max(1, voice_ids.length);
  return {
    voice_id: turn(voice_ids, 1, ''),
    ratio: turn(ratios, voices, '9:16' as const),
    music_id: turn(music_ids, voices * ratios.length, ''),
  };
}

/** A video this much shorter or longer than asked for is as long as asked for. */
export const LENGTH_TOLERANCE = 0.1;

/** Whether a video will be noticeably shorter or longer than asked for. */
export function lengthOff({ seconds, wanted }: { seconds: number; wanted: number }): 'short' | 'long' | null {
  if (seconds > wanted * (1 + LENGTH_TOLERANCE)) return 'long';
  return seconds < wanted * (1 - LENGTH_TOLERANCE) ? 'short' : null;
}

/** What should be shot: nothing fitting was there for it. */
export function missingIn(rows: readonly AgentRow[]): { wish: string; line: string; rows: number[] }[] {
  const found = rows.flatMap((row, n) => {
    const shots = keptShots(row);
    const lines = spokenLines(row);
    return wishesOf(row).flatMap((wish, at) => {
      const isMissing = shots[at] ? shots[at].is_guess : row.shots[at] === null;
      return isMissing ? [{ wish, line: lines[at]!, number: n + 1 }] : [];
    });
  });
  return [...Map.groupBy(found, ({ wish }) => wish)].map(([wish, all]) => ({
    wish,
    line: all[0]!.line,
    rows: [...new Set(all.map(({ number }) => number))],
  }));
}

/** Topics as a list, without the signs before them. */
export function topicsOf(topics: string): string[] {
  return [...new Set(topics.split(/[\s#＃,，、]+/u).filter(Boolean))];
}
