import type { CandidatePair } from '@mixreel/contract';
import { Button } from 'antd';
import { formatShare } from '#lib/format.ts';
import styles from './Pair.module.css';

type Props = {
  pair: CandidatePair;
  /** Of the one that is changed. */
  number: number;
  is_busy: boolean;
  onReplace: ((slot_id: string) => void) | null;
};

/** Place by place what two candidates show and say, with what is the same marked. */
export function PairPlaces({ pair, number, is_busy, onReplace }: Props) {
  const { picture, sound, text, places, voices, music, is_same_voice, is_same_music } = pair;
  return (
    <div className={styles['same']}>
      <p>
        画面重复 {share(picture)} · 声音重复 {share(sound)} · 文字重复 {share(text)}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">镜头</th>
            <th scope="col">画面</th>
            <th scope="col">台词</th>
            {onReplace && <th aria-label="操作" />}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place.slot_id}>
              <th scope="row">{place.slot_name}</th>
              <td data-same={place.picture > 0}>{both(place.clips, place.picture)}</td>
              <td data-same={place.text >= 0.5}>
                {both(place.lines, place.text)}
                {place.is_same_sound && <small>声音也一样</small>}
              </td>
              {onReplace && (
                <td>
                  {place.can_replace && (place.picture > 0 || place.text >= 0.5) && (
                    <Button
                      size="small"
                      disabled={is_busy}
                      aria-label={`换掉第 ${number} 条的「${place.slot_name}」这一段`}
                      title={`在第 ${number} 条里换成和其他各条最不像的`}
                      onClick={() => onReplace(place.slot_id)}
                    >
                      换掉这一段
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
          {(voices[0] || voices[1]) && (
            <tr>
              <th scope="row">声音</th>
              <td colSpan={onReplace ? 3 : 2} data-same={is_same_voice}>
                {both(voices, is_same_voice ? 1 : 0)}
              </td>
            </tr>
          )}
          {(music[0] || music[1]) && (
            <tr>
              <th scope="row">音乐</th>
              <td colSpan={onReplace ? 3 : 2} data-same={is_same_music}>
                {both(music, is_same_music ? 1 : 0)}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function share(value: number | null): string {
  return value === null ? '—' : formatShare(value);
}

/** `相同：a`, or what each of them has; how much is the same where that is only a part. */
function both([first, second]: [string, string], same: number): string {
  if (first === '' && second === '') return '';
  if (first === second && same > 0) return `${same >= 0.99 ? '' : `${formatShare(same)} `}相同：${first}`;
  const part = same > 0 && same < 1 ? `（${formatShare(same)} 相同）` : same > 0 ? '（相同）' : '';
  return `${first} / ${second}${part}`;
}
