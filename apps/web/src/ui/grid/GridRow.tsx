import { WarningOutlined } from '@ant-design/icons';
import { memo, type ReactNode } from 'react';
import type { CellMark, GridColumn, RowMarks, RowTag } from './column.ts';
import styles from './Grid.module.css';

type Props<Row> = {
  row: Row;
  index: number;
  columns: readonly GridColumn<Row>[];
  height: number;
  /** The columns of it that are chosen; −1: none. */
  from: number;
  to: number;
  /** Said beside its number. */
  note: string | undefined;
  marks: RowMarks | undefined;
  tags: readonly RowTag[] | undefined;
  can_edit: boolean;
};

/** One row. Drawn again only when something about it has changed: there may be five hundred. */
function Row<T>(props: Props<T>) {
  const { row, index, columns, height, from, to, note, marks, tags, can_edit } = props;
  return (
    <div className={styles['row']} role="row" aria-rowindex={index + 2} style={{ top: index * height, height }}>
      <div
        className={styles['number']}
        role="rowheader"
        data-on={from >= 0}
        data-note={note !== undefined}
        title={note}
        aria-label={note ? `第 ${index + 1} 行，${note}` : `第 ${index + 1} 行`}
      >
        <span aria-hidden="true">{index + 1}</span>
        {note !== undefined && <WarningOutlined className={styles['warning'] ?? ''} aria-hidden="true" />}
        {can_edit && <span className={styles['grip']} data-grip="" title="拖动换位置，点选整行" />}
        {tags?.map(({ text, label, tone, onPress }) => (
          <button
            key={text}
            type="button"
            className={styles['tag']}
            data-tone={tone}
            title={label}
            aria-label={`第 ${index + 1} 行：${label}`}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={onPress}
          >
            {text}
          </button>
        ))}
      </div>
      {columns.map(({ key, name, width, textOf, render }, n) => {
        const text = textOf(row);
        const marked = marks?.[key];
        const told = marked?.map(({ label }) => label).join('；');
        return (
          <div
            key={key}
            className={styles['cell']}
            role="gridcell"
            aria-colindex={n + 2}
            aria-selected={n >= from && n <= to}
            aria-label={`第 ${index + 1} 行${name}：${text}${told ? `（${told}）` : ''}`}
            title={told}
            style={{ width }}
          >
            {render ? render(row) : text && <span className={styles['text']}>{withMarks(text, marked)}</span>}
          </div>
        );
      })}
    </div>
  );
}

/** The words with those underlined that somebody should look at. Marks of an older text may lie beyond its end. */
function withMarks(text: string, marks: readonly CellMark[] | undefined) {
  if (!marks) return text;
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, tone } of marks.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    parts.push(
      text.slice(at, start),
      <mark key={start} data-tone={tone}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return [...parts, text.slice(at)];
}

export const GridRow = memo(Row) as typeof Row;
