import { SECTIONS, type ScriptVersion, SHOT_SIZES } from '@mixreel/contract';
import { Checkbox } from 'antd';
import styles from './Writer.module.css';

type Props = {
  version: ScriptVersion;
  /** Rows that are not taken, by their place. */
  left: ReadonlySet<number>;
  onLeave: (left: Set<number>) => void;
};

/** One version, row by row; a person takes out what they do not want. */
export function VersionView({ version: { title, rows }, left, onLeave }: Props) {
  const toggle = (n: number, isTaken: boolean) => {
    const next = new Set(left);
    if (isTaken) next.delete(n);
    else next.add(n);
    onLeave(next);
  };
  return (
    <ol className={styles['rows']} aria-label={`脚本：${title}`}>
      {rows.map(({ section, line, picture, shot_size, duration_ms }, n) => (
        <li key={n} data-left={left.has(n)}>
          <Checkbox
            checked={!left.has(n)}
            aria-label={`留下第 ${n + 1} 行`}
            onChange={({ target }) => toggle(n, target.checked)}
          />
          <div>
            <p>{line || '（没有台词）'}</p>
            <small>
              {[
                section && SECTIONS[section],
                shot_size && SHOT_SIZES[shot_size],
                duration_ms && `${duration_ms / 1000} 秒`,
                picture,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </div>
        </li>
      ))}
    </ol>
  );
}
