import { DEBOUNCE_MS, type TaskType } from '@mixreel/contract';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { ChoicePill, TogglePill } from '#ui/FilterPill.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import { isNarrowed, NO_VIEW, SPANS, STATES, type State, type TaskView } from './task-view.ts';
import { TASK_TYPE_NAMES } from './task-words.ts';
import styles from './Task.module.css';

const STATE_NAMES = Object.fromEntries(Object.entries(STATES).map(([state, { label }]) => [state, label])) as Record<
  State,
  string
>;

type Props = {
  view: TaskView;
  onChange: (change: Partial<TaskView>) => void;
  /** The types that can occur here. */
  types?: readonly TaskType[];
};

/** What narrows a list of tasks. */
export function TaskFilters({ view, onChange, types = Object.keys(TASK_TYPE_NAMES) as TaskType[] }: Props) {
  const names = Object.fromEntries(types.map((type) => [type, TASK_TYPE_NAMES[type]])) as Record<TaskType, string>;
  return (
    <div className={styles['filters']}>
      <Words value={view.q} onChange={(q) => onChange({ q })} />
      <div className={styles['pills']} role="group" aria-label="筛选">
        <ChoicePill label="状态" options={STATE_NAMES} value={view.state} onChange={(state) => onChange({ state })} />
        <ChoicePill label="类型" options={names} value={view.type} onChange={(type) => onChange({ type })} />
        <ChoicePill label="时间" options={SPANS} value={view.span} onChange={(span) => onChange({ span })} />
        <TogglePill label="我的" is_on={view.mine} onChange={(mine) => onChange({ mine })} />
        <TogglePill label="未读" is_on={view.unread} onChange={(unread) => onChange({ unread })} />
        {isNarrowed(view) && (
          <Button size="small" type="link" onClick={() => onChange(NO_VIEW)}>
            清除条件
          </Button>
        )}
      </div>
    </div>
  );
}

/** Typing is shown at once and searched for when it pauses. */
function Words({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  const search = useEffectEvent(() => {
    if (text !== value) onChange(text);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={styles['words']}>
      <SearchInput label="搜索任务" placeholder="搜索任务名称" value={text} onChange={setText} />
    </div>
  );
}
