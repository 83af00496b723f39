import { ClearOutlined } from '@ant-design/icons';
import {
  type Clean,
  CLEAN_DECLARATION,
  CLEAN_QUALITIES,
  CLEANS_AT_ONCE_MAX,
  type CleanDetail,
  type CleanMark,
  cleanProblem,
  type CleanQuality,
  cleanSeconds,
} from '@mixreel/contract';
import { Button, Checkbox } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatWait } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { WorkFoot, WorkProgress, WorkSay } from './WorkDesk.tsx';

type Props = {
  detail: CleanDetail;
  /** What else is ticked and waits to be begun. */
  others: Clean[];
  marks: CleanMark[];
  is_fixed: boolean;
  flush: () => Promise<boolean>;
  onMade: () => void;
};
const QUALITIES = (Object.keys(CLEAN_QUALITIES) as CleanQuality[]).map((value) => ({
  value,
  label: CLEAN_QUALITIES[value],
}));

/** How well, how long, the declaration, and the button. */
export function CleanFoot({ detail, others, marks, is_fixed, flush, onMade }: Props) {
  const [quality, setQuality] = useState<CleanQuality>('standard');
  const [isTogether, setIsTogether] = useState(false);
  const along = isTogether ? others.slice(0, CLEANS_AT_ONCE_MAX - 1) : [];
  const [isDeclared, setIsDeclared] = useState(false);
  const make = useSend('clean.make', { refresh: ['clean.list', 'clean.detail'] });
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
    // What somebody else wrote meanwhile is looked at before.
    if (!(await flush())) return;
    const declaration_version = CLEAN_DECLARATION.version;
    const clean_ids = [detail.clean_id, ...along.map(({ clean_id }) => clean_id)];
    const { task_ids, refused } = await make.mutateAsync({ clean_ids, quality, declaration_version });
    for (const { material_name, reason } of refused) showToast('warning', `${material_name}：${reason}`);
    if (along.length > 0) showToast('success', `已开始去除 ${task_ids.length} 个`);
  };
  if (isMaking && work) {
    return <WorkProgress work={work} label="去除的进度" words="正在去除" refresh={['clean.list', 'clean.detail']} />;
  }
  return (
    <WorkFoot>
      <Choice label="画质" options={QUALITIES} value={quality} disabled={is_fixed} onChange={setQuality} />
      <Checkbox checked={isDeclared} disabled={is_fixed} onChange={({ target }) => setIsDeclared(target.checked)}>
        {CLEAN_DECLARATION.text}
      </Checkbox>
      {others.length > 0 && (
        <Checkbox checked={isTogether} disabled={is_fixed} onChange={({ target }) => setIsTogether(target.checked)}>
          连同另外 {Math.min(others.length, CLEANS_AT_ONCE_MAX - 1)} 个勾好的一起
        </Checkbox>
      )}
      <WorkSay failed={work}>
        {problem ?? `${along.length > 0 ? '这一个' : ''}预计要算 ${formatWait(Math.max(1, Math.round(seconds)))}`}
      </WorkSay>
      <Button
        type="primary"
        icon={<ClearOutlined aria-hidden="true" />}
        disabled={is_fixed || problem !== null || !isDeclared}
        loading={make.isPending}
        onClick={() => void begin().catch(() => {})}
      >
        开始去除
      </Button>
    </WorkFoot>
  );
}
