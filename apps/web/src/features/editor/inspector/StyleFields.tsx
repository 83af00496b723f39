import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { CAPTION_ANIMATIONS, type CaptionStyle } from '@mixreel/contract';
import { Button, Select, Switch } from 'antd';
import { memo, type ReactNode } from 'react';
import { useCall } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { ColourControl, NumberControl } from './fields.tsx';
import styles from './Inspector.module.css';

const SHADOW = { colour: '#000000B3', x: 0, y: 4, blur: 8 };
const BOX = { colour: '#000000B3', padding_x: 24, padding_y: 12, radius: 12, shape: 'block' as const };
const SHAPES = [
  { value: 'block' as const, label: '整块' },
  { value: 'lines' as const, label: '逐行' },
];
const OUTLINES_MAX = 3;

type Props = {
  value: CaptionStyle;
  disabled: boolean;
  has_animation?: boolean;
  onChange: (style: CaptionStyle) => void;
};

/** Everything about how letters look. */
export const StyleFields = memo(function StyleFields({ value, disabled, has_animation = true, onChange }: Props) {
  const fonts = useCall('caption.fonts', {}, { stale_ms: 300_000 });
  const set = (change: Partial<CaptionStyle>) => onChange({ ...value, ...change });
  const { shadow, box, outlines, highlight } = value;
  return (
    <div className={styles['rows']}>
      <Row label="字体">
        <Select
          aria-label="字体"
          style={{ width: 160 }}
          value={value.font_id}
          loading={fonts.isPending}
          disabled={disabled}
          options={(fonts.data?.fonts ?? []).map(({ font_id, font_name }) => ({ value: font_id, label: font_name }))}
          onChange={(font_id) => set({ font_id })}
        />
      </Row>
      <Under label="字号">
        <NumberControl
          label="字号"
          unit=""
          min={16}
          max={240}
          value={value.size}
          disabled={disabled}
          onChange={(size) => set({ size })}
        />
      </Under>
      <Row label="颜色">
        <ColourControl
          label="文字颜色"
          value={value.colour}
          disabled={disabled}
          onChange={(colour) => set({ colour })}
        />
      </Row>
      <Row label="加粗">
        <Switch
          size="small"
          aria-label="加粗"
          checked={value.is_bold}
          disabled={disabled}
          onChange={(is_bold) => set({ is_bold })}
        />
      </Row>
      <Under label="行距">
        <NumberControl
          label="行距"
          unit="倍"
          min={0.8}
          max={3}
          step={0.05}
          value={value.line_height}
          disabled={disabled}
          onChange={(line_height) => set({ line_height })}
        />
      </Under>
      <Row label="描边">
        {!disabled && outlines.length < OUTLINES_MAX && (
          <Button
            size="small"
            type="text"
            icon={<PlusOutlined aria-hidden="true" />}
            aria-label="加一层描边"
            onClick={() => set({ outlines: [...outlines, { colour: '#000000', width: 5 }] })}
          />
        )}
      </Row>
      {outlines.map((outline, n) => {
        const change = (part: Partial<typeof outline>) =>
          set({ outlines: outlines.map((one, k) => (k === n ? { ...one, ...part } : one)) });
        return (
          <div key={n} className={styles['item']}>
            <div>
              <NumberControl
                label={`第 ${n + 1} 层描边的粗细`}
                unit=""
                min={0}
                max={40}
                value={outline.width}
                disabled={disabled}
                onChange={(width) => change({ width })}
              />
            </div>
            <ColourControl
              label={`第 ${n + 1} 层描边的颜色`}
              value={outline.colour}
              disabled={disabled}
              onChange={(colour) => change({ colour })}
            />
            {!disabled && (
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={`去掉第 ${n + 1} 层描边`}
                onClick={() => set({ outlines: outlines.filter((_, k) => k !== n) })}
              />
            )}
          </div>
        );
      })}
      <Row label="阴影">
        {shadow && (
          <ColourControl
            label="阴影颜色"
            value={shadow.colour}
            disabled={disabled}
            onChange={(colour) => set({ shadow: { ...shadow, colour } })}
          />
        )}
        <Switch
          size="small"
          aria-label="阴影"
          checked={shadow !== null}
          disabled={disabled}
          onChange={(is_on) => set({ shadow: is_on ? SHADOW : null })}
        />
      </Row>
      {shadow &&
        (
          [
            ['x', '阴影向右', -40, 40],
            ['y', '阴影向下', -40, 40],
            ['blur', '阴影模糊', 0, 60],
          ] as const
        ).map(([field, label, min, max]) => (
          <Under key={field} label={label}>
            <NumberControl
              label={label}
              unit=""
              min={min}
              max={max}
              value={shadow[field]}
              disabled={disabled}
              onChange={(to) => set({ shadow: { ...shadow, [field]: to } })}
            />
          </Under>
        ))}
      <Row label="底框">
        {box && (
          <ColourControl
            label="底框颜色"
            value={box.colour}
            disabled={disabled}
            onChange={(colour) => set({ box: { ...box, colour } })}
          />
        )}
        <Switch
          size="small"
          aria-label="底框"
          checked={box !== null}
          disabled={disabled}
          onChange={(is_on) => set({ box: is_on ? BOX : null })}
        />
      </Row>
      {box && (
        <>
          <Row label="底框形状">
            <Choice
              label="底框形状"
              options={SHAPES}
              value={box.shape}
              onChange={(shape) => !disabled && set({ box: { ...box, shape } })}
            />
          </Row>
          {(
            [
              ['padding_x', '左右留白'],
              ['padding_y', '上下留白'],
              ['radius', '圆角'],
            ] as const
          ).map(([field, label]) => (
            <Under key={field} label={label}>
              <NumberControl
                label={label}
                unit=""
                min={0}
                max={120}
                value={box[field]}
                disabled={disabled}
                onChange={(to) => set({ box: { ...box, [field]: to } })}
              />
            </Under>
          ))}
        </>
      )}
      {has_animation && (
        <Row label="动画">
          <Select
            aria-label="动画"
            style={{ width: 160 }}
            value={value.animation}
            disabled={disabled}
            options={Object.entries(CAPTION_ANIMATIONS).map(([key, label]) => ({ value: key, label }))}
            onChange={(animation) => set({ animation: animation })}
          />
        </Row>
      )}
      {has_animation && value.animation === 'karaoke' && (
        <>
          <Row label="读到时的颜色">
            <ColourControl
              label="读到时的颜色"
              value={highlight.colour}
              disabled={disabled}
              onChange={(colour) => set({ highlight: { ...highlight, colour } })}
            />
          </Row>
          <Row label="读过后保持">
            <Switch
              size="small"
              aria-label="读过后保持高亮"
              checked={highlight.stays}
              disabled={disabled}
              onChange={(stays) => set({ highlight: { ...highlight, stays } })}
            />
          </Row>
        </>
      )}
    </div>
  );
});

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['item']}>
      <span>{label}</span>
      {children}
    </div>
  );
}

function Under({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span className={styles['quiet']}>{label}</span>
      {children}
    </div>
  );
}
