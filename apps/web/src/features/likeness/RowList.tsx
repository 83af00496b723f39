import { PlaySquareOutlined } from '@ant-design/icons';
import type { LikenessReport } from '@mixreel/contract';
import { Button } from 'antd';
import { formatShare } from '#lib/format.ts';
import { Pill } from '#ui/Pill.tsx';
import { RemoteImage } from '#ui/RemoteImage.tsx';
import { levelTone, MEASURE } from './likeness-words.ts';
import { type PairOf, pairOfRow } from './pair-of.ts';
import styles from './Likeness.module.css';

type Row = LikenessReport['rows'][number];
type Props = { report: LikenessReport; onPair: (pair: PairOf) => void };

/** Each video with the one most like it, the worst first. */
export function RowList({ report: { rows, days }, onPair }: Props) {
  const sorted = rows.toSorted((one, other) => other.likeness - one.likeness);
  return (
    <section aria-label="每条和谁最像">
      <h2 className={styles['title']}>每条和谁最像</h2>
      <p className={styles['about']}>{MEASURE}</p>
      <table className={styles['rows']}>
        <thead>
          <tr>
            <th scope="col">成片</th>
            <th scope="col">最像的</th>
            <th scope="col">综合</th>
            <th scope="col">画面</th>
            <th scope="col">声音</th>
            <th scope="col">文字</th>
            <th scope="col">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => {
            const pair = pairOfRow(row);
            return (
              <tr key={row.artwork_id}>
                <td>
                  <Video row={row} />
                </td>
                <td>
                  {pair ? (
                    <span className={styles['closest']}>
                      <span title={row.closest_name}>{row.closest_name}</span>
                      {row.closest_is_outside && <Pill>近 {days} 天导出</Pill>}
                    </span>
                  ) : (
                    <span className={styles['none']}>没有可比的</span>
                  )}
                </td>
                <td>
                  <Pill tone={levelTone(row.level)}>
                    L{row.level} · {formatShare(row.likeness)}
                  </Pill>
                </td>
                <Share value={row.picture} />
                <Share value={row.sound} />
                <Share value={row.text} />
                <td>
                  {pair && (
                    <Button size="small" aria-label={`并排看${row.artwork_name}`} onClick={() => onPair(pair)}>
                      并排看
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Share({ value }: { value: number | null }) {
  return value === null ? <td title="两条都没有，不计入">–</td> : <td>{formatShare(value)}</td>;
}

function Video({ row: { artwork_name, cover_url } }: { row: Pick<Row, 'artwork_name' | 'cover_url'> }) {
  return (
    <span className={styles['video']}>
      <span className={styles['cover']}>
        {cover_url ? <RemoteImage src={cover_url} alt="" /> : <PlaySquareOutlined aria-hidden="true" />}
      </span>
      <span title={artwork_name}>{artwork_name}</span>
    </span>
  );
}
