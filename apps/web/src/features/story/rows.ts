import { spokenSeconds, type StoryField, StoryRow, STORY_COLUMNS } from '@mixreel/contract';
import { newRow } from './cells.ts';

/** Where a sentence ends. */
const ENDS = /[。！？!?；;…\n]+[”"』」]?|[，,、：:]/gu;

/** The end of a sentence (or of a part of one) that is nearest to the middle; null when it cannot be divided. */
export function middleOf(text: string): number | null {
  const ends = [...text.matchAll(ENDS)].map(({ index, 0: end }) => index + end.length);
  const inside = ends.filter((at) => at > 0 && at < text.trimEnd().length);
  const middle = text.length / 2;
  return inside.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? null;
}

/**
 * One row becomes two: the words of a cell are divided, the length in proportion. What is seen and how it is filmed holds
 * for both; other words stay with the first.
 */
export function splitRow(rows: readonly StoryRow[], row_id: string, field: StoryField, at: number): StoryRow[] {
  const index = rows.findIndex((row) => row.row_id === row_id);
  const row = rows[index];
  const text = row?.[field];
  if (!row || typeof text !== 'string' || !isText(field)) return [...rows];
  const [head, tail] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
  const share = text.length > 0 ? at / text.length : 1;
  const first = row.duration_ms === null ? null : Math.max(100, Math.round((row.duration_ms * share) / 100) * 100);
  const rest = row.duration_ms === null || first === null ? null : Math.max(100, row.duration_ms - first);
  const { section, scene, people, props, sound, shot_size, angle, camera_move } = row;
  const kept = { section, scene, people, props, sound, shot_size, angle, camera_move };
  return rows.toSpliced(
    index,
    1,
    { ...row, [field]: head, duration_ms: first },
    newRow({ ...kept, [field]: tail, duration_ms: rest }),
  );
}

/** Rows become one: words one after another, lengths together, and of what is chosen the first that is. */
export function joinRows(rows: readonly StoryRow[], from: number, to: number): StoryRow[] | { problem: string } {
  const [first, ...others] = rows.slice(from, to + 1);
  if (!first || others.length === 0) return [...rows];
  const joined = others.reduce(joinTwo, first);
  const read = StoryRow.safeParse(joined);
  const issue = read.error?.issues[0];
  const name = STORY_COLUMNS.find(({ field }) => field === issue?.path[0])?.name ?? '';
  if (issue) return { problem: `合并后${name}放不下：${issue.message}` };
  return rows.toSpliced(from, others.length + 1, joined);
}

function joinTwo(row: StoryRow, next: StoryRow): StoryRow {
  const joined = Object.fromEntries(
    STORY_COLUMNS.map(({ field, takes }) => {
      const [a, b] = [row[field], next[field]];
      if (takes === 'text') return [field, joinText(a as string, b as string, field)];
      if (takes === 'seconds') return [field, a === null && b === null ? null : Number(a) + Number(b)];
      return [field, a ?? b];
    }),
  );
  return { ...row, ...joined };
}

/** What is said goes on; of what is only noted, the same is not written twice. */
function joinText(a: string, b: string, field: StoryField): string {
  if (a.trim() === '' || b.trim() === '') return a.trim() === '' ? b : a;
  if (field === 'line' || field === 'caption') return a + b;
  return a.trim() === b.trim() ? a : `${a}\n${b}`;
}

function isText(field: StoryField): boolean {
  return STORY_COLUMNS.some((column) => column.field === field && column.takes === 'text');
}

/** The same rows once more, behind themselves. */
export function duplicateRows(rows: readonly StoryRow[], from: number, to: number): StoryRow[] {
  return rows.toSpliced(to + 1, 0, ...rows.slice(from, to + 1).map((row) => newRow(row)));
}

/**
 * Lines in other words. What somebody has written since those were asked for stays, and is counted in `left`: they are no
 * other way to say it.
 */
export function sayOtherwise(
  rows: readonly StoryRow[],
  lines: ReadonlyMap<string, { before: string; line: string }>,
): { rows: StoryRow[]; left: number } {
  let left = lines.size;
  const said = rows.map((row) => {
    const other = lines.get(row.row_id);
    if (other?.before !== row.line) return row;
    left -= 1;
    // A line that takes longer gets its seconds.
    const needed = Math.ceil(spokenSeconds(other.line) * 10) * 100;
    return { ...row, line: other.line, duration_ms: row.duration_ms && Math.max(row.duration_ms, needed) };
  });
  return { rows: said, left };
}
