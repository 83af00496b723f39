import {
  EMPTY_ROW,
  readCell,
  STORY_COLUMNS,
  type StoryColumn,
  type StoryField,
  StoryRow,
  writeCell,
} from '@mixreel/contract';
import { randomId } from '#lib/random.ts';
import type { GridColumn } from '#ui/grid/column.ts';

const WIDTHS: Record<StoryField, number> = {
  section: 96,
  reference: 124,
  picture: 260,
  line: 280,
  caption: 160,
  shot_size: 80,
  angle: 88,
  camera_move: 80,
  duration_ms: 72,
  scene: 110,
  people: 110,
  props: 120,
  sound: 120,
  note: 160,
};
const TAKES = { text: 'text', choice: 'choice', seconds: 'typed', reference: 'own' } as const;

/** The columns of a board as a grid writes in them. */
export const CELLS: readonly GridColumn<StoryRow>[] = STORY_COLUMNS.map(gridColumn);

function gridColumn(column: StoryColumn): GridColumn<StoryRow> {
  const { field, name, takes } = column;
  const most = takes === 'text' ? mostOf(field) : null;
  return {
    key: field,
    name,
    width: WIDTHS[field],
    takes: TAKES[takes],
    ...(takes === 'choice' && { options: Object.values(column.words) }),
    ...(most && { most }),
    textOf: (row) => writeCell(column, row[field]),
    put(row, text) {
      const read = readCell(column, text);
      if ('problem' in read) return read;
      if (most && (read.value as string).length > most) return { problem: `${name}最多 ${most} 个字` };
      return { row: row[field] === read.value ? row : { ...row, [field]: read.value } };
    },
    copy: (row, from) => ({ ...row, [field]: from[field] }),
    clear: (row) => (row[field] === EMPTY_ROW[field] ? row : { ...row, [field]: EMPTY_ROW[field] }),
  };
}

function mostOf(field: StoryField): number | null {
  const schema: { maxLength?: number | null } = StoryRow.shape[field] as { maxLength?: number | null };
  return schema.maxLength ?? null;
}

export function newRow(given: Partial<StoryRow> = {}): StoryRow {
  return { ...EMPTY_ROW, ...given, row_id: randomId(12) };
}

export function idOf({ row_id }: StoryRow): string {
  return row_id;
}
