import { type CaptionPosition, type CoverTitle, POSITION_PRESETS } from '@mixreel/contract';
import { Button, Input, InputNumber, Select } from 'antd';
import { useId, useState } from 'react';
import { PresetGallery } from '#features/caption/PresetGallery.tsx';
import { TabooNotes } from '#features/taboo/TabooNotes.tsx';
import { useCall } from '#lib/use-call.ts';
import fields from '#ui/Fields.module.css';
import styles from './Cover.module.css';

type Props = {
  /** Null: that of the mix. */
  value: CoverTitle | null;
  inherited: CoverTitle;
  disabled: boolean;
  onChange: (title: CoverTitle | null) => void;
};

const PLACES = Object.entries(POSITION_PRESETS).map(([value, label]) => ({ value, label }));
const OWN = 'own';

/** Words on the cover, in the fonts and ready styles of captions. */
export function CoverTitleFields({ value, inherited, disabled, onChange }: Props) {
  const fonts = useCall('caption.fonts', {}, { stale_ms: 300_000 });
  const [isStyling, setIsStyling] = useState(false);
  const id = useId();
  const title = value ?? inherited;
  const set = (to: Partial<CoverTitle>) => onChange({ ...title, ...to });
  const place = title.position.kind === 'preset' ? title.position.preset : OWN;
  return (
    <div className={fields['field']}>
      <label htmlFor={id}>标题</label>
      <Input
        id={id}
        maxLength={60}
        placeholder="不写就没有标题"
        value={title.text}
        disabled={disabled}
        allowClear
        onChange={({ target }) => set({ text: target.value })}
      />
      <TabooNotes texts={[title.text]} onRewrite={disabled ? undefined : ([text = '']) => set({ text })} />
      {value === null && inherited.text !== '' && <p className={fields['hint']}>和混剪的标题一样。</p>}
      {value !== null && inherited.text !== '' && (
        <button type="button" className={styles['link']} disabled={disabled} onClick={() => onChange(null)}>
          用混剪的标题
        </button>
      )}
      {title.text.trim() !== '' && (
        <div className={styles['look']}>
          <Select
            aria-label="标题的位置"
            size="small"
            value={place}
            disabled={disabled}
            options={[...PLACES, ...(place === OWN ? [{ value: OWN, label: '自定' }] : [])]}
            onChange={(preset) => set({ position: { kind: 'preset', preset } as CaptionPosition })}
          />
          <Select
            aria-label="标题的字体"
            size="small"
            value={title.style.font_id}
            loading={fonts.isPending}
            disabled={disabled}
            popupMatchSelectWidth={false}
            options={(fonts.data?.fonts ?? []).map(({ font_id, font_name }) => ({ value: font_id, label: font_name }))}
            onChange={(font_id) => set({ style: { ...title.style, font_id } })}
          />
          <InputNumber
            aria-label="标题的字号"
            size="small"
            min={16}
            max={240}
            precision={0}
            prefix="字号"
            value={title.style.size}
            disabled={disabled}
            onChange={(size) => size !== null && set({ style: { ...title.style, size } })}
          />
          <Button size="small" aria-expanded={isStyling} onClick={() => setIsStyling(!isStyling)}>
            样式
          </Button>
        </div>
      )}
      {isStyling && title.text.trim() !== '' && (
        <div className={styles['gallery']}>
          <PresetGallery
            chosen={title.style}
            disabled={disabled}
            // A title stays as large as it was: presets are made for captions.
            onChoose={(style) => set({ style: { ...style, size: title.style.size } })}
          />
        </div>
      )}
    </div>
  );
}
