import { type AgentRow, spokenLines } from '@mixreel/contract';
import { Button, InputNumber } from 'antd';
import { useState } from 'react';
import { dealtPoints } from './dealt-points.ts';
import styles from './Steps.module.css';

type Props = {
  rows: readonly AgentRow[];
  /** Of the brief: rows can be given to those that have none. */
  points: readonly string[];
  proofs: readonly string[];
  can_edit: boolean;
  is_busy: boolean;
  onDeal: (moved: Map<string, string[]>) => void;
};

/** Each point with how it is opened, proved and ended, and how many rows are about it, which can be dealt out anew. */
export function PointMatrix({ rows, points, proofs, can_edit, is_busy, onDeal }: Props) {
  const now = new Map([...Map.groupBy(rows, ({ point }) => point)].map(([point, own]) => [point, own.length]));
  const [wanted, setWanted] = useState<ReadonlyMap<string, number>>(new Map());
  const all = [...new Set([...points, ...now.keys()])];
  const countOf = (point: string) => wanted.get(point) ?? now.get(point) ?? 0;
  const sum = all.reduce((total, point) => total + countOf(point), 0);
  const isChanged = all.some((point) => countOf(point) !== (now.get(point) ?? 0));
  const canChange = can_edit && points.length > 1;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">卖点</th>
            <th scope="col">开头</th>
            <th scope="col">依据</th>
            <th scope="col">结尾</th>
            <th scope="col">条数</th>
          </tr>
        </thead>
        <tbody>
          {all.map((point) => {
            const own = rows.filter((row) => row.point === point);
            return (
              <tr key={point}>
                <td>{point || '（没有写卖点）'}</td>
                <td>{new Set(own.map(({ hook }) => hook)).size}</td>
                <td>{proofs.filter((proof) => own.some((row) => saysProof(row, proof))).length}</td>
                <td>{new Set(own.map((row) => spokenLines(row).at(-1))).size}</td>
                <td>
                  {canChange && point !== '' ? (
                    <InputNumber
                      size="small"
                      className={styles['count']}
                      aria-label={`讲「${point}」的条数`}
                      min={0}
                      max={rows.length}
                      precision={0}
                      value={countOf(point)}
                      onChange={(count) => count !== null && setWanted(new Map([...wanted, [point, count]]))}
                    />
                  ) : (
                    countOf(point)
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {canChange && isChanged && (
        <p>
          <Button
            size="small"
            disabled={sum !== rows.length}
            loading={is_busy}
            onClick={() => {
              onDeal(dealtPoints(rows, new Map(all.map((point) => [point, countOf(point)]))));
              setWanted(new Map());
            }}
          >
            按新的条数改写
          </Button>{' '}
          <small>
            {sum === rows.length ? '只改写换了卖点的行，其余不动' : `加起来是 ${sum} 条，要等于 ${rows.length} 条`}
          </small>
        </p>
      )}
    </>
  );
}

function saysProof(row: AgentRow, proof: string): boolean {
  return spokenLines(row).some((line) => plain(line).includes(plain(proof)));
}

function plain(text: string): string {
  return text.replaceAll(/[\s\p{P}\p{S}]/gu, '');
}
