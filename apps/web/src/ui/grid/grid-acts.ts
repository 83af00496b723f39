import type { GridProps } from './grid-props.ts';
import { readBlock, select, type Shape, sizeOf } from './grid-store.ts';
import { type Block, next, type Selection, selectionOf } from './place.ts';
import { planClear, planFill, planFillDown, planMove, planPaste, tableOf, tellProblems } from './plan.ts';
import { readClipboard, writeHtmlTable, writeTabbed } from './table-text.ts';

export type GridActs<Row> = ReturnType<typeof actsOf<Row>>;

/** What hands do to a grid, each as one change. */
export function actsOf<Row>(props: GridProps<Row>, shape: Shape) {
  const { grid, rows, columns, can_edit, idOf, makeRow, most, onRows, onTell, onTable, onFiles } = props;
  const chosen = () => readBlock(grid, shape);
  const choose = (selection: Selection, made = rows) =>
    select(grid, selection, { ids: made.map(idOf), keys: shape.keys });
  const change = (make: (block: Block) => Row[]) => {
    const block = chosen();
    if (block && can_edit) onRows(make(block));
  };
  const copy = (data: DataTransfer) => {
    const block = chosen();
    if (!block) return;
    const table = tableOf({ rows, columns, block });
    data.setData('text/plain', writeTabbed(table));
    data.setData('text/html', writeHtmlTable(table));
  };
  return {
    chosen,
    choose,
    copy,
    cut(data: DataTransfer) {
      copy(data);
      change((block) => planClear({ rows, columns, block }));
    },
    paste(data: DataTransfer) {
      const at = chosen();
      if (!at || !can_edit) return;
      const table = readClipboard(data);
      const files = [...data.files];
      if (!table) {
        if (files.length > 0) onFiles?.(shape.ids[at.top] ?? '', files);
        return;
      }
      if (onTable?.(table, shape.ids[at.top] ?? '')) return;
      const made = planPaste({ rows, columns, at, table, makeRow, most });
      onRows(made.rows);
      choose(selectionOf(made.block), made.rows);
      const told = tellProblems(made.problems, made.left_out);
      if (told) onTell(told);
    },
    clear: () => change((block) => planClear({ rows, columns, block })),
    fillDown: () => change((block) => planFillDown({ rows, columns, block })),
    /** Down or up to a row. */
    fillTo(to: number) {
      change((block) => planFill({ rows, columns, block, to }));
      const block = chosen();
      if (block) choose(selectionOf({ ...block, top: Math.min(block.top, to), bottom: Math.max(block.bottom, to) }));
    },
    /** What is chosen goes before the row that stands there. */
    moveTo: (to: number) => change((block) => planMove(rows, block, to)),
    shift: (by: -1 | 1) =>
      change((block) =>
        planMove(rows, block, by < 0 ? Math.max(0, block.top - 1) : Math.min(rows.length, block.bottom + 2)),
      ),
    all: () => choose(selectionOf({ top: 0, left: 0, bottom: rows.length - 1, right: columns.length - 1 })),
    rowsFrom(from: number, to: number) {
      choose({ active: { row: from, column: 0 }, head: { row: to, column: columns.length - 1 } });
    },
    column(index: number, isMore: boolean) {
      const block = chosen();
      const from = isMore && block ? block.left : index;
      choose({ active: { row: 0, column: from }, head: { row: rows.length - 1, column: index } });
    },
    /** On to where one writes next, with rows as they are by then; behind the last one a new one appears. */
    goOn(selection: Selection, key: 'Tab' | 'Enter', isBack: boolean, now: readonly Row[] = rows) {
      const to = next(selection, key, isBack, sizeOf(shape));
      const isNew = to.active.row >= now.length && can_edit && now.length < most;
      const made = isNew ? [...now, makeRow()] : now;
      if (made !== rows) onRows([...made]);
      choose(to, made);
    },
  };
}
