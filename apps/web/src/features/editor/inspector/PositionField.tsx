import { SaveOutlined } from '@ant-design/icons';
import type { CaptionPosition, NamedPosition } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Select, Tooltip } from 'antd';
import { memo } from 'react';
import { putAnswer } from '#lib/answers.ts';
import { call } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { confirmBox, inputBox } from '#ui/message-box.ts';
import { useMixState } from '../document/use-mix.ts';
import { NumberControl } from './fields.tsx';
import styles from './Inspector.module.css';

/** As on a number pad: 7 is the upper left corner. */
const CELLS = [7, 8, 9, 4, 5, 6, 1, 2, 3];
const CELL_NAMES: Record<number, string> = {
  7: '左上',
  8: '中上',
  9: '右上',
  4: '左中',
  5: '正中',
  6: '右中',
  1: '左下',
  2: '中下',
  3: '右下',
};

type Props = { value: CaptionPosition; disabled: boolean; onChange: (position: CaptionPosition) => void };

/** Where words stand: a named place, a cell of nine, or exactly there. Own places can be kept under a name. */
export const PositionField = memo(function PositionField({ value, disabled, onChange }: Props) {
  const cache = useQueryClient();
  const mproject_id = useMixState(({ mix }) => mix.mproject_id);
  const list = useCall('caption.positions', { mproject_id }, { stale_ms: 60_000 });
  const positions = list.data?.positions ?? [];
  const own = positions.filter(({ is_own }) => is_own);
  const chosen = positions.find(({ position }) => JSON.stringify(position) === JSON.stringify(value));
  const free = value.kind === 'free' ? value : null;

  const save = async (items: Pick<NamedPosition, 'position_name' | 'position'>[]) => {
    const told = await call('caption.savePositions', { mproject_id, items });
    putAnswer(cache, 'caption.positions', { mproject_id }, told);
  };
  const keep = async () => {
    const position_name = await inputBox({ title: '保存这个位置', label: '名称', max_length: 20 });
    if (position_name?.trim()) await save([...own.map(kept), { position_name: position_name.trim(), position: value }]);
  };
  const forget = async ({ position_id, position_name }: NamedPosition) => {
    const text = '已经放在那里的字幕不动。';
    if (await confirmBox({ title: `删除位置「${position_name}」？`, text, ok_label: '删除', is_danger: true })) {
      await save(own.filter((one) => one.position_id !== position_id).map(kept));
    }
  };
  return (
    <div className={styles['rows']}>
      <div className={styles['item']}>
        <Select
          aria-label="位置"
          style={{ flex: 1 }}
          value={chosen?.position_id ?? value.kind}
          disabled={disabled}
          loading={list.isPending}
          options={[
            ...positions.map(({ position_id, position_name }) => ({ value: position_id, label: position_name })),
            ...(chosen ? [] : [{ value: value.kind, label: value.kind === 'grid' ? '九宫格' : '自定' }]),
          ]}
          onChange={(id) => {
            const found = positions.find(({ position_id }) => position_id === id);
            if (found) onChange(found.position);
          }}
        />
        {!disabled && !chosen && (
          <Tooltip title="保存这个位置">
            <Button
              size="small"
              icon={<SaveOutlined aria-hidden="true" />}
              aria-label="保存这个位置"
              onClick={() => void keep().catch(() => {})}
            />
          </Tooltip>
        )}
        {!disabled && chosen?.is_own && (
          <Button size="small" onClick={() => void forget(chosen).catch(() => {})}>
            删除
          </Button>
        )}
      </div>
      <div className={styles['item']}>
        <span className={styles['quiet']}>九宫格</span>
        <div className={styles['grid9']} role="group" aria-label="九宫格">
          {CELLS.map((cell) => (
            <button
              key={cell}
              type="button"
              aria-label={CELL_NAMES[cell]}
              title={CELL_NAMES[cell]}
              aria-pressed={value.kind === 'grid' && value.cell === cell}
              disabled={disabled}
              onClick={() => onChange({ kind: 'grid', cell })}
            />
          ))}
        </div>
      </div>
      {free ? (
        (
          [
            ['x_percent', '离左边'],
            ['y_percent', '离上边'],
          ] as const
        ).map(([field, label]) => (
          <div key={field}>
            <span className={styles['quiet']}>{label}</span>
            <NumberControl
              label={label}
              unit="%"
              min={0}
              max={100}
              step={0.5}
              value={free[field]}
              disabled={disabled}
              onChange={(to) => onChange({ ...free, [field]: to })}
            />
          </div>
        ))
      ) : (
        <button
          type="button"
          className={styles['link']}
          disabled={disabled}
          onClick={() => onChange({ kind: 'free', x_percent: 50, y_percent: 75 })}
        >
          自己定位置
        </button>
      )}
    </div>
  );
});

function kept({ position_id, position_name, position }: NamedPosition) {
  return { position_id, position_name, position };
}
