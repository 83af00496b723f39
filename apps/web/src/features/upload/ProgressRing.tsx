import styles from './UploadPanel.module.css';

const RADIUS = 7.5;
const ROUND = 2 * Math.PI * RADIUS;

export function ProgressRing({ percent, is_bad }: { percent: number; is_bad: boolean }) {
  return (
    <svg className={styles['ring']} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" data-bad={is_bad}>
      <circle cx="10" cy="10" r={RADIUS} />
      <circle cx="10" cy="10" r={RADIUS} strokeDasharray={`${(ROUND * percent) / 100} ${ROUND}`} />
    </svg>
  );
}
