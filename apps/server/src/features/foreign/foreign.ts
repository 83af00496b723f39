/** What a file from outside says, without anything else that was in it. */
export type Foreign =
  /** `pages`: of what has some, as slides; `text` has all of them. */
  | { kind: 'text'; text: string; notices: string[]; parts?: TextParts; pages?: string[] }
  /** The first sheet of a workbook; `sheets`: all of them, where there are several. */
  | ({ kind: 'table'; notices: string[]; sheets?: Sheet[] } & Table)
  | { kind: 'cues'; cues: Cue[]; notices: string[] };

export type Table = { rows: string[][]; merged: Merged[] };
export type Sheet = Table & { name: string };

/** Of a text with tables: these, and what stands outside of them. `text` has all of it. */
export type TextParts = { tables: Table[]; outside: string };

/** What is said from one moment to another, in milliseconds. */
export type Cue = { start_ms: number; end_ms: number; text: string };

/** A cell of a table that reaches over several rows; only the first of them has its text. */
export type Merged = { column: number; from_row: number; to_row: number };

/** Why a document is not read, in words for whoever chose it. It crosses a process, where an AppError cannot be. */
export class Refusal extends Error {}

/**
 * More than any script, storyboard or brief, and little enough that whoever gets a document can work through it at once.
 * What a person loses by a limit they are told, in the notices.
 */
export const CHARACTERS_MAX = 500_000;
export const ROWS_MAX = 20_000;
export const COLUMNS_MAX = 200;
export const CELLS_MAX = 200_000;

/** A part of an office file may unpack to this much: a script of 500 lines needs a hundredth of it. */
export const PART_BYTES_MAX = 20_000_000;
export const NODES_MAX = 500_000;
export const DEPTH_MAX = 200;

export const CUT_NOTICE = `文件很长，只读取了前 ${CHARACTERS_MAX / 10_000} 万字`;

export function cutText(text: string): { text: string; notices: string[] } {
  return text.length <= CHARACTERS_MAX
    ? { text, notices: [] }
    : { text: text.slice(0, CHARACTERS_MAX).toWellFormed(), notices: [CUT_NOTICE] };
}
