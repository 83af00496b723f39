import { useEffect, useMemo } from 'react';
import { Button } from '#ui/Button.tsx';
import type { Recorded } from './record.ts';
import type { NumberedRow } from './sort-rows.ts';
import styles from './Camera.module.css';

type Props = {
  recorded: Recorded;
  /** Which take of the row. */
  number: number;
  next: NumberedRow | null;
  onAgain: () => void;
  onDiscard: () => void;
  onDone: (goesOn: boolean) => void;
};

/** A take right after it was shot: good, another one, or away with it. */
export function TakeReview({ recorded, number, next, onAgain, onDiscard, onDone }: Props) {
  const { blob, seconds } = recorded;
  const address = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <div className={styles['screen']}>
      <div className={styles['review']}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what was said a second ago, to who said it */}
        <video src={address} controls autoPlay loop playsInline aria-label={`第 ${number} 条`} />
      </div>
      <div className={styles['verdict']}>
        <p>
          第 {number} 条 · {seconds.toFixed(1)} 秒 · 已存在手机上
        </p>
        <Button look="main" is_large is_wide onClick={() => onDone(next !== null)}>
          {next ? `拍好了，下一行（第 ${next.number} 行）` : '拍好了，回到清单'}
        </Button>
        <div>
          <Button is_large onClick={onAgain}>
            留着，再拍一条
          </Button>
          <Button is_large onClick={onDiscard}>
            不要这条
          </Button>
        </div>
      </div>
    </div>
  );
}
