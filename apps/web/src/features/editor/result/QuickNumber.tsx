import { InputNumber, Tooltip } from 'antd';
import { useState } from 'react';
import styles from './Combine.module.css';

type Props = {
  label: string;
  unit: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
};

/** A number that is taken when it is finished, not with every digit. */
export function QuickNumber({ label, unit, min, max, value, onChange }: Props) {
  const [typed, setTyped] = useState<number | null>(null);
  const finish = () => {
    if (typed !== null && typed !== value) onChange(typed);
    setTyped(null);
  };
  return (
    <Tooltip title={label}>
      <span className={styles['number']}>
        <InputNumber
          size="small"
          aria-label={label}
          min={min}
          max={max}
          precision={0}
          controls={false}
          value={typed ?? value}
          onChange={(next) => setTyped(next)}
          onBlur={finish}
          onPressEnter={finish}
        />
        <span aria-hidden="true">{unit}</span>
      </span>
    </Tooltip>
  );
}
