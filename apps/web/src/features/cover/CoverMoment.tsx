import type { CoverView } from '@mixreel/contract';
import { Slider } from 'antd';
import { useState } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { formatDuration } from '#lib/format.ts';
import styles from './Cover.module.css';

type Props = {
  view: CoverView;
  at_ms: number;
  disabled: boolean;
  onChange: (at_ms: number) => void;
};

/** Of the slider, in milliseconds. */
const STEP = 100;

/** A moment of the video: good ones to press, or any by the slider and the arrow keys. */
export function CoverMoment({ view: { proposals, duration, width, height }, at_ms, disabled, onChange }: Props) {
  // While it is dragged, nothing is drawn.
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? at_ms;
  return (
    <div className={styles['moment']}>
      {proposals.length > 0 && (
        <ul className={styles['proposals']} aria-label="合适的画面">
          {proposals.map((one) => (
            <li key={one.at_ms}>
              <button
                type="button"
                disabled={disabled}
                aria-pressed={one.at_ms === at_ms}
                aria-label={`第 ${(one.at_ms / 1000).toFixed(1)} 秒的画面`}
                onClick={() => onChange(one.at_ms)}
              >
                <img src={addressOf(one.url)} alt="" loading="lazy" style={{ aspectRatio: width / height }} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Slider
        ariaLabelForHandle="封面在第几秒"
        min={0}
        max={Math.max(STEP, Math.floor((duration * 1000) / STEP) * STEP)}
        step={STEP}
        value={shown}
        disabled={disabled}
        tooltip={{ formatter: (value) => `${((value ?? 0) / 1000).toFixed(1)} 秒` }}
        onChange={setDragged}
        onChangeComplete={(value) => {
          setDragged(null);
          onChange(value);
        }}
      />
      <p className={styles['time']}>
        第 {(shown / 1000).toFixed(1)} 秒，共 {formatDuration(duration)}
      </p>
    </div>
  );
}
