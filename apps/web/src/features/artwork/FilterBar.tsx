import { SettingOutlined } from '@ant-design/icons';
import { type Checkbox, REVIEW_STATES } from '@mixreel/contract';
import { Button, Select, Tooltip } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { ChoicePill, TogglePill } from '#ui/FilterPill.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import { type ArtworkView, type ChangeView, isNarrowed, NO_CONDITIONS } from './artwork-view.ts';
import { ORDER_NAMES, ORIENTATION_NAMES, WORDS } from './artwork-words.ts';
import { MarkDot } from './MarkDot.tsx';
import styles from './Artwork.module.css';
import mark from './Marks.module.css';

const TYPING_MS = 250;
const AI_NAMES = { with: '含 AI 内容', without: '不含 AI 内容' };
const ORDERS = Object.entries(ORDER_NAMES).map(([value, label]) => ({
  value: value as keyof typeof ORDER_NAMES,
  label,
}));

type Props = {
  view: ArtworkView;
  change: ChangeView;
  marks: Checkbox[];
  can_edit: boolean;
  onManageMarks: () => void;
  /** Keeps the conditions as a smart directory. */
  onKeep: () => void;
};

/** What narrows the list, and its order. */
export function FilterBar({ view, change, marks, can_edit, onManageMarks, onKeep }: Props) {
  return (
    <div className={styles['filters']}>
      <div className={styles['search']}>
        <KeywordInput value={view.key} onChange={(key) => change({ key }, { replace: true })} />
      </div>
      <div className={styles['pills']} role="group" aria-label="筛选">
        <ChoicePill
          label="审核"
          options={REVIEW_STATES}
          value={view.review}
          onChange={(review) => change({ review })}
        />
        {marks.map(({ checkbox_id, checkbox_name, colour, artwork_count }) => {
          const isOn = view.mark.includes(checkbox_id);
          return (
            <button
              key={checkbox_id}
              type="button"
              className={mark['chip']}
              aria-pressed={isOn}
              title={`只看带「${checkbox_name}」的`}
              onClick={() =>
                change({ mark: isOn ? view.mark.filter((id) => id !== checkbox_id) : [...view.mark, checkbox_id] })
              }
            >
              <MarkDot colour={colour} />
              <span>{checkbox_name}</span>
              <small>{artwork_count}</small>
            </button>
          );
        })}
        {can_edit && (
          <Tooltip title="管理标记">
            <Button
              type="text"
              size="small"
              icon={<SettingOutlined aria-hidden="true" />}
              aria-label="管理标记"
              onClick={onManageMarks}
            >
              {marks.length === 0 ? '标记' : null}
            </Button>
          </Tooltip>
        )}
        <TogglePill
          label="未解决批注"
          is_on={view.open_comments}
          onChange={(open_comments) => change({ open_comments })}
        />
        <ChoicePill
          label="画面方向"
          options={ORIENTATION_NAMES}
          value={view.orientation}
          onChange={(orientation) => change({ orientation })}
        />
        <ChoicePill label="AI" options={AI_NAMES} value={view.ai} onChange={(ai) => change({ ai })} />
        {isNarrowed(view) && (
          <>
            <Button size="small" type="link" onClick={() => change(NO_CONDITIONS)}>
              {WORDS.clear}
            </Button>
            {can_edit && (
              <Button size="small" type="link" onClick={onKeep}>
                存为智能目录
              </Button>
            )}
          </>
        )}
      </div>
      <Select
        aria-label="成片顺序"
        size="small"
        value={view.order}
        options={ORDERS}
        popupMatchSelectWidth={false}
        onChange={(order) => change({ order })}
      />
    </div>
  );
}

/** Letters are shown as they are typed; the list follows when the hand rests. */
function KeywordInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const [last, setLast] = useState({ value, told: value });
  if (value !== last.value) {
    setLast({ ...last, value });
    // Changed elsewhere, by going back for example; what was told from here may be behind what is typed by now.
    if (value !== last.told) setText(value);
  }
  const tell = useEffectEvent(() => {
    const told = text.trim();
    if (told === last.told) return;
    setLast({ ...last, told });
    onChange(told);
  });
  useEffect(() => {
    const timer = setTimeout(() => tell(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <SearchInput label={WORDS.search} placeholder={WORDS.search} value={text} onChange={setText} />;
}
