import { memo } from 'react';
import type { Cut } from './stage-time.ts';
import styles from './Timeline.module.css';

type Props = {
  cut: Cut;
  left: string;
  width: string;
  is_playing: boolean;
  is_selected: boolean;
  /** Where it was pressed, in pixels of the window; null by the keyboard. */
  onPick: (clientX: number | null) => void;
};

/** One clip on the timeline. */
export const TimelineCut = memo(
  function TimelineCut({ cut, left, width, is_playing, is_selected, onPick }: Props) {
    const seconds = ((cut.end_ms - cut.start_ms) / 1000).toFixed(1);
    return (
      <div role="listitem" className={styles['cut']} style={{ left, width }}>
        <button
          type="button"
          data-on={is_playing}
          data-selected={is_selected}
          data-ready={cut.is_ready}
          aria-current={is_playing}
          title={cut.line || cut.slot_name}
          onClick={(event) => onPick(event.detail === 0 ? null : event.clientX)}
          {...(cut.cover_url && { style: { backgroundImage: `url(${JSON.stringify(cut.cover_url)})` } })}
        >
          <span className={styles['name']}>
            {cut.slot_name} <small>{seconds}s</small>
          </span>{' '}
          {cut.line && <span className={styles['line']}>{cut.line}</span>}
        </button>
      </div>
    );
  },
  // The handler is another one each time and does the same.
  (before, now) =>
    before.cut === now.cut &&
    before.left === now.left &&
    before.width === now.width &&
    before.is_playing === now.is_playing &&
    before.is_selected === now.is_selected,
);
