import { RocketOutlined, TableOutlined } from '@ant-design/icons';
import { type AgentBatch, type AgentCheck, type AgentRow, batchKind } from '@mixreel/contract';
import { Alert, Button, Progress } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { dirPath } from '#features/artwork/artwork-words.ts';
import { PlainHistory } from '#features/document/DeskHistory.tsx';
import { DeskPast } from '#features/document/DeskPast.tsx';
import { DeskSaving, DeskSteps } from '#features/document/DeskStatus.tsx';
import { createDesk } from '#features/document/document-desk.ts';
import { useLiveDocument } from '#features/document/use-live-document.ts';
import { useTableKeys } from '#features/document/use-table-keys.ts';
import { useCanEdit } from '#features/team/space.ts';
import { useVoices } from '#features/voice/voices.ts';
import type { OutputOf } from '#lib/call.ts';
import { formatShare } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { createGrid } from '#ui/grid/grid-store.ts';
import { useKeptColumns } from '#ui/grid/kept-columns.ts';
import { Pill } from '#ui/Pill.tsx';
import { WorkHeader } from '#ui/WorkHeader.tsx';
import { agentPath, batchPath } from './agent-path.ts';
import { AskedBar } from './AskedBar.tsx';
import { batchColumns } from './batch-columns.tsx';
import { BatchProvider, edit, readBatch, type Shown } from './batch.ts';
import { STATUS_TONES, STATUS_WORDS } from './BatchCards.tsx';
import { BatchReport } from './BatchReport.tsx';
import { BatchSteps } from './BatchSteps.tsx';
import { BatchTable } from './BatchTable.tsx';
import { BatchTools } from './BatchTools.tsx';
import { useFreshBatch } from './use-fresh-batch.ts';
import { useBroken, useRunning } from './use-running.ts';
import styles from './Agent.module.css';

const SubmitDialog = lazy(async () => ({ default: (await import('./SubmitDialog.tsx')).SubmitDialog }));
const ShotDialog = lazy(async () => ({ default: (await import('./ShotDialog.tsx')).ShotDialog }));
const CalendarDialog = lazy(async () => ({ default: (await import('./CalendarDialog.tsx')).CalendarDialog }));
const PostDialog = lazy(async () => ({ default: (await import('./PostDialog.tsx')).PostDialog }));
const PlayDialog = lazy(async () => ({ default: (await import('./PlayDialog.tsx')).PlayDialog }));

const SIDES = { history: '历史', report: '报告', steps: '步骤' } as const;

