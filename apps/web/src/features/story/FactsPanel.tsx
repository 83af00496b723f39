import { DeleteOutlined, LockOutlined, PlusOutlined, UnlockOutlined } from '@ant-design/icons';
import { type Fact, FACT_KINDS, type FactKind, FACTS_MAX } from '@mixreel/contract';
import { typedFact } from '@mixreel/contract/fact';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { randomId } from '#lib/random.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { AddFactsDialog } from './AddFactsDialog.tsx';
import { useBoard, useDesk, useStory } from './board.ts';
import { changeFacts } from './fact-acts.ts';
import styles from './Facts.module.css';

const LONGEST = 200;

/** What of the product nobody may say otherwise: taken from a sheet or typed, each locked or free. */
export function FactsPanel() {
  const canEdit = useDesk((state) => state.can_edit);
  const facts = useStory((story) => story.facts);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section className={styles['panel']} aria-label="产品事实">
      {facts.length === 0 ? (
        <EmptyState
          icon={<LockOutlined />}
          title="还没有产品事实"
          text="贴上产品资料，价格、数字、日期、名称和说法会各成一条。锁定之后，台词和字幕里写错了会标出来。"
        />
      ) : (
        <p className={styles['hint']}>
          锁定的事实，台词、字幕、标题和录音里都不能说成别的；写法不同、数值一样的不算（39.9 元、三十九块九、¥39.90）。
        </p>
      )}
      {canEdit && (
        <Button block icon={<PlusOutlined aria-hidden="true" />} onClick={() => setIsAdding(true)}>
          贴产品资料
        </Button>
      )}
      {facts.length > 0 && (
        <ul className={styles['facts']} aria-label="产品事实">
          {facts.map((fact) => (
            <FactItem key={fact.id} fact={fact} can_edit={canEdit} />
          ))}
        </ul>
      )}
      {canEdit && facts.length < FACTS_MAX && <OwnFact />}
      {isAdding && <AddFactsDialog found={null} onClose={() => setIsAdding(false)} />}
    </section>
  );
}

function FactItem({ fact, can_edit }: { fact: Fact; can_edit: boolean }) {
  const { desk } = useBoard();
  const [draft, setDraft] = useState<string | null>(null);
  const { id, kind, text, source, locked } = fact;
  const change = (made: Fact) => changeFacts(desk, (all) => all.map((one) => (one.id === id ? made : one)));
  const finish = () => {
    const said = draft?.trim() ?? '';
    setDraft(null);
    if (said !== '' && said !== text) change({ ...typedFact(kind, said, fact), locked });
  };
  return (
    <li data-locked={locked}>
      <Button
        type="text"
        size="small"
        disabled={!can_edit}
        aria-pressed={locked}
        aria-label={`锁定「${text}」`}
        title={locked ? '已锁定，点一下放开' : '没有锁定，点一下锁定'}
        icon={locked ? <LockOutlined aria-hidden="true" /> : <UnlockOutlined aria-hidden="true" />}
        onClick={() => change({ ...fact, locked: !locked })}
      />
      <div>
        {draft === null ? (
          <button type="button" disabled={!can_edit} title="点一下修改" onClick={() => setDraft(text)}>
            {text}
          </button>
        ) : (
          <Input
            autoFocus
            size="small"
            maxLength={LONGEST}
            aria-label={`修改「${text}」`}
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
            onPressEnter={finish}
            onBlur={finish}
            onKeyDown={({ key }) => key === 'Escape' && setDraft(null)}
          />
        )}
        <small>
          {FACT_KINDS[kind]}
          {[source?.file, source?.page && `第 ${source.page} 页`].filter(Boolean).map((where) => ` · ${where}`)}
        </small>
        {source && <small className={styles['sentence']}>{source.sentence}</small>}
      </div>
      {can_edit && (
        <Button
          type="text"
          size="small"
          aria-label={`删除「${text}」`}
          icon={<DeleteOutlined aria-hidden="true" />}
          onClick={() => changeFacts(desk, (all) => all.filter((one) => one.id !== id))}
        />
      )}
    </li>
  );
}

const KINDS = Object.entries(FACT_KINDS).map(([value, label]) => ({ value: value as FactKind, label }));

/** One that stands on no sheet. */
function OwnFact() {
  const { desk } = useBoard();
  const [kind, setKind] = useState<FactKind>('price');
  const [text, setText] = useState('');
  const add = () => {
    if (text.trim() === '') return;
    const made = typedFact(kind, text, { id: randomId(12), source: null });
    changeFacts(desk, (all) => [...all, made]);
    setText('');
  };
  return (
    <div className={styles['own']}>
      <Select size="small" aria-label="类别" options={KINDS} value={kind} onChange={setKind} />
      <Input
        size="small"
        aria-label="自己写一条"
        placeholder="自己写一条，如 到手价 39.9 元"
        maxLength={LONGEST}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={add}
      />
      <Button size="small" disabled={text.trim() === ''} onClick={add}>
        加上
      </Button>
    </div>
  );
}
