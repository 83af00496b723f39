import { Slider } from 'antd';
import styles from './Sheet.module.css';

type Props = {
  label: string;
  min: number;
  max?: number;
  value: number;
  disabled: boolean;
  onChange: (value: number) => void;
};

/** A share by slider. */
export function SliderRow({ label, min, max = 100, value, disabled, onChange }: Props) {
  return (
    <div className={styles['row']}>
      <span>{label}</span>
      <Slider
        ariaLabelForHandle={label}
        min={min}
        max={max}
        disabled={disabled}
        value={value}
        tooltip={{ formatter: null }}
        onChange={onChange}
      />
      <output>{value}</output>
    </div>
  );
}
