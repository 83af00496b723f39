import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { GridColumn } from './column.ts';
import { type Found, findCells, replaceIn } from './find.ts';
import { type GridStore, readSelection, select } from './grid-store.ts';
import { tellProblems } from './plan.ts';
import styles from './FindBar.module.css';

type Props<Row> = {
  grid: GridStore;
  rows: readonly Row[];
  columns: readonly GridColumn<Row>[];
  idOf: (row: Row) => string;
  can_edit: boolean;
  onRows: (rows: Row[]) => void;
  onTell: (message: string) => void;
  onClose: () => void;
};

/** Goes from one place where a word stands to the next, and puts another in its stead: one by one, or all in one step. */
export function FindBar<Row>({ grid, rows, columns, idOf, can_edit, onRows, onTell, onClose }: Props<Row>) {
  const [word, setWord] = useState('');
  const [by, setBy] = useState('');
  const [at, setAt] = useState(-1);
  const found = findCells({ rows, columns }, word);
  const total = found.reduce((sum, { count }) => sum + count, 0);
  const shape = { ids: rows.map(idOf), keys: columns.map(({ key }) => key) };

  const show = (n: number) => {
    const cell = found[n];
    if (!cell) return;
    setAt(n);
    const place = { row: cell.row, column: cell.column };
    select(grid, { active: place, head: place }, shape, { has_focus: false });
  };
  const go = (step: 1 | -1) => {
    if (found.length === 0) return;
    // From where somebody is: the first time, or after they have gone elsewhere.
    const here = readSelection(grid.getState(), shape)?.active;
    const isBehind = ({ row, column }: Found) =>
      !here || row > here.row || (row === here.row && (step > 0 ? column >= here.column : column > here.column));
    const near = at < 0 ? found.findIndex(isBehind) : at + step;
    show((near + found.length) % found.length);
  };
  const replace = (cells: readonly Found[]) => {
    const made = replaceIn({ rows, columns }, cells, word, by);
    if (made.count > 0) onRows(made.rows);
    const problem = tellProblems(made.problems);
    onTell([`替换了 ${made.count} 处`, problem].filter(Boolean).join('；'));
  };
  const current = found[at];
  return (
    <search className={styles['bar']} aria-label="查找和替换">
      <Input
        autoFocus
        size="small"
        className={styles['word'] ?? ''}
        aria-label="查找"
        placeholder="查找"
        value={word}
        onChange={(event) => {
          setWord(event.target.value);
          setAt(-1);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          go(event.shiftKey ? -1 : 1);
        }}
      />
      <span className={styles['count']} role="status">
        {word === '' ? '' : total === 0 ? '没有找到' : at >= 0 ? `第 ${at + 1} 格，共 ${total} 处` : `共 ${total} 处`}
      </span>
      <Button
        size="small"
        type="text"
        icon={<UpOutlined aria-hidden="true" />}
        aria-label="上一处"
        disabled={total === 0}
        onClick={() => go(-1)}
      />
      <Button
        size="small"
        type="text"
        icon={<DownOutlined aria-hidden="true" />}
        aria-label="下一处"
        disabled={total === 0}
        onClick={() => go(1)}
      />
      {can_edit && (
        <>
          <Input
            size="small"
            className={styles['word'] ?? ''}
            aria-label="替换为"
            placeholder="替换为"
            value={by}
            onChange={(event) => setBy(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose();
            }}
          />
          <Button size="small" disabled={!current} onClick={() => current && replace([current])}>
            替换这一格
          </Button>
          <Button size="small" disabled={total === 0} onClick={() => replace(found)}>
            全部替换
          </Button>
        </>
      )}
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label="关闭查找"
        onClick={onClose}
      />
    </search>
  );
}
