import { Dropdown } from 'antd';
import { type DragEvent, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { actsOf } from './grid-acts.ts';
import type { GridProps } from './grid-props.ts';
import { askEdit, readSelection, type Shape } from './grid-store.ts';
import { GridField } from './GridField.tsx';
import { GridHead } from './GridHead.tsx';
import { GridRow } from './GridRow.tsx';
import { type Block, blockOf, type Place } from './place.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useGridWindow } from './use-grid-window.ts';
import styles from './Grid.module.css';

const HEAD = 34;
const NUMBER = 56;

/** A table under the fingers: see `GridProps`. */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, grid, rows, columns, idOf, row_height, can_edit, notes, marks, tags, others, menu } = props;
  const { onFiles, onWidth } = props;
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const shape: Shape = useMemo(
    () => ({ ids: rows.map(idOf), keys: columns.map(({ key }) => key) }),
    [rows, columns, idOf],
  );
  const lefts = useMemo(
    () => columns.reduce<number[]>((sums, { width }) => [...sums, (sums.at(-1) ?? NUMBER) + width], [NUMBER]),
    [columns],
  );
  const { active, head, go } = useStore(grid);
  const selection = readSelection({ active, head }, shape);
  const block = selection && blockOf(selection);
  const acts = actsOf(props, shape);
  const { first, last, page } = useGridWindow(frame, row_height, rows.length);

  const placeAt = (x: number, y: number) => {
    const row = Math.max(0, Math.min(rows.length - 1, Math.floor(y / row_height)));
    const column = lefts.findLastIndex((left, n) => left <= x && n < columns.length);
    return { row, column: Math.max(0, column), half: y - row * row_height > row_height / 2 ? 1 : 0 };
  };
  const pointer = useGridPointer({ frame, body, placeAt, selection, acts, can_edit });

  const reveal = ({ row, column }: Place) => {
    const element = frame.current;
    if (!element) return;
    const [top, left] = [row * row_height, (lefts[column] ?? 0) - NUMBER];
    const [height, width] = [element.clientHeight - HEAD, element.clientWidth - NUMBER];
    const right = (lefts[column + 1] ?? 0) - NUMBER;
    // Whole columns or rows are seen wherever one is.
    const isWhole = (from: number, to: number, count: number) => count > 1 && to - from + 1 === count;
    if (block && isWhole(block.top, block.bottom, rows.length)) return;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + row_height > element.scrollTop + height) element.scrollTop = top + row_height - height;
    if (block && isWhole(block.left, block.right, columns.length)) return;
    if (left < element.scrollLeft) element.scrollLeft = left;
    else if (right > element.scrollLeft + width) element.scrollLeft = Math.min(left, right - width);
  };
  const goThere = useEffectEvent(() => {
    if (!selection) return;
    reveal(selection.head);
    if (go.has_focus) field.current?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => {
    if (go.count > 0) goThere();
  }, [go.count]);

  const boxOf = ({ top, bottom, left, right }: Block) => ({
    left: (lefts[left] ?? 0) - 1,
    top: top * row_height - 1,
    width: (lefts[right + 1] ?? 0) - (lefts[left] ?? 0) + 1,
    height: (bottom - top + 1) * row_height + 1,
  });
  const boxAt = ({ row, column }: Place) => boxOf({ top: row, bottom: row, left: column, right: column });
  const column = selection && columns[selection.active.column];
  const row = selection && rows[selection.active.row];
  const whole = lefts.at(-1) ?? 0;

  const dropped = (event: DragEvent) => {
    if (!can_edit || !onFiles || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    if (event.type !== 'drop') return;
    const { left, top } = body.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const place = placeAt(event.clientX - left, event.clientY - top);
    onFiles(shape.ids[place.row] ?? '', [...event.dataTransfer.files]);
  };
  const shown = rows.slice(first, last + 1);
  return (
    <div ref={frame} className={styles['frame']} onDragOver={dropped} onDrop={dropped}>
      <Dropdown trigger={['contextMenu']} menu={{ items: menu ?? [] }} disabled={!menu?.length}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field inside has the keyboard */}
        <div
          className={styles['sheet']}
          onPointerDown={pointer.onPointerDown}
          onPointerMove={pointer.onPointerMove}
          onPointerUp={pointer.onPointerUp}
          onPointerCancel={pointer.onPointerCancel}
          onDoubleClick={(event) => {
            const { left, top } = body.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
            const isCell = !(event.target as HTMLElement).closest(
              'textarea, button, [role="listbox"], [role="slider"]',
            );
            if (isCell && event.clientX - left > NUMBER && event.clientY > top) askEdit(grid);
          }}
          onContextMenu={(event) => {
            const { left, top } = body.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
            const place = placeAt(event.clientX - left, event.clientY - top);
            const isIn = block && place.row >= block.top && place.row <= block.bottom;
            if (!isIn) acts.choose({ active: place, head: place });
          }}
        >
          <div
            ref={table}
            className={styles['grid']}
            role="grid"
            aria-label={label}
            aria-rowcount={rows.length + 1}
            aria-colcount={columns.length + 1}
            aria-readonly={!can_edit}
            aria-multiselectable="true"
            tabIndex={0}
            onKeyDown={(event) => {
              if (event.target !== event.currentTarget || event.key !== 'Enter') return;
              event.preventDefault();
              acts.choose(selection ?? { active: { row: 0, column: 0 }, head: { row: 0, column: 0 } });
            }}
          >
            <GridHead columns={columns} onWidth={onWidth} onColumn={acts.column} onAll={acts.all} />
            <div
              ref={body}
              className={styles['body']}
              role="rowgroup"
              style={{ width: whole, height: rows.length * row_height }}
            >
              {shown.map((one, n) => {
                const index = first + n;
                const isIn = block !== null && index >= block.top && index <= block.bottom;
                return (
                  <GridRow
                    key={shape.ids[index]}
                    row={one}
                    index={index}
                    columns={columns}
                    height={row_height}
                    from={isIn ? block.left : -1}
                    to={isIn ? block.right : -1}
                    note={notes.get(shape.ids[index] ?? '')}
                    marks={marks?.get(shape.ids[index] ?? '')}
                    tags={tags?.get(shape.ids[index] ?? '')}
                    can_edit={can_edit}
                  />
                );
              })}
            </div>
          </div>
          <div className={styles['layer']}>
            {others.map(({ id, row_id, key, name, colour }) => {
              const place = { row: shape.ids.indexOf(row_id), column: shape.keys.indexOf(key) };
              if (place.row < 0 || place.column < 0) return null;
              return (
                <div
                  key={id}
                  className={styles['other']}
                  style={{ ...boxAt(place), borderColor: colour }}
                  aria-hidden="true"
                >
                  <span style={{ background: colour }}>{name}</span>
                </div>
              );
            })}
            {selection && block && (
              <>
                <div className={styles['block']} style={boxOf(block)} />
                <div className={styles['active']} style={boxAt(selection.active)} />
                {can_edit && (
                  <div
                    className={styles['handle']}
                    data-fill=""
                    title="拖动填充"
                    style={{
                      left: (lefts[block.right + 1] ?? 0) - 6,
                      top: (block.bottom + 1) * row_height - 6,
                    }}
                  />
                )}
                {pointer.fill !== null && (
                  <div
                    className={styles['filling']}
                    style={boxOf({
                      ...block,
                      top: Math.min(block.top, pointer.fill),
                      bottom: Math.max(block.bottom, pointer.fill),
                    })}
                  />
                )}
              </>
            )}
            {pointer.target !== null && (
              <div className={styles['drop']} style={{ top: pointer.target * row_height - 1, width: whole }} />
            )}
            {selection && column && row !== undefined && row !== null && (
              <GridField
                props={props}
                shape={shape}
                selection={selection}
                column={column}
                row={row}
                acts={acts}
                field={field}
                page={page}
                box={{
                  left: lefts[selection.active.column] ?? 0,
                  top: selection.active.row * row_height,
                  width: column.width - 1,
                }}
                onLeave={() => table.current?.focus()}
              />
            )}
          </div>
        </div>
      </Dropdown>
    </div>
  );
}
