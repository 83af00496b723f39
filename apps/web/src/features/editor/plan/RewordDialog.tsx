import { planShooting, SCRIPTS_MAX, type Shooting } from '@mixreel/contract';
import { Checkbox, Modal } from 'antd';
import { useState } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { randomId } from '#lib/random.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { useDesk } from '../document/use-mix.ts';
import styles from '#features/mix/Dialogs.module.css';

type Props = { shooting: Shooting; text: string; onClose: () => void };

/** Other ways to say a line; a person ticks which of them become wordings of it. */
export function RewordDialog({ shooting: { shooting_id, scripts }, text, onClose }: Props) {
  const desk = useDesk();
  const found = useCall('shooting.reword', { shooting_id, text });
  const [ticked, setTicked] = useState<string[]>([]);
  const { wordings = [], note = '' } = found.data ?? {};
  const room = SCRIPTS_MAX - scripts.length;
  const taken = wordings.filter((one) => ticked.includes(one.text)).slice(0, room);
  const take = () => {
    const made = taken.map((one) => ({
      script_id: randomId(),
      text: one.text,
      recording_material_id: null,
      captions: null,
    }));
    desk.act(planShooting(desk.state, shooting_id, { scripts: [...scripts, ...made] }));
    onClose();
  };
  return (
    <Modal
      open
      centered
      width={600}
      title="再写几种说法"
      okText={taken.length > 0 ? `加 ${taken.length} 种说法` : '加说法'}
      cancelText="取消"
      okButtonProps={{ disabled: taken.length === 0 }}
      onOk={take}
      onCancel={onClose}
    >
      <div className={styles['form']}>
        <blockquote className={styles['line']}>{text}</blockquote>
        <ListStates
          query={found}
          isEmpty={(data) => data.wordings.length === 0}
          empty={<EmptyState title="没有别的说法" text={note} />}
        >
          {(data) => (
            <>
              <ul className={styles['wordings']} aria-label="可以加的说法">
                {data.wordings.map((one) => (
                  <li key={one.text}>
                    <Checkbox
                      checked={ticked.includes(one.text)}
                      onChange={({ target }) =>
                        setTicked(target.checked ? [...ticked, one.text] : ticked.filter((other) => other !== one.text))
                      }
                    >
                      {one.text}
                    </Checkbox>
                    <small>
                      约 {one.duration.toFixed(1)} 秒 · {one.near === null ? '和已有的' : `和第 ${one.near + 1} 种`}
                      文字重复 {Math.round(100 * one.likeness)}%
                    </small>
                  </li>
                ))}
              </ul>
              <small className={styles['hint']}>
                {note ||
                  (isNear(data.wordings, ticked)
                    ? '勾上的里面有两种一半以上的字一样，留一种就够了。'
                    : '名称和数字没有动。读一遍，勾上顺口的；加进来以后还能改。')}
              </small>
            </>
          )}
        </ListStates>
      </div>
    </Modal>
  );
}

/** Whether two of the ticked ones say half of it in the same words: to the judge the second brings little. */
function isNear(wordings: OutputOf<'shooting.reword'>['wordings'], ticked: string[]): boolean {
  const isTicked = (n: number | null) => n !== null && ticked.includes(wordings[n]?.text ?? '');
  return wordings.some(({ text, likeness, near }) => likeness > 0.5 && ticked.includes(text) && isTicked(near));
}
