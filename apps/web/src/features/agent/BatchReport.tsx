import { keptShots, wishesOf } from '@mixreel/contract';
import { readBatch, useBatch, useDesk } from './batch.ts';
import styles from './Agent.module.css';

/** What came of the batch: what was made, what was not and why, what was put right by itself, and what to shoot. */
export function BatchReport() {
  const { batch } = useBatch();
  const rows = useDesk(({ state }) => readBatch(state).rows);
  const number = (row_id: string) => rows.findIndex((row) => row.row_id === row_id) + 1;
  const { outcomes, checks } = batch;
  const done = outcomes.filter(({ status, is_stale }) => status === 'done' && !is_stale).length;
  const failed = outcomes.flatMap(({ row_id, error }) => (error ? `第 ${number(row_id)} 行：${error}` : []));
  const blocked = checks.flatMap(({ row_id, problem }) => (problem ? `第 ${number(row_id)} 行：${problem}` : []));
  const repairs = outcomes.flatMap(({ row_id, repairs: all }) => all.map((one) => `第 ${number(row_id)} 行：${one}`));
  const warnings = checks.flatMap(({ row_id, warnings: all }) => all.map((one) => `第 ${number(row_id)} 行：${one}`));
  const missing = rows.flatMap((row) => {
    const shots = keptShots(row);
    return wishesOf(row).filter((_, n) => (shots[n] ? shots[n].is_guess : row.shots[n] === null));
  });
  return (
    <div className={styles['report']}>
      <h2>报告</h2>
      <p>
        {rows.length} 条里做好 {done} 条。
      </p>
      <Part title="没有做成" items={failed} />
      <Part title="现在做不了" items={blocked} />
      <Part title="自动改过的" items={repairs} />
      <Part title="补拍清单" items={[...new Set(missing)]} />
      <Part title="提醒" items={warnings} />
    </div>
  );
}

function Part({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h3>
        {title}（{items.length}）
      </h3>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
