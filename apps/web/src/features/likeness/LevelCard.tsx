import type { LikenessReport } from '@mixreel/contract';
import { formatShare } from '#lib/format.ts';
import { levelTone, levelWords } from './likeness-words.ts';
import styles from './Likeness.module.css';

/** The level of the whole set, what it means, and where it lies between the others. */
export function LevelCard({ report: { level, share, setting, artwork_ids } }: { report: LikenessReport }) {
  const { name, about } = levelWords(level);
  const starts = [0, ...setting.levels, 1];
  const repeated = Math.round(share * artwork_ids.length);
  return (
    <section className={styles['level']} data-tone={levelTone(level)} aria-label="整批的等级">
      <b className={styles['mark']}>L{level}</b>
      <div className={styles['meaning']}>
        <h2>{name}</h2>
        <p>
          {artwork_ids.length} 条里有 {repeated} 条不算新的（{formatShare(share)}）。{about}
        </p>
        <ol className={styles['scale']} aria-label="五个等级">
          {starts.slice(0, -1).map((from, n) => {
            const to = starts[n + 1] ?? 1;
            return (
              <li
                key={n}
                data-tone={levelTone(n + 1)}
                aria-current={n + 1 === level ? 'true' : undefined}
                style={{ flexGrow: Math.max(0.08, to - from) }}
                title={levelWords(n + 1).name}
              >
                <span>L{n + 1}</span>
                <small>
                  {Math.round(from * 100)}–{formatShare(to)}
                </small>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
