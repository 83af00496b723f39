import { VideoCameraOutlined } from '@ant-design/icons';
import { ANGLES, CAMERA_MOVES, SHOOT_STATES, SHOT_SIZES } from '@mixreel/contract';
import { useStore } from 'zustand';
import { addressOf } from '#lib/app-config.ts';
import type { NumberedRow } from './sort-rows.ts';
import { takes } from './takes.ts';
import { useMark } from './use-mark.ts';
import styles from './Phone.module.css';

type Props = { row: NumberedRow; why: string | undefined; onOpen: () => void };

/** One row: what to shoot, and a touch to shoot it. */
export function RowCard({ row, why, onOpen }: Props) {
  const { row_id, number, picture, line, state, by_name, take_count, cover_url } = row;
  const mark = useMark();
  const own = useStore(takes.store, (queue) => queue.takes.filter((take) => take.row_id === row_id).length);
  const words = picture || line || '还没有写画面';
  return (
    <li className={styles['card']} data-state={state}>
      <button type="button" className={styles['open']} onClick={onOpen}>
        <span className={styles['thumb']}>
          {cover_url ? (
            <img src={addressOf(cover_url)} alt="" loading="lazy" />
          ) : (
            <VideoCameraOutlined aria-hidden="true" />
          )}
          <b>
            <span className="visually-hidden">拍第 </span>
            {number}
            <span className="visually-hidden"> 行</span>
          </b>
        </span>
        <span className={styles['words']}>
          <span className={styles['picture']}>{words}</span>
          {picture && line && <q>{line}</q>}
          <span className={styles['facts']}>{factsOf(row).join(' · ')}</span>
          {why && <span className={styles['why']}>{why}</span>}
        </span>
      </button>
      <div className={styles['foot']}>
        <span>
          {[
            take_count > 0 && `${take_count} 条`,
            own > 0 && `${own} 条在传`,
            take_count + own === 0 && '还没拍',
            state !== 'todo' && by_name,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <select
          aria-label={`第 ${number} 行的状态`}
          data-state={state}
          value={state}
          onChange={({ target }) => mark(row_id, target.value as NumberedRow['state'])}
        >
          {Object.entries(SHOOT_STATES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </li>
  );
}

/** How it is to be shot, in a few words. */
export function factsOf({ shot_size, angle, camera_move, duration_ms, people, props }: NumberedRow): string[] {
  return [
    shot_size && SHOT_SIZES[shot_size],
    angle && ANGLES[angle],
    camera_move && CAMERA_MOVES[camera_move],
    duration_ms !== null && `${duration_ms / 1000} 秒`,
    people,
    props,
  ].filter((fact) => typeof fact === 'string' && fact !== '') as string[];
}
