import { DURATION_RULES, FITS } from '@mixreel/contract';
import { Switch } from 'antd';
import { useScope } from './config-scope.ts';
import { ConfigField } from './ConfigField.tsx';
import { ColourField, NumberControl, NumberField, SelectField } from './fields.tsx';
import styles from './Inspector.module.css';

const RULE_HINTS = {
  narration: '配音多长，镜头就多长，再加句后的停顿。',
  clip: '用哪段画面，就有多长。',
  fixed: '每次都是这个长度。',
} as const;

/** How pictures fill the canvas, how long a shot is, and how loud its own sound. */
export function PicturePart() {
  const { config } = useScope('picture', 'duration');
  const { duration } = config;
  return (
    <>
      <section aria-label="画面">
        <SelectField group="picture" field="fit" label="画面适配" options={FITS} />
        {config.picture.fit === 'contain' && <ColourField group="picture" field="background" label="空白处的颜色" />}
      </section>
      <section aria-label="时长">
        <SelectField
          group="duration"
          field="rule"
          label="镜头时长"
          options={DURATION_RULES}
          hint={RULE_HINTS[duration.rule]}
        />
        {duration.rule === 'narration' && (
          <NumberField
            group="duration"
            field="least_ms"
            label="至少多长"
            unit="秒"
            min={0}
            max={30}
            step={0.1}
            scale={1000}
          />
        )}
        {duration.rule === 'fixed' && (
          <NumberField
            group="duration"
            field="fixed_ms"
            label="固定时长"
            unit="秒"
            min={0.2}
            max={30}
            step={0.1}
            scale={1000}
          />
        )}
      </section>
      <section aria-label="原声">
        <OwnVolume />
      </section>
    </>
  );
}

/** `auto` is not a number: the clips are silent where somebody narrates, and heard where nobody does. */
function OwnVolume() {
  const scope = useScope('sound');
  const { own_volume } = scope.config.sound;
  const isAuto = own_volume === 'auto';
  return (
    <ConfigField
      group="sound"
      field="own_volume"
      label="片段原声"
      hint={isAuto ? '有配音时静音，没有配音时保留。' : undefined}
    >
      <div className={styles['rows']}>
        <div className={styles['item']}>
          <span>自动</span>
          <Switch
            size="small"
            aria-label="片段原声自动"
            checked={isAuto}
            disabled={!scope.can_edit}
            onChange={(is_on) => scope.set('sound', { own_volume: is_on ? 'auto' : 1 })}
          />
        </div>
        {!isAuto && (
          <NumberControl
            label="片段原声音量"
            unit="%"
            min={0}
            max={200}
            step={5}
            value={Math.round(own_volume * 100)}
            disabled={!scope.can_edit}
            onChange={(value) => scope.set('sound', { own_volume: value / 100 })}
          />
        )}
      </div>
    </ConfigField>
  );
}
