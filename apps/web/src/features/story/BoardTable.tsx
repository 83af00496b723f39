import { STORY_COLUMNS, STORY_ROWS_MAX, type StoryField } from '@mixreel/contract';
import type { StoryRow } from '@mixreel/contract';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { Carets } from '#features/document/Carets.tsx';
import { colourOf } from '#features/document/presence.ts';
import { COMMAND_KEY } from '#lib/keys.ts';
import { showToast } from '#lib/toast.ts';
import type { RowMarks, RowTag } from '#ui/grid/column.ts';
import { Grid } from '#ui/grid/Grid.tsx';
import type { KeptColumns } from '#ui/grid/kept-columns.ts';
import { edit, typeText, useBoard, useDesk, useStory } from './board.ts';
import { idOf, newRow } from './cells.ts';
import { pasteTable } from './paste-table.ts';
import type { RowActs } from './row-acts.ts';

const ROW_HEIGHT = 74;
const TOLD_MS = 10_000;

type Props = {
  columns: KeptColumns<StoryRow>;
  acts: RowActs;
  /** By row, what is wrong with it. */
  notes: ReadonlyMap<string, string>;
  marks: ReadonlyMap<string, RowMarks>;
  tags: ReadonlyMap<string, readonly RowTag[]>;
  onReference: (row_id: string) => void;
  /** Another way to say the line of a row. */
  onReword: (row_id: string) => void;
  onFiles: (row_id: string, files: File[]) => void;
};

/** The rows of the board as a table. */
export function BoardTable({ columns, acts, notes, marks, tags, onReference, onReword, onFiles }: Props) {
  const { desk, grid } = useBoard();
  const rows = useStory((story) => story.rows);
  const canEdit = useDesk((state) => state.can_edit);
  // Words of two visits to a cell are two steps, however quickly it is left and entered again.
  const cell = useRef('');
  const people = useStore(desk.presence.others, (state) => state.people);
  const others = useMemo(
    () =>
      people.flatMap(({ client_id, user_uid, user_name, place }) =>
        place?.table === 'row' && place.field
          ? [{ id: client_id, row_id: place.id, key: place.field, name: user_name, colour: colourOf(user_uid, people) }]
          : [],
      ),
    [people],
  );

  const reword = () => {
    const row_id = grid.getState().active?.row_id;
    const row = rows.find((one) => one.row_id === row_id);
    if (row?.line.trim()) onReword(row.row_id);
    else showToast('info', '先选中有台词的一行，再换个说法');
  };
  const handleKey = (event: KeyboardEvent, caret: number | null) => {
    if (!canEdit || !(event.ctrlKey || event.metaKey) || event.altKey) return false;
    if (event.key === 'Enter') acts.split(caret);
    else if (event.key.toLowerCase() === 'j') acts.join();
    else return false;
    return true;
  };
  const menu = [
    { key: 'above', label: '在上面插入一行', onClick: acts.above },
    { key: 'below', label: '在下面插入一行', onClick: acts.below },
    { key: 'duplicate', label: '复制一份', onClick: acts.duplicate },
    { key: 'reword', label: '换个说法', onClick: reword },
    { type: 'divider' as const },
    { key: 'split', label: `拆成两行（${COMMAND_KEY} Enter）`, onClick: () => acts.split(null) },
    { key: 'join', label: `合并成一行（${COMMAND_KEY} J）`, onClick: acts.join },
    { type: 'divider' as const },
    { key: 'remove', label: '删除行', danger: true, onClick: acts.remove },
  ];
  return (
    <Grid
      label="分镜表"
      grid={grid}
      rows={rows}
      columns={columns.shown}
      idOf={idOf}
      row_height={ROW_HEIGHT}
      can_edit={canEdit}
      most={STORY_ROWS_MAX}
      makeRow={newRow}
      notes={notes}
      marks={marks}
      tags={tags}
      others={others}
      menu={canEdit ? menu : []}
      onRows={(made) => edit(desk, { rows: made })}
      onType={(row_id, key, text, caret) => typeText(desk, row_id, key as StoryField, text, caret)}
      onTell={(message) => showToast('warning', message, { ms: TOLD_MS })}
      onWidth={columns.setWidth}
      onOpen={onReference}
      onTable={(table, row_id) =>
        pasteTable(
          { desk, grid },
          columns.shown.map(({ key }) => key),
          table,
          row_id,
        )
      }
      onFiles={onFiles}
      onCaret={(row_id, key, caret) => {
        if (cell.current !== `${row_id} ${key}`) desk.live.rest();
        cell.current = `${row_id} ${key}`;
        desk.presence.move({ table: 'row', id: row_id, field: key, caret });
      }}
      onKey={handleKey}
      renderOver={(row_id, key, text, className) => (
        <Carets presence={desk.presence} id={row_id} field={key} text={text} className={className} />
      )}
    />
  );
}

/** Where somebody is, in words. */
export function placeWords(rows: readonly StoryRow[], row_id: string, field: string): string {
  const number = rows.findIndex((row) => row.row_id === row_id) + 1;
  if (number === 0) return '';
  return `在第 ${number} 行${STORY_COLUMNS.find((column) => column.field === field)?.name ?? ''}`;
}
