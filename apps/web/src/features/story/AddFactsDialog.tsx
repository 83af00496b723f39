import { type Fact, FACT_KINDS, FACTS_MAX } from '@mixreel/contract';
import { newFacts } from '@mixreel/contract/fact';
import { Button, Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { randomId } from '#lib/random.ts';
import { Pill } from '#ui/Pill.tsx';
import { useBoard, useStory } from './board.ts';
import { changeFacts } from './fact-acts.ts';
import styles from './Facts.module.css';

type Props = {
  /** What was found elsewhere, as in a file; null: a sheet is pasted here. */
  found: Fact[] | null;
  onClose: () => void;
};

/** Facts are found in a sheet, and somebody says which of them count. */
export function AddFactsDialog({ found: given, onClose }: Props) {
  const { desk } = useBoard();
  const facts = useStory((story) => story.facts);
  const [text, setText] = useState('');
  const [found, setFound] = useState(given);
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const room = FACTS_MAX - facts.length;
  const chosen = (found ?? []).filter(({ id }) => !out.has(id));
  const add = () => {
    const made = chosen.slice(0, room).map((one) => ({ ...one, id: randomId(12), locked: true }));
    changeFacts(desk, (all) => [...all, ...made]);
    onClose();
  };
  const toggle = (id: string) => {
    const next = new Set(out);
    if (!next.delete(id)) next.add(id);
    setOut(next);
  };
  const footer =
    found === null
      ? [
          <Button key="close" onClick={onClose}>
            取消
          </Button>,
          <Button
            key="find"
            type="primary"
            disabled={text.trim() === ''}
            onClick={() => setFound(newFacts(text, facts, () => randomId(12)))}
          >
            找出事实
          </Button>,
        ]
      : [
          given === null && (
            <Button key="back" onClick={() => setFound(null)}>
              返回
            </Button>
          ),
          <Button key="add" type="primary" disabled={chosen.length === 0} onClick={add}>
            {chosen.length > 0 ? `锁定 ${Math.min(room, chosen.length)} 条` : '没有选'}
          </Button>,
        ];
  return (
    <Modal open centered width={640} title="产品资料" footer={footer} onCancel={onClose}>
      {found === null ? (
        <Input.TextArea
          autoFocus
          aria-label="产品资料"
          rows={10}
          maxLength={100_000}
          placeholder={
            '把产品资料贴进来，例如：\n品名：山丘冷萃咖啡液\n到手价 39.9 元，第二件半价\n活动时间：11月9日到11日'
          }
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : found.length === 0 ? (
        <p>没有找到新的价格、数字、日期、名称或说法。可以在右边自己写一条。</p>
      ) : (
        <>
          <p className={styles['hint']}>
            勾上的会锁定，之后还能改和放开。{chosen.length > room && `最多 ${FACTS_MAX} 条，只放得下前 ${room} 条。`}
          </p>
          <ul className={styles['found']} aria-label="找到的事实">
            {found.map(({ id, kind, text: said, source }) => (
              <li key={id}>
                <Checkbox checked={!out.has(id)} onChange={() => toggle(id)}>
                  <b>{said}</b> <Pill>{FACT_KINDS[kind]}</Pill>
                </Checkbox>
                {source && (
                  <small>
                    {source.page !== null && `第 ${source.page} 页：`}
                    {source.sentence}
                  </small>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}
