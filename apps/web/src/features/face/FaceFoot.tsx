import { UserSwitchOutlined } from '@ant-design/icons';
import { FACE_PREVIEW_MS, faceSeconds, type FaceSwapDetail, shownStretches } from '@mixreel/contract';
import { Button, Select } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { WorkFoot, WorkProgress, WorkSay } from '#features/clean/WorkDesk.tsx';
import { formatWait } from '#lib/format.ts';
import { useSend } from '#lib/use-call.ts';
import { unfinished } from './unfinished.ts';
import styles from './Face.module.css';

type Props = {
  detail: FaceSwapDetail;
  is_fixed: boolean;
  at_ms: () => number;
  onMade: (view: 'preview' | 'result') => void;
};

/** How long it takes, a preview, the whole, and how far it is. */
export function FaceFoot({ detail, is_fixed, at_ms, onMade }: Props) {
  const make = useSend('face.addTask', { refresh: ['face.projectList', 'face.projectDetail'] });
  const [wanted, setWanted] = useState<{ task_id: string; view: 'preview' | 'result' } | null>(null);
  const [engine, setEngine] = useState('');
  const work = detail.status === 'analysing' ? detail.find : detail.make;
  const isOpen = detail.status === 'analysing' || detail.status === 'producing';
  const tellMade = useEffectEvent(() => wanted && onMade(wanted.view));
  const isDone = wanted !== null && detail.make?.task_id === wanted.task_id && detail.make.status === 'succeeded';
  useEffect(() => {
    if (isDone) tellMade();
  }, [isDone]);
  if (isOpen && work) {
    const refresh = ['face.projectList' as const, 'face.projectDetail' as const];
    return <WorkProgress work={work} label="换脸的进度" words={isOpenWords(detail)} refresh={refresh} />;
  }
  const on = detail.groups.filter((group) => group.is_on);
  const shown = on.flatMap(({ figure_id, ranges }) =>
    shownStretches(detail.figures.find((one) => one.figure_id === figure_id)?.tracks ?? [], ranges),
  );
  const withdrawn = detail.faces.find(({ consent }) => consent.withdrawn_at !== null);
  const nobody =
    detail.figures.length > 0 ? '先给一个人物选脸' : unfinished(detail.find) ? '先找出画面里的人' : '没有可以换脸的人';
  const problem =
    detail.refusal ??
    (withdrawn ? `「${withdrawn.face_name}」的同意已撤回，请换一张脸` : on.length === 0 ? nobody : null);
  const begin = async (kind: 'preview' | 'whole') => {
    const from_ms = kind === 'preview' ? at_ms() : 0;
    const by = kind === 'whole' ? chosen : '';
    const { task_id } = await make.mutateAsync({ swap_id: detail.swap_id, kind, from_ms, engine: by });
    setWanted({ task_id, view: kind === 'preview' ? 'preview' : 'result' });
  };
  const service = detail.engines.find((one) => one.engine === engine && one.problem === null);
  const chosen = service?.engine ?? '';
  const isOff = is_fixed || problem !== null;
  return (
    <WorkFoot>
      <WorkSay failed={detail.make}>
        {problem ??
          (service
            ? `视频和照片会发给「${service.engine_name}」，约 ${service.cost.toFixed(2)} 元，结果带 AI 标识`
            : `全部预计要算 ${formatWait(Math.max(1, Math.round(faceSeconds(detail, shown))))}，结果带 AI 标识`)}
      </WorkSay>
      {detail.engines.length > 0 && (
        <Select
          value={chosen}
          options={[{ value: '', label: '内置引擎' }, ...detail.engines.map(toOption)]}
          disabled={is_fixed}
          aria-label="由谁来换"
          className={styles['by']}
          onChange={setEngine}
        />
      )}
      {!detail.is_picture && detail.duration_ms > FACE_PREVIEW_MS && (
        <Button disabled={isOff} loading={make.isPending} onClick={() => void begin('preview').catch(() => {})}>
          从当前时间预览 3 秒
        </Button>
      )}
      <Button
        type="primary"
        icon={<UserSwitchOutlined aria-hidden="true" />}
        disabled={isOff}
        loading={make.isPending}
        onClick={() => void begin('whole').catch(() => {})}
      >
        开始换脸
      </Button>
    </WorkFoot>
  );
}

/** One that cannot do it says why where it would be chosen. */
function toOption({ engine, engine_name, problem }: FaceSwapDetail['engines'][number]) {
  return {
    value: engine,
    label: problem ? `${engine_name}（${problem}）` : engine_name,
    title: problem ?? engine_name,
    disabled: problem !== null,
  };
}

function isOpenWords({ status }: FaceSwapDetail): string {
  return status === 'analysing' ? '正在找出画面里的人' : '正在换脸';
}
