import { SHEET_SIDE_MAX } from '@mixreel/contract/layer';
import { Button, InputNumber, Select } from 'antd';
import { useCall } from '#lib/use-call.ts';
import { colourOf, solid } from './inspector-values.ts';
import { relayout } from './relayout.ts';
import { edit, useStudio, useStudioState } from './studio.ts';
import styles from './Sheet.module.css';

const LEAST = 16;
const RATIOS: [name: string, wide: number, high: number][] = [
  ['9:16', 9, 16],
  ['3:4', 3, 4],
  ['1:1', 1, 1],
  ['4:3', 4, 3],
  ['16:9', 16, 9],
];
const SHORT = 1080;

/** The usual size of a ratio. */
function sized(wide: number, high: number): { width: number; height: number } {
  const scale = SHORT / Math.min(wide, high);
  return { width: Math.round(wide * scale), height: Math.round(high * scale) };
}

/** The canvas itself: size, ground and guides. */
export function CanvasPart() {
  const studio = useStudio();
  const canEdit = useStudioState((state) => state.can_edit);
  const { width, height, background, guides } = useStudioState(({ content }) => content);
  const zone = useStudioState((state) => state.zone);
  const zones = useCall('sheet.zones', {}, { stale_ms: Infinity });
  const addGuide = (axis: 'x' | 'y') =>
    edit(studio, { guides: [...guides, { axis, at: Math.round((axis === 'x' ? width : height) / 2) }] });
  return (
    <fieldset className={styles['inspector']} disabled={!canEdit} aria-label="画布">
      <h2>画布</h2>
      <section aria-label="画布大小">
        <div className={styles['numbers']}>
          {(['width', 'height'] as const).map((side) => (
            <InputNumber
              key={side}
              size="small"
              prefix={side === 'width' ? '宽' : '高'}
              aria-label={side === 'width' ? '画布宽' : '画布高'}
              min={LEAST}
              max={SHEET_SIDE_MAX}
              precision={0}
              value={side === 'width' ? width : height}
              onChange={(value) => value !== null && edit(studio, { [side]: value }, { tag: `canvas ${side}` })}
            />
          ))}
        </div>
        <div className={styles['row']}>
          <span>背景</span>
          <input
            type="color"
            aria-label="背景颜色"
            value={colourOf(background)}
            onChange={({ target }) => edit(studio, { background: solid(target.value) }, { tag: 'background' })}
          />
        </div>
      </section>
      <section aria-label="换比例">
        <h3>换比例，排版跟着走</h3>
        <div className={styles['row']}>
          {RATIOS.map(([name, w, h]) => (
            <Button
              key={name}
              size="small"
              onClick={() => edit(studio, relayout(studio.getState().content, sized(w, h)))}
            >
              {name}
            </Button>
          ))}
        </div>
        <div className={styles['row']}>
          <span>平台</span>
          <Select
            aria-label="平台安全区"
            allowClear
            placeholder="不显示安全区"
            value={zone}
            options={zones.data?.map(({ platform, name }) => ({ value: platform, label: name })) ?? []}
            onChange={(chosen?: string) => studio.setState({ zone: chosen ?? null })}
          />
        </div>
      </section>
      <section aria-label="参考线">
        <div className={styles['row']}>
          <Button size="small" onClick={() => addGuide('x')}>
            加竖参考线
          </Button>
          <Button size="small" onClick={() => addGuide('y')}>
            加横参考线
          </Button>
        </div>
        {guides.map(({ axis, at }, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- a guide is nothing but its place, which changes
          <div key={n} className={styles['row']}>
            <InputNumber
              size="small"
              prefix={axis === 'x' ? '竖' : '横'}
              aria-label={`参考线 ${n + 1}`}
              min={0}
              max={axis === 'x' ? width : height}
              value={at}
              onChange={(value) =>
                value !== null &&
                edit(
                  studio,
                  { guides: guides.map((one, i) => (i === n ? { ...one, at: value } : one)) },
                  { tag: `guide ${n}` },
                )
              }
            />
            <Button
              size="small"
              type="text"
              aria-label={`去掉参考线 ${n + 1}`}
              onClick={() => edit(studio, { guides: guides.filter((_, i) => i !== n) })}
            >
              去掉
            </Button>
          </div>
        ))}
      </section>
    </fieldset>
  );
}
