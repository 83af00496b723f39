import { type AgentBrief, keptShots, missingIn, spokenLines, type TaskStep, turnsOf } from '@mixreel/contract';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { requireSaved } from '#features/document/require-saved.ts';
import { call } from '#lib/call.ts';
import { formatShare, formatWait } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useCall } from '#lib/use-call.ts';
import { agentPath } from './agent-path.ts';
import { edit, readBatch, useBatch, useDesk } from './batch.ts';
import { MissingShots } from './MissingShots.tsx';
import { PointMatrix } from './PointMatrix.tsx';
import styles from './Steps.module.css';

const BUILT_IN = '内置，不花钱';

/** How the batch came about, step by step: of what, by whom, for how much, and what came of it. Each can be done again. */
export function BatchSteps({ onSubmit }: { onSubmit: () => void }) {
  const { desk, batch } = useBatch();
  const rows = useDesk(({ state }) => readBatch(state).rows);
  const canEdit = useDesk((state) => state.can_edit);
  const [busy, setBusy] = useState('');
  const { agent_batch_config_id, agent_project_id, project_id, brief, checks, outcomes, notices } = batch;
  const tasks = useCall('agentBatch.tasks', { agent_batch_config_id, page_index: 1, page_size: 20 });
  const took = (key: string) => secondsOf(tasks.data?.items.flatMap(({ steps }) => steps) ?? [], key);
  const { product, facts } = brief;
  const shots = rows.flatMap(keptShots);
  const guesses = shots.filter((shot) => shot?.is_guess).length;
  const missing = shots.filter((shot) => shot === null).length;
  const seconds = new Map(checks.map((check) => [check.row_id, check.seconds]));
  const most = Math.max(0, ...checks.map(({ likeness }) => likeness));
  const writer = notices.map((notice) => /^文案由(.+)写，/u.exec(notice)?.[1]).find(Boolean);
  const looks = outcomes.flatMap(({ look }) => look ?? []);
  const found = looks.reduce((sum, look) => sum + look.found.length, 0);
  const again = async (what: string, run: (row_ids: string[]) => Promise<unknown>) => {
    setBusy(what);
    try {
      await requireSaved(desk.live);
      await run(rows.map(({ row_id }) => row_id));
      showToast('success', `${what}好了，可以在历史版本里退回`);
    } finally {
      setBusy('');
    }
  };
  const rewrite = async (row_ids: string[], only_title = false) => {
    for (const row_id of row_ids) await call('agentBatch.writeRow', { agent_batch_config_id, row_id, only_title });
  };
  const deal = (moved: Map<string, string[]>) => async () => {
    for (const [point, row_ids] of moved) {
      await call('agentBatch.syncPoint', { agent_batch_config_id, row_ids, point });
    }
  };
  const takeTurns = async () => {
    // As they are by now: what others wrote while it was saved stays.
    const { rows: now } = readBatch(desk.live.view.getState().state);
    edit(desk, { rows: now.map((row, n) => ({ ...row, ...soundsOf(brief, n) })) });
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
          gives={`${new Set(rows.map(({ point }) => point)).size} 个卖点分到 ${rows.length} 条`}
          took={took('matrix')}
        >
          {rows.length > 0 && (
            <PointMatrix
              rows={rows}
              points={product.points}
              proofs={product.proofs}
              can_edit={canEdit}
              is_busy={busy === '改写'}
              onDeal={(moved) => void again('改写', deal(moved)).catch(() => {})}
            />
          )}
        </Step>
        <Step
          name="结构和台词"
          takes="矩阵、结构、每条的秒数、锁定的事实"
          by={writer ? `${writer}，费用见 AI 用量` : `内置写手，不花钱`}
          gives={structuresOf(rows.map((row) => [spokenLines(row).length, seconds.get(row.row_id) ?? 0]))}
          took={took('write')}
        >
          {button('全部重写', rewrite)}
        </Step>
        <Step
          name="标题和话题"
          takes="开头、卖点、商品资料、各平台的字数上限"
          by={BUILT_IN}
          gives={`${rows.filter(({ title }) => title.trim() !== '').length} 条有标题，${rows.filter(({ topics }) => topics.trim() !== '').length} 条有话题`}
        >
          {button('换一组标题', (row_ids) => rewrite(row_ids, true))}
        </Step>
        <Step
          name="音色和音乐"
          takes="资料里选的音色和音乐"
          by="轮流分配，不花钱；用云音色时按音色计费"
          gives={
            brief.is_spoken
              ? `${new Set(rows.map(({ voice_id }) => voice_id)).size} 个音色，${new Set(rows.map(({ music_id }) => music_id).filter(Boolean)).size} 首音乐`
              : `不配音，${new Set(rows.map(({ music_id }) => music_id).filter(Boolean)).size} 首音乐`
          }
        >
          {button('重新分配', takeTurns)}
        </Step>
        <Step
          name="画面"
          takes="每句要的画面、素材库、以前的成片"
          by={`内置检索和混剪的规划器，不花钱`}
          gives={`${shots.length - missing - guesses} 句有匹配的画面，${guesses} 句凑合，${missing} 句没有；最高重复度 ${formatShare(most)}`}
          took={took('show')}
        >
          {button('全部重选', reshoot)}
        </Step>
        <Step
          name="补拍清单"
          takes="没有匹配画面的句子"
          by={BUILT_IN}
          gives={`要补拍 ${missingIn(rows).length} 个画面`}
          took={took('missing')}
        >
          {canEdit && <MissingShots project_id={project_id} batch_name={batch.batch_name} rows={rows} />}
        </Step>
        <Step
          name="制作"
          takes="选好画面的行"
          by="混剪和导出，不花钱；用云音色时按音色计费"
          gives={`${rows.length} 条里做好 ${batch.done_count} 条`}
          took={took('make')}
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
          took={took('look')}
        />
      </ol>
    </div>
  );
}

type StepProps = { name: string; takes: string; by: string; gives: string; took?: string; children?: ReactNode };

function Step({ name, takes, by, gives, took = '', children }: StepProps) {
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
        {took !== '' && (
          <>
            <dt>用时</dt>
            <dd>{took}</dd>
          </>
        )}
      </dl>
      {children}
    </li>
  );
}

/** Voices and music alone: ratios are a matter of pictures. */
function soundsOf(brief: AgentBrief, n: number) {
  const { voice_id, music_id } = turnsOf(brief, n);
  return { voice_id, music_id };
}

/** How long the newest task was at this step; empty while none has done it. */
function secondsOf(steps: readonly TaskStep[], key: string): string {
  const step = steps.find((one) => one.key === key && one.started_at && one.finished_at);
  if (!step) return '';
  return formatWait((Date.parse(step.finished_at!) - Date.parse(step.started_at!)) / 1000);
}

/** How many rows have how many lines, and how long those are. */
function structuresOf(rows: [lines: number, seconds: number][]): string {
  const groups = [...Map.groupBy(rows, ([lines]) => lines)].toSorted(([a], [b]) => a - b);
  return groups
    .map(([lines, own]) => {
      const lengths = own.map(([, seconds]) => Math.round(seconds));
      const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
      return `${own.length} 条 ${lines} 句，${least === most ? least : `${least}–${most}`} 秒`;
    })
    .join('；');
}
