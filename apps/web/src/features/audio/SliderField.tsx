import { InputNumber, Slider } from 'antd';
import styles from './Panel.module.css';

type Props = {
  label: string;
  unit: string;
  min: number;
  max: number;
  step: number;
  /** What it is when nobody has touched it. */
  neutral: number;
  marks?: Record<string, string>;
  /** Undefined when the selected things differ. */
  value: number | undefined;
  disabled: boolean;
  hint?: string | null;
  onChange: (value: number) => void;
};

/** A number by slider or by keyboard, with a way back to where it began. */
export function SliderField(props: Props) {
  const { label, unit, min, max, step, neutral, marks, value, disabled, hint, onChange } = props;
  const isTouched = value !== undefined && value !== neutral;
  return (
    <div className={styles['slider']}>
      <div className={styles['head']}>
        <span>{label}</span>
        {isTouched && !disabled && (
          <button type="button" aria-label={`${label}恢复默认`} onClick={() => onChange(neutral)}>
            恢复
          </button>
        )}
        <InputNumber
          size="small"
          aria-label={`${label}，${unit}`}
          min={min}
          max={max}
          step={step}
          suffix={unit}
          disabled={disabled}
          placeholder="多个值"
          value={value ?? null}
          onChange={(typed) => typed !== null && onChange(typed)}
        />
      </div>
      <Slider
        ariaLabelForHandle={label}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        value={value ?? neutral}
        {...(marks && { marks })}
        tooltip={{ formatter: null }}
        onChange={onChange}
      />
      {hint && <p className={styles['warning']}>{hint}</p>}
    </div>
  );
}
