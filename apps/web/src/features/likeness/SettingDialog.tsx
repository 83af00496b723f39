import { DEFAULT_LIKENESS, HISTORY_DAYS_MAX, LIKENESS_KINDS, LikenessSetting } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, InputNumber, Modal } from 'antd';
import { useId, useState } from 'react';
import { call } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { levelWords } from './likeness-words.ts';
import styles from './Dialogs.module.css';

type Props = {
  setting: LikenessSetting;
  /** Reports keep the setting that they were made with: another one takes another measurement. */
  onSaved: (history_days: number) => Promise<void>;
  onClose: () => void;
};
type Kind = keyof typeof LIKENESS_KINDS;

/** Where the levels begin and what counts how much: for the whole space. */
export function SettingDialog({ setting, onSaved, onClose }: Props) {
  const cache = useQueryClient();
  const [levels, setLevels] = useState(setting.levels.map(percentOf));
  const [weights, setWeights] = useState({
    picture: percentOf(setting.weights.picture),
    sound: percentOf(setting.weights.sound),
    text: percentOf(setting.weights.text),
  });
  const days_id = useId();
  const [history_days, setHistoryDays] = useState(setting.history_days);
  const [isSending, setIsSending] = useState(false);
  const total = weights.picture + weights.sound + weights.text;
  const next = {
    levels: levels.map((one) => one / 100),
    weights: { picture: weights.picture / 100, sound: weights.sound / 100, text: weights.text / 100 },
    history_days,
  };
  const read = LikenessSetting.safeParse(next);
  const problem = !read.success ? read.error.issues[0]?.message : total === 0 ? '至少有一项要计入' : null;

  const save = async () => {
    if (!read.success) return;
    setIsSending(true);
    try {
      await call('likeness.updateSetting', read.data);
      await readAgain(cache, 'likeness.setting');
      await onSaved(read.data.history_days);
      showToast('success', '已保存，正在按新的分级比较');
      onClose();
    } finally {
      setIsSending(false);
    }
  };
  const reset = () => {
    setLevels(DEFAULT_LIKENESS.levels.map(percentOf));
    setHistoryDays(DEFAULT_LIKENESS.history_days);
    const { picture, sound, text } = DEFAULT_LIKENESS.weights;
    setWeights({ picture: percentOf(picture), sound: percentOf(sound), text: percentOf(text) });
  };
  return (
    <Modal
      open
      centered
      width={520}
      title="重复度分级"
      onCancel={onClose}
      footer={
        <div className={styles['foot']}>
          <Button type="text" onClick={reset}>
            恢复默认
          </Button>
          <span />
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            disabled={Boolean(problem)}
            loading={isSending}
            onClick={() => void save().catch(() => {})}
          >
            保存并重新比较
          </Button>
        </div>
      }
    >
      <div className={styles['form']}>
        <fieldset>
          <legend>各级从多少开始</legend>
          {levels.map((value, n) => (
            <label key={n} className={styles['line']}>
              <b>L{n + 2}</b>
              <span>{levelWords(n + 2).name}</span>
              <InputNumber
                min={1}
                max={99}
                precision={0}
                suffix="%"
                aria-label={`L${n + 2} 从百分之多少开始`}
                value={value}
                onChange={(to) => setLevels(levels.map((one, index) => (index === n ? (to ?? 0) : one)))}
              />
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>综合重复度里各占多少</legend>
          {(Object.keys(LIKENESS_KINDS) as Kind[]).map((kind) => (
            <label key={kind} className={styles['line']}>
              <b>{LIKENESS_KINDS[kind]}</b>
              <span>{total > 0 && `相当于 ${Math.round((weights[kind] / total) * 100)}%`}</span>
              <InputNumber
                min={0}
                max={100}
                precision={0}
                aria-label={`${LIKENESS_KINDS[kind]}的权重`}
                value={weights[kind]}
                onChange={(to) => setWeights({ ...weights, [kind]: to ?? 0 })}
              />
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>和多久以前的成片比</legend>
          <label className={styles['line']} htmlFor={days_id}>
            <b>最近</b>
            <span>挑选时避开，查重时一起比；0 是不比</span>
            <InputNumber
              min={0}
              max={HISTORY_DAYS_MAX}
              precision={0}
              suffix="天"
              id={days_id}
              aria-label="最近多少天的成片"
              value={history_days}
              onChange={(to) => setHistoryDays(to ?? 0)}
            />
          </label>
        </fieldset>
        {problem ? (
          <p role="alert" data-bad="true">
            {problem}
          </p>
        ) : (
          <p>默认值取自广告平台公开的分级：重复度 30% 以上开始限流。改动对整个空间生效。</p>
        )}
      </div>
    </Modal>
  );
}

function percentOf(share: number): number {
  return Math.round(share * 100);
}
