import { ArrowRightOutlined } from '@ant-design/icons';
import { LIKENESS_CHANGES, type LikenessProposal, type LikenessReport, type Task } from '@mixreel/contract';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCanEdit } from '#features/team/space.ts';
import { formatShare } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { Pill } from '#ui/Pill.tsx';
import { exportsPath, finishedPath } from './likeness-path.ts';
import { HONEST } from './likeness-words.ts';
import { Making } from './Making.tsx';
import type { PairOf } from './pair-of.ts';
import { isOpen, useTasks } from './use-report.ts';
import styles from './Proposals.module.css';

type Props = { report: LikenessReport; onPair: (pair: PairOf) => void };

/** What would make videos different: ticked, made, and measured again. Nothing where none was asked for. */
export function Proposals({ report, onPair }: Props) {
  const { task_id, proposals, notes, export_task_ids } = report;
  const canEdit = useCanEdit();
  const tasks = useTasks(export_task_ids);
  const open = proposals.filter(({ is_started }) => !is_started);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const produce = useSend('likeness.produce', { refresh: ['likeness.report', 'task.list'] });
  if (proposals.length === 0 && notes.length === 0) return null;

  const chosen = open.filter(({ artwork_id }) => !left.has(artwork_id)).map(({ artwork_id }) => artwork_id);
  const tick = (artwork_id: string, isOn: boolean) => {
    const next = new Set(left);
    if (isOn) next.delete(artwork_id);
    else next.add(artwork_id);
    setLeft(next);
  };
  const make = async () => {
    const { count } = await produce.mutateAsync({ task_id, artwork_ids: chosen });
    showToast('success', `开始制作 ${count} 条，原片都还在`);
  };
  return (
    <section className={styles['proposals']} aria-label="修改建议">
      <header>
        <h2>修改建议</h2>
        <p>{HONEST}</p>
        {canEdit && open.length > 0 && (
          <Button
            type="primary"
            disabled={chosen.length === 0}
            loading={produce.isPending}
            onClick={() => void make().catch(() => {})}
          >
            制作 {chosen.length} 条
          </Button>
        )}
      </header>
      {export_task_ids.length > 0 && <Making tasks={tasks} />}
      <ul className={styles['list']}>
        {proposals.map((proposal) => (
          <Row
            key={proposal.artwork_id}
            proposal={proposal}
            is_ticked={!left.has(proposal.artwork_id)}
            task={tasks.data?.find(({ task_id: id }) => id === proposal.export_task_id)}
            onTick={canEdit && !proposal.is_started ? tick : null}
            onPair={onPair}
          />
        ))}
      </ul>
      {notes.length > 0 && (
        <ul className={styles['notes']} aria-label="为什么没有更多">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

type RowProps = {
  proposal: LikenessProposal;
  is_ticked: boolean;
  /** Its export, once it is known. */
  task: Task | undefined;
  onTick: ((artwork_id: string, isOn: boolean) => void) | null;
  onPair: (pair: PairOf) => void;
};

function Row({ proposal, is_ticked, task, onTick, onPair }: RowProps) {
  const { artwork_id, artwork_name, changes, likeness_before, likeness_after, likeness_made } = proposal;
  const { is_started, made_artwork_id } = proposal;
  const [params] = useSearchParams();
  const isUnmade = made_artwork_id === null && task !== undefined && !isOpen(task);
  return (
    <li>
      <div className={styles['head']}>
        {onTick ? (
          <Checkbox checked={is_ticked} onChange={({ target }) => onTick(artwork_id, target.checked)}>
            {artwork_name}
          </Checkbox>
        ) : (
          <b>{artwork_name}</b>
        )}
        <span className={styles['step']}>
          重复度 {formatShare(likeness_before)}
          <ArrowRightOutlined aria-label="变成" />
          {likeness_made === null ? `约 ${formatShare(likeness_after)}` : formatShare(likeness_made)}
        </span>
        {made_artwork_id === null && is_started && (
          <Pill tone={isUnmade ? 'bad' : 'accent'}>{isUnmade ? '没有做成' : '制作中'}</Pill>
        )}
        {made_artwork_id === null && task?.mproject_id && (
          <Link to={exportsPath(task.mproject_id)}>{isUnmade ? '看原因' : '看进度'}</Link>
        )}
        {made_artwork_id !== null && (
          <>
            <Pill tone="good">{likeness_made === null ? '已做成，空闲时测量' : '已做成，实测'}</Pill>
            <Button
              size="small"
              aria-label={`和原片并排看${artwork_name}`}
              onClick={() =>
                onPair({
                  sides: [
                    { artwork_id, name: artwork_name },
                    { artwork_id: made_artwork_id, name: `${artwork_name}（新）` },
                  ],
                  likeness: {},
                })
              }
            >
              和原片并排看
            </Button>
            <Link to={finishedPath(params.get('projectId'), made_artwork_id)}>打开成片</Link>
          </>
        )}
      </div>
      <ul className={styles['changes']}>
        {changes.map(({ kind, sentence }) => (
          <li key={`${kind} ${sentence}`}>
            <Pill>{LIKENESS_CHANGES[kind]}</Pill>
            {sentence}
          </li>
        ))}
      </ul>
    </li>
  );
}
