import type { SheetShapePart } from '@mixreel/contract/sheet';
import { InputNumber } from 'antd';
import { colourOf, solid } from './inspector-values.ts';
import { changeSelected, useStudio } from './studio.ts';
import styles from './Sheet.module.css';

/** Fill, line and corners of a shape. */
export function ShapePart({ shape }: { shape: SheetShapePart }) {
  const studio = useStudio();
  const set = (part: Partial<SheetShapePart>, what: string) =>
    changeSelected(studio, () => ({ shape: { ...shape, ...part } }), { tag: `shape ${what}` });
  const { form, fill, stroke } = shape;
  return (
    <section aria-label="形状">
      <div className={styles['row']}>
        <span>填充</span>
        <input
          type="color"
          aria-label="填充颜色"
          value={colourOf(fill)}
          onChange={({ target }) => set({ fill: solid(target.value) }, 'fill')}
        />
        <span>描边</span>
        <input
          type="color"
          aria-label="描边颜色"
          value={stroke?.colour.slice(0, 7) ?? '#000000'}
          onChange={({ target }) =>
            set({ stroke: { width: 4, dash: 0, ...stroke, colour: `#${target.value.slice(1).toUpperCase()}` } }, 'line')
          }
        />
        <InputNumber
          size="small"
          aria-label="描边粗细"
          min={0}
          max={400}
          value={stroke?.width ?? 0}
          onChange={(width) =>
            width !== null &&
            set({ stroke: width > 0 ? { colour: '#000000', dash: 0, ...stroke, width } : null }, 'line')
          }
        />
      </div>
      {form.kind === 'rect' && (
        <div className={styles['row']}>
          <span>圆角</span>
          <InputNumber
            size="small"
            aria-label="圆角"
            min={0}
            max={2000}
            value={form.radius}
            onChange={(radius) => radius !== null && set({ form: { kind: 'rect', radius } }, 'corner')}
          />
        </div>
      )}
    </section>
  );
}
