import { AGENT_ROWS_MAX, type AgentRow, EMPTY_AGENT_ROW } from '@mixreel/contract';
import { useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { Carets } from '#features/document/Carets.tsx';
import { colourOf } from '#features/document/presence.ts';
import { randomId } from '#lib/random.ts';
import { showToast } from '#lib/toast.ts';
import { Grid } from '#ui/grid/Grid.tsx';
import type { KeptColumns } from '#ui/grid/kept-columns.ts';
import { edit, readBatch, type Shown, typeText, useBatch, useDesk } from './batch.ts';

const ROW_HEIGHT = 92;
const TOLD_MS = 10_000;

export function newRow(given: Partial<AgentRow> = {}): AgentRow {
  return { ...EMPTY_AGENT_ROW, ...given, row_id: randomId(12) };
}

const idOf = ({ row_id }: AgentRow) => row_id;

/** The rows of the batch as a table. */
export function BatchTable({ columns }: { columns: KeptColumns<AgentRow> }) {
  const { desk, grid, batch, onShow } = useBatch();
  const rows = useDesk(({ state }) => readBatch(state).rows);
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
  const notes = useMemo(
    () => new Map(batch.checks.flatMap(({ row_id, problem }) => (problem ? [[row_id, problem] as const] : []))),
    [batch.checks],
  );
  const show = (what: Shown) => () => {
    const row_id = grid.getState().active?.row_id;
    if (row_id) onShow(what, row_id);
  };
  const menu = [
    ...(canEdit
      ? [
          { key: 'play', label: '播放这一条', onClick: show('play') },
          { key: 'shots', label: '挑画面', onClick: show('shots') },
        ]
      : []),
    { key: 'post', label: '各平台的发布文案', onClick: show('post') },
  ];
  return (
    <Grid
      label="批次表"
      grid={grid}
      rows={rows}
      columns={columns.shown}
      idOf={idOf}
      row_height={ROW_HEIGHT}
      can_edit={canEdit}
      most={AGENT_ROWS_MAX}
      makeRow={newRow}
      notes={notes}
      others={others}
      onRows={(made) => edit(desk, { rows: made })}
      onType={(row_id, key, text, caret) => typeText(desk, row_id, key as keyof AgentRow, text, caret)}
      onTell={(message) => showToast('warning', message, { ms: TOLD_MS })}
      onWidth={columns.setWidth}
      menu={menu}
      onOpen={(row_id, key) => key === 'preview' && onShow('play', row_id)}
      onCaret={(row_id, key, caret) => {
        if (cell.current !== `${row_id} ${key}`) desk.live.rest();
        cell.current = `${row_id} ${key}`;
        desk.presence.move({ table: 'row', id: row_id, field: key, caret });
      }}
      renderOver={(row_id, key, text, className) => (
        <Carets presence={desk.presence} id={row_id} field={key} text={text} className={className} />
      )}
    />
  );
}
