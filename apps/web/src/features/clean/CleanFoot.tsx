import { ClearOutlined } from '@ant-design/icons';
import {
  CLEAN_DECLARATION,
  CLEAN_QUALITIES,
  type CleanDetail,
  type CleanMark,
  cleanProblem,
  type CleanQuality,
  cleanSeconds,
} from '@mixreel/contract';
import { Button, Checkbox, Progress } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatLeft, formatWait } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import styles from './Clean.module.css';

type Props = {
  detail: CleanDetail;
  marks: CleanMark[];
  is_fixed: boolean;
  flush: () => Promise<void>;
  onMade: () => void;
};
const QUALITIES = (Object.keys(CLEAN_QUALITIES) as CleanQuality[]).map((value) => ({
  value,
  label: CLEAN_QUALITIES[value],
}));

/** How well, how long, the declaration, and the button. */
export function CleanFoot({ detail, marks, is_fixed, flush, onMade }: Props) {
  const [quality, setQuality] = useState<CleanQuality>('standard');
  const [isDeclared, setIsDeclared] = useState(false);
  const make = useSend('clean.make', { refresh: ['clean.list', 'clean.detail'] });
  const cancel = useSend('task.cancel', { refresh: ['clean.list', 'clean.detail'] });
  const work = detail.make;
  const isMaking = work !== null && ['queued', 'running', 'canceling'].includes(work.status);
  const problem = detail.refusal ?? cleanProblem(detail, marks, detail.notices);
  const seconds = cleanSeconds(detail, marks, quality);
  const tellMade = useEffectEvent(onMade);
  const [hasBegun, setHasBegun] = useState(isMaking);
  if (isMaking && !hasBegun) setHasBegun(true);
  const isDone = hasBegun && !isMaking && work?.status === 'succeeded';
  useEffect(() => {
    if (isDone) tellMade();
  }, [isDone]);
  const begin = async () => {
    await flush();
    const declaration_version = CLEAN_DECLARATION.version;
    const { refused } = await make.mutateAsync({ clean_ids: [detail.clean_id], quality, declaration_version });
    for (const { reason } of refused) showToast('warning', reason);
  };
  if (isMaking && work) {
    return (
      <footer className={styles['foot']} aria-label="进度">
        <Progress percent={Math.floor(work.progress)} aria-label="去除的进度" />
        <span role="status">
          {work.status === 'queued' ? '排队中' : work.status === 'canceling' ? '正在取消' : '正在去除'}
          {work.eta_s !== null && `，还要${formatLeft(work.eta_s)}`}
        </span>
        <Button
          disabled={work.status === 'canceling'}
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ task_id: work.task_id })}
        >
          取消
        </Button>
      </footer>
    );
  }
  return (
    <footer className={styles['foot']} aria-label="开始">
      <Choice label="画质" options={QUALITIES} value={quality} disabled={is_fixed} onChange={setQuality} />
      <Checkbox checked={isDeclared} disabled={is_fixed} onChange={({ target }) => setIsDeclared(target.checked)}>
        {CLEAN_DECLARATION.text}
      </Checkbox>
      <span role="status" className={styles['say']}>
        {work?.status === 'failed' && <b>{work.error?.message ?? '没有成功'}　</b>}
        {problem ?? `预计要算 ${formatWait(Math.max(1, Math.round(seconds)))}`}
      </span>
      <Button
        type="primary"
        icon={<ClearOutlined aria-hidden="true" />}
        disabled={is_fixed || problem !== null || !isDeclared}
        loading={make.isPending}
        onClick={() => void begin().catch(() => {})}
      >
        开始去除
      </Button>
    </footer>
  );
}
