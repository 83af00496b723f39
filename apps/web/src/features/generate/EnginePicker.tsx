import type { GenerationEngine } from '@mixreel/contract';
import { Fragment } from 'react';
import styles from './Generate.module.css';

type Props<E extends GenerationEngine> = {
  engines: E[];
  value: string;
  onChange: (engine: string) => void;
  /** What an engine is good for, in a line. */
  about?: (engine: E) => string;
  /** What one has to know of the one that was chosen. */
  limits?: (engine: E) => string | null;
};

/** Who does it: ready or why not, and for how much. */
export function EnginePicker<E extends GenerationEngine>({ engines, value, onChange, about, limits }: Props<E>) {
  return (
    <div className={styles['engines']} role="radiogroup" aria-label="引擎">
      {engines.map((one) => (
        <Fragment key={one.engine}>
          <label data-on={one.engine === value} data-off={!one.is_ready}>
            <input
              type="radio"
              name="engine"
              checked={one.engine === value}
              disabled={!one.is_ready}
              onChange={() => onChange(one.engine)}
            />
            <span>{one.engine_name}</span>
            <small>{one.is_ready ? (about?.(one) ?? '') : one.reason}</small>
            <b>{priceOf(one)}</b>
          </label>
          {one.engine === value && limits?.(one) && <p className={styles['limits']}>{limits(one)}</p>}
        </Fragment>
      ))}
    </div>
  );
}

function priceOf({ is_built_in, price, price_unit }: GenerationEngine): string {
  if (price > 0) return `¥${price}/${price_unit}`;
  return is_built_in ? '免费' : '未填价格';
}
