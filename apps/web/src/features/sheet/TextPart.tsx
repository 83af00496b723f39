import type { CaptionStyle } from '@mixreel/contract';
import type { SheetLayer, SheetTextPart } from '@mixreel/contract/sheet';
import { Collapse, InputNumber, Select } from 'antd';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { PresetGallery } from '#features/caption/PresetGallery.tsx';
import { useSharedText } from '#lib/use-shared-text.ts';
import { Choice } from '#ui/Choice.tsx';
import { colourOf, solid } from './inspector-values.ts';
import { changeSelected, fitTyped, typeText, useStudio, useStudioState } from './studio.ts';
import { textBox } from './text-box.ts';
import { withStyle } from './text-presets.ts';
import styles from './Sheet.module.css';

const FONTS: { value: SheetTextPart['font_id']; label: string }[] = [
  { value: 'hei', label: '思源黑体' },
  { value: 'hei-bold', label: '思源黑体 粗' },
  { value: 'hei-black', label: '思源黑体 特粗' },
  { value: 'kuaile', label: '站酷快乐体' },
  { value: 'huangyou', label: '站酷庆科黄油体' },
  { value: 'xiaowei', label: '站酷小薇体' },
  { value: 'mashan', label: '马善政楷书' },
  { value: 'zhimang', label: '志莽行书' },
];
const ALIGNS: { value: SheetTextPart['align']; label: string }[] = [
  { value: 'left', label: '左' },
  { value: 'center', label: '中' },
  { value: 'right', label: '右' },
];

type Props = { layer_id: string; text: SheetTextPart };

/** Words and how they look. */
export function TextPart({ layer_id, text }: Props) {
  const studio = useStudio();
  const canEdit = useStudioState((state) => state.can_edit);
  const field = useRef<HTMLTextAreaElement>(null);
  const shared = useSharedText({
    field,
    text: text.text,
    has_lines: true,
    onType: (words, caret) => typeText(studio, layer_id, words, caret),
  });
  const fitted = (layer: SheetLayer, next: SheetTextPart) => ({ text: next, ...textBox(studio.shelf, layer, next) });
  const set = (part: Partial<SheetTextPart>, what: string) => {
    changeSelected(studio, (layer) => fitted(layer, { ...text, ...part }), { tag: `${what} ${layer_id}` });
  };
  const dress = (style: CaptionStyle) =>
    changeSelected(studio, (layer) => {
      const { text: dressed, shadow } = withStyle(text, style);
      return { ...fitted(layer, dressed), shadow };
    });
  const [outline] = text.outlines;
  useStore(studio.shelf.news, (news) => news.arrived);
  const lacking = studio.shelf.lackingOf(text.font_id, text.text);
  return (
    <section aria-label="文字">
      <textarea
        ref={field}
        {...shared}
        data-layer-text=""
        className={styles['words']}
        aria-label="文字内容"
        rows={3}
        maxLength={2000}
        readOnly={!canEdit}
        spellCheck={false}
        // Letters that were new when they were typed had no width yet.
        onBlur={() => canEdit && fitTyped(studio, layer_id)}
        onFocus={({ currentTarget }) => currentTarget.value === '双击改字' && currentTarget.select()}
      />
      {lacking.length > 0 && (
        <p role="status" className={styles['hint']} data-tone="warning">
          字体里没有，图上是空白：{lacking.join(' ')}
        </p>
      )}
      <Collapse
        ghost
        size="small"
        items={[
          {
            key: 'styles',
            label: '文字样式',
            children: <PresetGallery chosen={null} disabled={!canEdit} onChoose={dress} />,
          },
        ]}
      />
      <div className={styles['row']}>
        <span>字体</span>
        <Select
          aria-label="字体"
          disabled={!canEdit}
          value={text.font_id}
          options={FONTS}
          onChange={(font_id) => set({ font_id }, 'font')}
        />
      </div>
      <div className={styles['numbers']}>
        <Number label="字号" value={text.size} min={1} max={4000} onChange={(size) => set({ size }, 'size')} />
        <Number
          label="行距"
          value={text.line_height}
          min={0.5}
          max={4}
          step={0.05}
          onChange={(line_height) => set({ line_height }, 'line')}
        />
        <Number
          label="字距"
          value={text.spacing}
          min={-0.5}
          max={4}
          step={0.01}
          onChange={(spacing) => set({ spacing }, 'space')}
        />
        <Number
          label="描边"
          value={outline?.width ?? 0}
          min={0}
          max={200}
          onChange={(width) =>
            set({ outlines: width > 0 ? [{ colour: outline?.colour ?? '#FFFFFF', width }] : [] }, 'outline')
          }
        />
      </div>
      <div className={styles['row']}>
        <span>颜色</span>
        <input
          type="color"
          aria-label="文字颜色"
          value={colourOf(text.fill)}
          onChange={({ target }) => set({ fill: solid(target.value) }, 'colour')}
        />
        {outline && (
          <input
            type="color"
            aria-label="描边颜色"
            value={outline.colour.slice(0, 7)}
            onChange={({ target }) =>
              set({ outlines: [{ ...outline, colour: `#${target.value.slice(1).toUpperCase()}` }] }, 'outline')
            }
          />
        )}
        <Choice
          label="对齐"
          options={ALIGNS}
          value={text.align}
          disabled={!canEdit}
          onChange={(align) => set({ align }, 'align')}
        />
      </div>
    </section>
  );
}

type NumberProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  onChange: (value: number) => void;
};

function Number({ label, value, min, max, step = 1, onChange }: NumberProps) {
  return (
    <InputNumber
      size="small"
      prefix={label}
      aria-label={label}
      min={min}
      max={max}
      step={step}
      value={Math.round(value * 100) / 100}
      onChange={(typed) => typed !== null && onChange(typed)}
    />
  );
}
