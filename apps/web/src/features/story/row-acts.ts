import { EMPTY_ROW, STORY_ROWS_MAX, type StoryField, type StoryRow } from '@mixreel/contract';
import { showToast } from '#lib/toast.ts';
import { readBlock, type Shape } from '#ui/grid/grid-store.ts';
import { type Board, edit, goToRows, readStory } from './board.ts';
import { newRow } from './cells.ts';
import { duplicateRows, joinRows, middleOf, splitRow } from './rows.ts';

/** What is done to whole rows: those that are chosen, or the last one. Each is one step. */
export function rowActs({ desk, grid }: Pick<Board, 'desk' | 'grid'>, keys: readonly string[]) {
  const read = () => {
    const { rows } = readStory(desk.live.view.getState().state);
    const shape: Shape = { ids: rows.map(({ row_id }) => row_id), keys };
    const last = Math.max(0, rows.length - 1);
    const block = readBlock(grid, shape) ?? { top: last, bottom: last, left: 0, right: 0 };
    return { rows, ...block, field: (grid.getState().active?.key ?? 'line') as StoryField };
  };
  const hasRoom = (rows: readonly StoryRow[], more: number) => {
    const fits = rows.length + more <= STORY_ROWS_MAX;
    if (!fits) showToast('warning', `一个故事板最多 ${STORY_ROWS_MAX} 行，请先删掉一些`);
    return fits;
  };
  const put = (rows: StoryRow[], top: number, count = 1) => {
    edit(desk, { rows });
    if (rows.length > 0) goToRows(grid, rows, keys, Math.min(top, rows.length - 1), count);
  };
  const insert = (where: 'above' | 'below' | 'end') => {
    const { rows, top, bottom } = read();
    const at = where === 'above' ? top : where === 'below' && rows.length > 0 ? bottom + 1 : rows.length;
    if (hasRoom(rows, 1)) put(rows.toSpliced(at, 0, newRow()), at);
  };
  return {
    add: () => insert('end'),
    above: () => insert('above'),
    below: () => insert('below'),
    duplicate() {
      const { rows, top, bottom } = read();
      const count = bottom - top + 1;
      if (hasRoom(rows, count)) put(duplicateRows(rows, top, bottom), bottom + 1, count);
    },
    remove() {
      const { rows, top, bottom } = read();
      if (rows.length > 0) put(rows.toSpliced(top, bottom - top + 1), top);
    },
    /** At a letter of the cell that is written in; without one, between the sentences in the middle. */
    split(caret: number | null) {
      const { rows, top, field } = read();
      const row = rows[top];
      const text = row?.[field];
      if (!row || typeof text !== 'string' || EMPTY_ROW[field] !== '') {
        return showToast('info', '先选中画面、台词这样的文字格，再拆成两行');
      }
      const at = caret ?? middleOf(text);
      if (at === null) return showToast('info', '这一格没有可以断开的地方，把光标放到要断开的字前面再拆');
      if (hasRoom(rows, 1)) put(splitRow(rows, row.row_id, field, at), top, 2);
    },
    /** Those that are chosen; of a single one, with the next. */
    join() {
      const { rows, top, bottom } = read();
      const to = bottom > top ? bottom : top + 1;
      if (to >= rows.length) return showToast('info', '下面没有可以合并的行');
      const made = joinRows(rows, top, to);
      if ('problem' in made) showToast('warning', made.problem);
      else put(made, top);
    },
  };
}

export type RowActs = ReturnType<typeof rowActs>;