/** One batch: its rows, what is known of them, and what becomes of them. */
export function BatchScreen({ batch: read, opened }: { batch: AgentBatch; opened: OutputOf<'document.open'> }) {
  const planning = useRunning(read.plan_task_id);
  const isPlanning = planning !== null;
  const batch = useMemo(() => (isPlanning ? withoutUnseen(read) : read), [read, isPlanning]);
  const { agent_batch_config_id, agent_project_id, project_id, status, notices } = batch;
  const mayEdit = useCanEdit();
  const navigate = useNavigate();
  const open = useLiveDocument(opened, batchKind);
  const [desk] = useState(() => createDesk(open, mayEdit));
  const [grid] = useState(createGrid);
  const [shown, setShown] = useState<{ what: Shown; row_id: string } | null>(null);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [isCalendar, setIsCalendar] = useState(false);
  const [side, setSide] = useState<'history' | 'report' | 'steps' | null>(null);
  useEffect(() => desk.start(), [desk]);
  useEffect(() => desk.allow(mayEdit), [desk, mayEdit]);
  useTableKeys(desk);
  useFreshBatch(desk, agent_batch_config_id);
  const making = useRunning(batch.task_id);
  const [unplanned, unmade] = [useBroken(batch.plan_task_id), useBroken(batch.task_id)];

  const voices = useVoices();
  const music = useCall('music.list', { page_size: 100 }, { stale_ms: 300_000 });
  const all = useMemo(() => {
    const checks = new Map(batch.checks.map((one) => [one.row_id, one]));
    const outcomes = new Map(batch.outcomes.map((one) => [one.row_id, one]));
    const factsOf = (row_id: string) => ({ check: checks.get(row_id), outcome: outcomes.get(row_id) });
    return batchColumns(voices.data ?? [], music.data?.items ?? [], factsOf);
  }, [voices.data, music.data, batch.checks, batch.outcomes]);
  const columns = useKeptColumns<AgentRow>('agent', all);
  const canEdit = useStore(desk.use, (state) => state.can_edit);
  const { batch_name, rows } = useStore(desk.use, ({ state }) => readBatch(state));
  const value = useMemo(() => {
    const onShow = (what: Shown, row_id: string) => setShown({ what, row_id });
    return { desk, grid, batch, onShow };
  }, [desk, grid, batch]);
  const close = () => setShown(null);
  const isAsked = batch.asked?.answer === null;
  const number = rows.findIndex(({ row_id }) => row_id === shown?.row_id) + 1;
  const closest = batch.checks.reduce<AgentCheck | null>(mostAlike, null);
  return (
    <BatchProvider value={value}>
      <div className={styles['screen']}>
        <WorkHeader
          className={styles['header']}
          back={batch.agent_name}
          onBack={() => void navigate(agentPath(project_id, agent_project_id))}
          name={batch_name}
          name_label="批次名称"
          onRename={(name) => edit(desk, { batch_name: name })}
          can_edit={canEdit}
          saving={<DeskSaving desk={desk} />}
          steps={<DeskSteps desk={desk} />}
          note={
            <Pill tone={isAsked ? 'warning' : STATUS_TONES[status]}>{isAsked ? '等待批准' : STATUS_WORDS[status]}</Pill>
          }
          editing={null}
        >
          <Button
            type="text"
            aria-pressed={side === 'steps'}
            onClick={() => setSide(side === 'steps' ? null : 'steps')}
          >
            步骤
          </Button>
          <Button
            type="text"
            aria-pressed={side === 'report'}
            onClick={() => setSide(side === 'report' ? null : 'report')}
          >
            报告
          </Button>
          <Button
            type="text"
            aria-pressed={side === 'history'}
            onClick={() => setSide(side === 'history' ? null : 'history')}
          >
            历史版本
          </Button>
          <Button type="text" disabled={rows.length === 0} onClick={() => setIsCalendar(true)}>
            发布
          </Button>
          {canEdit && making && <Button onClick={making.stop}>停下</Button>}
          {canEdit && (
            <Button
              type="primary"
              icon={<RocketOutlined aria-hidden="true" />}
              disabled={rows.length === 0 || making !== null || planning !== null}
              onClick={() => setIsSubmitting(true)}
            >
              提交制作
            </Button>
          )}
        </WorkHeader>
        <DeskPast
          desk={desk}
          name={batch_name}
          onCopied={(copy_id) => void navigate(batchPath(project_id, copy_id))}
          renderSide={({ state, changed }) => (
            <ol>
              {readBatch(state).rows.map(({ row_id, title, hook }) => (
                <li key={row_id} data-differs={changed.has(row_id)}>
                  <span>{[title, hook].filter(Boolean).join('；') || '（空行）'}</span>
                </li>
              ))}
            </ol>
          )}
        />
        {[planning, making].map(
          (task) =>
            task && (
              <p key={task.title} className={styles['strip']} role="status">
                {task.title}{' '}
                <Progress percent={Math.floor(task.progress)} size="small" aria-label={`${task.title}的进度`} />
              </p>
            ),
        )}
        {[unplanned, unmade].map(
          (broken) =>
            broken && (
              <Alert
                key={broken.title}
                banner
                type="error"
                title={broken.title}
                action={
                  canEdit &&
                  broken.can_retry && (
                    <Button size="small" loading={broken.is_sending} onClick={broken.again}>
                      继续
                    </Button>
                  )
                }
              />
            ),
        )}
        {notices.map((notice) => (
          <Alert key={notice} banner type="info" title={notice} />
        ))}
        {batch.asked && <AskedBar asked={batch.asked} canEdit={canEdit} onLook={() => setIsSubmitting(true)} />}
        <BatchTools columns={columns} />
        <div className={styles['body']}>
          {rows.length === 0 ? (
            <div className={styles['empty']}>
              <EmptyState
                icon={<TableOutlined />}
                title={planning ? '正在写文案、配画面' : unplanned ? '没有规划成' : '这一批还是空的'}
                text={
                  planning ? '文案写好、画面配好就出现在这里。' : '加一行，从 Excel、飞书粘贴，或回到资料页规划一批。'
                }
              />
            </div>
          ) : (
            <BatchTable columns={columns} />
          )}
          {side !== null && (
            <aside className={styles['side']} aria-label={SIDES[side]}>
              {side === 'history' && <PlainHistory desk={desk} />}
              {side === 'report' && <BatchReport />}
              {side === 'steps' && <BatchSteps onSubmit={() => setIsSubmitting(true)} />}
            </aside>
          )}
        </div>
        <footer className={styles['foot']}>
          <span>
            共 <b>{rows.length}</b> 条
          </span>
          <span>
            做好 <b>{batch.done_count}</b> 条
          </span>
          <span>
            最高重复度 <b>{formatShare(closest?.likeness ?? 0)}</b> · L{closest?.level ?? 1}
          </span>
          {batch.dir_id && <Link to={dirPath(project_id, batch.dir_id)}>打开成片目录</Link>}
        </footer>
      </div>
      {shown && (
        <Suspense>
          {shown.what === 'play' && (
            <PlayDialog
              agent_batch_config_id={agent_batch_config_id}
              row_id={shown.row_id}
              number={number}
              onClose={close}
            />
          )}
          {shown.what === 'shots' && <ShotDialog row_id={shown.row_id} onClose={close} />}
          {shown.what === 'post' && <PostDialog row_id={shown.row_id} number={number} onClose={close} />}
        </Suspense>
      )}
      {isCalendar && (
        <Suspense>
          <CalendarDialog can_edit={canEdit} onClose={() => setIsCalendar(false)} />
        </Suspense>
      )}
      {isSubmitting && (
        <Suspense>
          <SubmitDialog desk={desk} batch={batch} onClose={() => setIsSubmitting(false)} />
        </Suspense>
      )}
    </BatchProvider>
  );
}

/** Before shots were looked for, nobody knows whether a row can be made. */
function withoutUnseen(batch: AgentBatch): AgentBatch {
  const seen = new Set(batch.rows.flatMap((row) => (row.shots.length > 0 ? row.row_id : [])));
  return { ...batch, checks: batch.checks.filter(({ row_id }) => seen.has(row_id)) };
}

function mostAlike(most: AgentCheck | null, check: AgentCheck): AgentCheck {
  return most && most.likeness >= check.likeness ? most : check;
}
