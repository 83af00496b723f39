import { type AgentOutcome, LOOK_KINDS, missingIn } from '@mixreel/contract';
import type { ReactNode } from 'react';
import { formatShare } from '#lib/format.ts';
import { readBatch, useBatch, useDesk } from './batch.ts';
import { MissingShots } from './MissingShots.tsx';
import styles from './Agent.module.css';

/** What came of the batch: what was made, what was not and why, what was put right by itself, and what to shoot. */
export function BatchReport() {
  const { batch } = useBatch();
  const rows = useDesk(({ state }) => readBatch(state).rows);
  const canEdit = useDesk((state) => state.can_edit);
  const number = (row_id: string) => rows.findIndex((row) => row.row_id === row_id) + 1;
  const { outcomes, checks } = batch;
  const done = outcomes.filter(({ status, is_stale }) => status === 'done' && !is_stale).length;
  const failed = outcomes.flatMap(({ row_id, error }) => (error ? `第 ${number(row_id)} 行：${error}` : []));
  const blocked = checks.flatMap(({ row_id, problem }) => (problem ? `第 ${number(row_id)} 行：${problem}` : []));
  const repairs = outcomes.flatMap(({ row_id, repairs: all }) => all.map((one) => `第 ${number(row_id)} 行：${one}`));
  const warnings = checks.flatMap(({ row_id, warnings: all }) => all.map((one) => `第 ${number(row_id)} 行：${one}`));
  const found = outcomes.flatMap(({ row_id, look }) =>
    (look?.found ?? []).map(({ kind, place, message }) => {
      const where = place === null ? '' : `第 ${place + 1} 句，`;
      return `第 ${number(row_id)} 行 · ${LOOK_KINDS[kind]}：${where}${message}`;
    }),
  );
  const missing = missingIn(rows).map(({ wish, rows: numbers }) => `${wish}（第 ${numbers.join('、')} 行）`);
  return (
    <div className={styles['report']}>
      <h2>报告</h2>
      <p>
        {rows.length} 条里做好 {done} 条。
      </p>
      <Measured outcomes={outcomes} />
      <Part title="没有做成" items={failed} />
      <Part title="现在做不了" items={blocked} />
      <Part title="自动改过的" items={repairs} />
      <Part title="成片里发现的" items={found} />
      <Part title="补拍清单" items={missing}>
        {canEdit && <MissingShots project_id={batch.project_id} batch_name={batch.batch_name} rows={rows} />}
      </Part>
      <Part title="提醒" items={warnings} />
    </div>
  );
}

/** What was measured of the finished videos, all of them together. */
function Measured({ outcomes }: { outcomes: AgentOutcome[] }) {
  const looks = outcomes.flatMap(({ status, look }) => (status === 'done' && look ? [look] : []));
  if (looks.length === 0) return null;
  const most = looks.reduce((one, other) => ((other.likeness ?? 0) > (one.likeness ?? 0) ? other : one));
  const heard = looks.reduce((sum, look) => sum + (look.heard ?? 0), 0);
  const isDeaf = looks.every((look) => look.heard === null);
  const read = looks.reduce((sum, look) => sum + (look.read ?? 0), 0);
  const isBlind = looks.every((look) => look.read === null);
  const levels = looks.flatMap(({ lufs }) => lufs ?? []);
  return (
    <dl>
      <dt>检查过的成片</dt>
      <dd>{looks.length} 条</dd>
      {most.likeness !== null && (
        <>
          <dt>实测最高重复度</dt>
          <dd>
            {formatShare(most.likeness)} · L{most.level}
          </dd>
        </>
      )}
      {levels.length > 0 && (
        <>
          <dt>响度</dt>
          <dd>
            {Math.min(...levels)} 到 {Math.max(...levels)} LUFS
          </dd>
        </>
      )}
      <dt>听写核对</dt>
      <dd>{isDeaf ? '没有语音识别，没有核对配音' : `${heard} 句有数字或价格的台词`}</dd>
      <dt>读屏核对</dt>
      <dd>{isBlind ? '没有文字识别，没有核对画面' : `${read} 条有数字或价格的字幕`}</dd>
    </dl>
  );
}

function Part({ title, items, children }: { title: string; items: string[]; children?: ReactNode }) {
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
      {children}
    </section>
  );
}
