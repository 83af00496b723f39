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
import { Button, Checkbox } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatWait } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { WorkFoot, WorkProgress, WorkSay } from './WorkDesk.tsx';

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
    return <WorkProgress work={work} label="去除的进度" words="正在去除" refresh={['clean.list', 'clean.detail']} />;
  }
  return (
    <WorkFoot>
      <Choice label="画质" options={QUALITIES} value={quality} disabled={is_fixed} onChange={setQuality} />
      <Checkbox checked={isDeclared} disabled={is_fixed} onChange={({ target }) => setIsDeclared(target.checked)}>
        {CLEAN_DECLARATION.text}
      </Checkbox>
      <WorkSay failed={work}>{problem ?? `预计要算 ${formatWait(Math.max(1, Math.round(seconds)))}`}</WorkSay>
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
