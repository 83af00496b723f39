import {
  type Candidate,
  CANDIDATES_MAX,
  type ExportProblem,
  type MixProject,
  namesByRule,
  resolveConfig,
} from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, InputNumber, Modal, Radio, Select } from 'antd';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { LabelHint } from '#features/label/LabelHint.tsx';
import { editorPath } from '#features/mix/editor-path.ts';
import { call } from '#lib/call.ts';
import { formatLeft, ownTimeZone } from '#lib/format.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { useCall } from '#lib/use-call.ts';
import { NamePattern, ruleProblem } from '#ui/NamePattern.tsx';
import { NAME_PARTS } from '../document/name-rule.ts';
import { useEditorState } from '../editor-state.ts';
import { formatWork } from '../stage/candidate-words.ts';
import { allClips } from '../stage/combination.ts';
import { CheckList, useCheck, WHOLE_PLACES } from './CheckList.tsx';
import { usePlan } from './use-plan.ts';
import fields from '#ui/Fields.module.css';
import styles from './Export.module.css';

type Props = {
  mix: MixProject;
  /** All that are not excluded, in the order of choice. */
  candidates: Candidate[];
  onStarted: () => void;
  onClose: () => void;
};

const OWN_DIR = '';

/** Which videos, under what names, into which directory; and what to look at before. */
export function ExportDialog({ mix, candidates, onStarted, onClose }: Props) {
  const { mproject_id, project_id, mproject_name } = mix;
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { output, voice } = resolveConfig({ template: mix.template_config, project: mix.config });
  const picked = candidates.filter(({ is_picked }) => is_picked);
  const [which, setWhich] = useState<'picked' | 'best'>(picked.length > 0 ? 'picked' : 'best');
  const [best, setBest] = useState(Math.min(10, Math.max(1, candidates.length)));
  const [skipsDone, setSkipsDone] = useState(true);
  const [rule, setRule] = useState(output.name_rule);
  const [dir_id, setDir] = useState(output.dir_id);
  const [isSending, setIsSending] = useState(false);
  const dirs = useCall('artwork.dirs', { project_id });
  const summary = useCall('candidate.summary', { mproject_id });
  const check = useCheck(mproject_id);
  const plan = usePlan(mproject_id);
  const total = candidates.length;
  const ids = { which: useId(), rule: useId(), dir: useId() };

  const wanted = which === 'picked' ? picked : candidates.slice(0, best);
  const broken = wanted.filter(({ problem }) => problem !== null);
  const whole = wanted.filter(({ problem }) => problem === null);
  const done = whole.filter(({ artwork_id, is_stale }) => artwork_id !== null && !is_stale);
  const chosen = skipsDone ? whole.filter((one) => !done.includes(one)) : whole;
  const blocking = check.data?.problems.filter(({ blocks }) => blocks).length ?? 0;
  const problem = ruleProblem(rule, NAME_PARTS);
  const { number, duration: seconds } = chosen[0] ?? { number: 1, duration: 15 };
  const most = Math.max(1, ...chosen.map((one) => one.number));
  const [example] = namesByRule(rule, [{ number, seconds, words: { mix: mproject_name } }], { most });
  const estimate = summary.data?.estimate_s ?? null;
  const isWhole = which === 'picked' && chosen.length === picked.length;

  const send = async () => {
    setIsSending(true);
    try {
      const { count, left_out } = await call('candidate.export', {
        mproject_id,
        candidate_ids: chosen.map(({ candidate_id }) => candidate_id),
        name_rule: rule.trim(),
        time_zone: ownTimeZone(),
        ...(dir_id !== OWN_DIR && { dir_id }),
      });
      await readAgain(cache, ['candidate.list', 'candidate.summary', 'candidate.exports']);
      const [first] = left_out;
      if (first) showToast('warning', `开始导出 ${count} 条，${left_out.length} 条没有导出：${first.problem}`);
      else showToast('success', `开始导出 ${count} 条，做好一条归档一条`);
      onStarted();
    } finally {
      setIsSending(false);
    }
  };
  const goTo = ({ kind, shooting_id, video_clip_id }: ExportProblem) => {
    const { select, openTab } = useEditorState.getState();
    select(shooting_id, video_clip_id);
    if (!video_clip_id) openTab(WHOLE_PLACES[kind]?.tab ?? 'caption');
    void navigate(editorPath(mproject_id));
  };
  return (
    <Modal
      open
      centered
      width={620}
      title="导出成片"
      okText={
        check.isFetching && !check.data
          ? '正在检查…'
          : blocking > 0
            ? `先处理 ${blocking} 个问题`
            : `导出 ${chosen.length} 条`
      }
      cancelText="取消"
      okButtonProps={{ disabled: chosen.length === 0 || blocking > 0 || problem !== null || check.data === undefined }}
      confirmLoading={isSending || (check.isFetching && !check.data)}
      onOk={() => void send().catch(() => {})}
      onCancel={onClose}
    >
      <div className={fields['form']}>
        <CheckList mproject_id={mproject_id} onPlace={goTo} />
        <div className={`${fields['field']} ${styles['which']}`} role="group" aria-labelledby={ids.which}>
          <span id={ids.which}>导出哪些</span>
          <Radio.Group
            aria-labelledby={ids.which}
            value={which}
            onChange={({ target }) => setWhich(target.value as 'picked' | 'best')}
          >
            <Radio value="picked" disabled={picked.length === 0}>
              选中的 {picked.length} 条
            </Radio>
            <Radio value="best">
              最不像的{' '}
              <InputNumber
                size="small"
                aria-label="最不像的多少条"
                min={1}
                max={Math.min(CANDIDATES_MAX, Math.max(1, candidates.length))}
                precision={0}
                value={best}
                onFocus={() => setWhich('best')}
                onChange={(value) => setBest(value ?? 1)}
              />{' '}
              条
            </Radio>
          </Radio.Group>
          {broken.length > 0 && <Broken candidates={broken} is_busy={plan.is_busy} onPlan={() => plan.run(total)} />}
          {done.length > 0 && (
            <Checkbox checked={skipsDone} onChange={({ target }) => setSkipsDone(target.checked)}>
              跳过导出过、没有改动的 {done.length} 条
            </Checkbox>
          )}
        </div>
        <div className={fields['field']}>
          <span>文件名</span>
          <NamePattern
            label="文件名"
            value={rule}
            parts={NAME_PARTS}
            is_bad={problem !== null}
            described_by={`${ids.rule}-example`}
            onChange={setRule}
          />
          <p id={`${ids.rule}-example`} className={fields['hint']} data-bad={problem !== null}>
            {problem ?? `例如：${example}.mp4`}
          </p>
        </div>
        <div className={fields['field']}>
          <label htmlFor={ids.dir}>放到</label>
          <Select
            id={ids.dir}
            value={dir_id}
            loading={dirs.isFetching}
            onChange={setDir}
            options={[
              { value: OWN_DIR, label: `这个混剪自己的目录「${mproject_name}」` },
              ...(dirs.data?.dirs ?? []).map((dir) => ({
                value: dir.dir_id,
                label: `${dir.dir_name}（${dir.artwork_count} 条）`,
              })),
            ]}
          />
        </div>
        {(voice.is_on || allClips(mix).some(({ ai_origin }) => ai_origin)) && <LabelHint project_id={project_id} />}
        {isWhole && estimate !== null && chosen.length > 0 && (
          <p className={styles['estimate']}>
            {formatWork(summary.data)}预计{formatLeft(estimate)}，可以离开这个页面，做好会在任务中心告诉你。
          </p>
        )}
      </div>
    </Modal>
  );
}

/** Videos that can't be made now: which, why, and others in their place. */
function Broken({ candidates, is_busy, onPlan }: { candidates: Candidate[]; is_busy: boolean; onPlan: () => void }) {
  const numbers = candidates.map(({ number }) => number);
  const shown =
    numbers.length > 8 ? `${numbers.slice(0, 8).join('、')} 等 ${numbers.length} ` : `${numbers.join('、')} `;
  const reasons = [...new Set(candidates.flatMap(({ problem }) => problem ?? []))];
  return (
    <div className={styles['broken']} role="status">
      <p>第 {shown}条这次不导出，其他的照常导出：</p>
      <ul>
        {reasons.slice(0, 3).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {reasons.length > 3 && <li>还有 {reasons.length - 3} 种原因，见上面的检查</li>}
      </ul>
      <Button size="small" loading={is_busy} onClick={onPlan}>
        用同镜头的其他片段补上
      </Button>
    </div>
  );
}
