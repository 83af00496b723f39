import type { SheetLayer } from '@mixreel/contract/sheet';
import { Button } from 'antd';
import { Choice } from '#ui/Choice.tsx';
import { SliderRow } from './SliderRow.tsx';
import { changeSelected, useStudio, useStudioState } from './studio.ts';
import styles from './Sheet.module.css';

const WAYS: { value: 'hide' | 'show'; label: string }[] = [
  { value: 'hide', label: '擦掉' },
  { value: 'show', label: '找回' },
];

/** The brush, and the ways to turn a mask round and away. */
export function MaskPart({ layer: { mask } }: { layer: SheetLayer }) {
  const studio = useStudio();
  const tool = useStudioState((state) => state.tool);
  const brush = useStudioState((state) => state.brush);
  const canEdit = useStudioState((state) => state.can_edit);
  const set = (part: Partial<typeof brush>) => studio.setState({ brush: { ...brush, ...part } });
  const isMasking = tool === 'brush' || tool === 'lasso';
  const hasWidth = tool === 'brush' || tool === 'erase';
  if (!isMasking && !hasWidth && !mask) return null;
  return (
    <section aria-label={tool === 'erase' ? '消除笔' : '蒙版'}>
      <h3>{tool === 'erase' ? '消除笔' : '蒙版'}</h3>
      {tool === 'erase' && <p className={styles['hint']}>涂过要去掉的东西，松手后自动补上背景。</p>}
      {isMasking && (
        <Choice
          label="画笔做什么"
          options={WAYS}
          value={brush.shows ? 'show' : 'hide'}
          onChange={(value) => set({ shows: value === 'show' })}
        />
      )}
      {hasWidth && (
        <SliderRow
          label="粗细"
          min={1}
          max={60}
          value={Math.round(brush.width * 100)}
          disabled={!canEdit}
          onChange={(value) => set({ width: value / 100 })}
        />
      )}
      {isMasking && (
        <SliderRow
          label="柔边"
          min={0}
          value={Math.round(brush.softness * 100)}
          disabled={!canEdit}
          onChange={(value) => set({ softness: value / 100 })}
        />
      )}
      {mask && (
        <div className={styles['row']}>
          <Button
            size="small"
            onClick={() =>
              changeSelected(studio, () => ({
                mask: { is_empty: !mask.is_empty, strokes: mask.strokes.map((one) => ({ ...one, shows: !one.shows })) },
              }))
            }
          >
            反选
          </Button>
          <Button size="small" onClick={() => changeSelected(studio, () => ({ mask: null }))}>
            清空蒙版
          </Button>
        </div>
      )}
    </section>
  );
}
