import { type AgentRow, keptShots, spokenLines } from '@mixreel/contract';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#lib/call.ts';
import { formatShare } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { agentPath } from './agent-path.ts';
import { readBatch, useBatch, useDesk } from './batch.ts';
import styles from './Steps.module.css';

const BUILT_IN = '内置，不花钱';

/** How the batch came about, step by step: of what, by whom, for how much, and what came of it. Each can be done again. */
export function BatchSteps({ onSubmit }: { onSubmit: () => void }) {
  const { desk, batch } = useBatch();
  const rows = useDesk(({ state }) => readBatch(state).rows);
  const canEdit = useDesk((state) => state.can_edit);
  const [busy, setBusy] = useState('');
  const { agent_batch_config_id, agent_project_id, project_id, brief, checks, outcomes, notices } = batch;
  const { product, facts } = brief;
  const shots = rows.flatMap(keptShots);
  const guesses = shots.filter((shot) => shot?.is_guess).length;
  const missing = shots.filter((shot) => shot === null).length;
  const most = Math.max(0, ...checks.map(({ likeness }) => likeness));
  const writer = notices.map((notice) => /^文案由(.+)写，/u.exec(notice)?.[1]).find(Boolean);
  const looks = outcomes.flatMap(({ look }) => look ?? []);
  const found = looks.reduce((sum, look) => sum + look.found.length, 0);
  const again = async (what: string, run: (row_ids: string[]) => Promise<unknown>) => {
    setBusy(what);
    try {
      await desk.live.flush();
      await run(rows.map(({ row_id }) => row_id));
      showToast('success', `${what}好了，可以在历史版本里退回`);
    } finally {
      setBusy('');
    }
  };
  const rewrite = async (row_ids: string[]) => {
    for (const row_id of row_ids) await call('agentBatch.writeRow', { agent_batch_config_id, row_id });
  };
  const reshoot = (row_ids: string[]) => call('agentBatch.settle', { agent_batch_config_id, row_ids });
  const button = (what: string, run: (row_ids: string[]) => Promise<unknown>) =>
    canEdit &&
    rows.length > 0 && (
      <Button
        size="small"
        loading={busy === what}
        disabled={busy !== '' && busy !== what}
        onClick={() => void again(what, run).catch(() => {})}
      >
        {what}
      </Button>
    );
  return (
    <div className={styles['steps']}>
      <h2>步骤</h2>
      <ol>
        <Step
          name="资料"
          takes="商品资料文件，或自己填写"
          by={BUILT_IN}
          gives={`${product.points.length} 个卖点、${facts.length} 条锁定的事实`}
        >
          <Link to={agentPath(project_id, agent_project_id)}>改资料</Link>
        </Step>
        <Step
          name="卖点矩阵"
          takes="卖点、痛点、依据、活动"
          by={BUILT_IN}
          gives={`${matrixOf(rows).length} 个卖点分到 ${rows.length} 条`}
        >
          <Matrix rows={rows} />
        </Step>
        <Step
          name="文案"
          takes="矩阵、结构、每条的秒数、锁定的事实"
          by={writer ? `${writer}，费用见 AI 用量` : `内置写手，不花钱`}
          gives={`${rows.length} 条，${rows.reduce((sum, row) => sum + spokenLines(row).length, 0)} 句`}
        >
          {button('全部重写', rewrite)}
        </Step>
        <Step
          name="画面"
          takes="每句要的画面、素材库、以前的成片"
          by={`内置检索和混剪的规划器，不花钱`}
          gives={`${shots.length - missing - guesses} 句有匹配的画面，${guesses} 句凑合，${missing} 句没有；最高重复度 ${formatShare(most)}`}
        >
          {button('全部重选', reshoot)}
        </Step>
        <Step
          name="制作"
          takes="选好画面的行"
          by="混剪和导出，不花钱；用云音色时按音色计费"
          gives={`${rows.length} 条里做好 ${batch.done_count} 条`}
        >
          {canEdit && rows.length > 0 && (
            <Button size="small" onClick={onSubmit}>
              提交制作
            </Button>
          )}
        </Step>
        <Step
          name="检查成片"
          takes="做好的成片"
          by={BUILT_IN}
          gives={looks.length > 0 ? `看过 ${looks.length} 条，发现 ${found} 处，见报告` : '还没有成片'}
        />
      </ol>
    </div>
  );
}

type StepProps = { name: string; takes: string; by: string; gives: string; children?: ReactNode };

function Step({ name, takes, by, gives, children }: StepProps) {
  return (
    <li>
      <h3>{name}</h3>
      <dl>
        <dt>用到</dt>
        <dd>{takes}</dd>
        <dt>由谁</dt>
        <dd>{by}</dd>
        <dt>得到</dt>
        <dd>{gives}</dd>
      </dl>
      {children}
    </li>
  );
}

/** Each point with how many different openings and endings say it. */
function matrixOf(rows: readonly AgentRow[]) {
  return [...Map.groupBy(rows, ({ point }) => point)].map(([point, own]) => ({
    point: point || '（没有写卖点）',
    openings: new Set(own.map(({ hook }) => hook)).size,
    calls: new Set(own.map((row) => spokenLines(row).at(-1))).size,
    count: own.length,
  }));
}

function Matrix({ rows }: { rows: readonly AgentRow[] }) {
  if (rows.length === 0) return null;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">卖点</th>
          <th scope="col">开头</th>
          <th scope="col">结尾</th>
          <th scope="col">条数</th>
        </tr>
      </thead>
      <tbody>
        {matrixOf(rows).map(({ point, openings, calls, count }) => (
          <tr key={point}>
            <td>{point}</td>
            <td>{openings}</td>
            <td>{calls}</td>
            <td>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
