import { LIKENESS_CHANGES, type LikenessChange, type LikenessReport } from '@mixreel/contract';
import { Checkbox, InputNumber, Modal } from 'antd';
import { useId, useState } from 'react';
import { useSend } from '#lib/use-call.ts';
import { HONEST, HONEST_MORE } from './likeness-words.ts';
import styles from './Dialogs.module.css';

const ABOUT: Record<LikenessChange, string> = {
  clips: '用混剪里没用过的片段',
  order: '能换位置的镜头换个先后',
  caption: '换一套字幕样式',
  voice: '换一个配音音色',
  music: '换一首音乐',
};
const ALL = Object.keys(LIKENESS_CHANGES) as LikenessChange[];

type Props = { report: LikenessReport; onStarted: (task_id: string) => void; onClose: () => void };

/** What may be changed, and from which likeness on. */
export function ProposeDialog({ report: { artwork_ids, days, rows, setting }, onStarted, onClose }: Props) {
  const [changes, setChanges] = useState<LikenessChange[]>(ALL);
  const [limit, setLimit] = useState(Math.round(setting.levels[1] * 100));
  const add = useSend('likeness.add', { refresh: ['task.list'] });
  const above = rows.filter(({ likeness }) => likeness > limit / 100).length;
  const id = useId();
  const send = async () => {
    const input = { artwork_ids, days, changes, max_likeness: limit / 100, action: 'propose' as const };
    onStarted((await add.mutateAsync(input)).task_id);
  };
  return (
    <Modal
      open
      centered
      width={520}
      title="给出修改建议"
      okText="给出建议"
      cancelText="取消"
      okButtonProps={{ disabled: changes.length === 0 || above === 0 }}
      confirmLoading={add.isPending}
      onOk={() => void send().catch(() => {})}
      onCancel={onClose}
    >
      <div className={styles['form']}>
        <fieldset>
          <legend>可以换什么</legend>
          {ALL.map((change) => (
            <Checkbox
              key={change}
              checked={changes.includes(change)}
              onChange={({ target }) =>
                setChanges(ALL.filter((one) => (one === change ? target.checked : changes.includes(one))))
              }
            >
              {LIKENESS_CHANGES[change]}
              <small>{ABOUT[change]}</small>
            </Checkbox>
          ))}
        </fieldset>
        <label className={styles['line']} htmlFor={id}>
          <span>重复度超过多少才换</span>
          <InputNumber
            id={id}
            min={0}
            max={99}
            precision={0}
            suffix="%"
            value={limit}
            onChange={(to) => setLimit(to ?? 0)}
          />
        </label>
        <p>
          {above === 0
            ? '没有超过它的成片，把它调低才有建议。'
            : `有 ${above} 条超过，会逐条说明换什么、换完大约多像。`}
        </p>
        <p className={styles['honest']}>
          <b>{HONEST}。</b>
          {HONEST_MORE}
        </p>
      </div>
    </Modal>
  );
}
