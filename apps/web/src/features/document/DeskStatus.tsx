import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { COMMAND_KEY } from '#lib/keys.ts';
import type { DocumentDesk } from './document-desk.ts';
import type { Saving } from './live-document.ts';
import styles from '#ui/WorkHeader.module.css';

const SAVING_TEXT: Record<Saving['state'], string> = {
  saved: '已保存',
  sending: '正在保存…',
  offline: '网络断开，已存在这台电脑上，恢复后自动保存',
  refused: '没有保存',
};

type Props = { desk: Pick<DocumentDesk, 'live' | 'step'> };

/** How far saving is. By itself, like the steps: nothing else of a header changes with every letter. */
export function DeskSaving({ desk: { live } }: Props) {
  const saving = useStore(live.view, (view) => view.saving);
  const is_bad = saving.state === 'refused' || saving.state === 'offline';
  return (
    <span className={styles['saving']} data-bad={is_bad} role="status" aria-label="保存状态">
      {SAVING_TEXT[saving.state]}
      {saving.state === 'refused' && `：${saving.message}`}
      {is_bad && (
        <button type="button" onClick={() => void live.flush()}>
          重试
        </button>
      )}
    </span>
  );
}

/** Takes own steps back and does them again; each says what that would be: 撤销「删除片段「冷萃.mp4」」. */
export function DeskSteps({ desk: { live, step } }: Props) {
  const undo_name = useStore(live.view, (view) => view.undo_name);
  const redo_name = useStore(live.view, (view) => view.redo_name);
  return (
    <>
      <StepButton
        label="撤销"
        keys={`${COMMAND_KEY} Z`}
        icon={<UndoOutlined aria-hidden="true" />}
        name={undo_name}
        onStep={() => step('undo')}
      />
      <StepButton
        label="重做"
        keys={`${COMMAND_KEY} Shift Z`}
        icon={<RedoOutlined aria-hidden="true" />}
        name={redo_name}
        onStep={() => step('redo')}
      />
    </>
  );
}

type StepProps = { label: string; keys: string; icon: ReactNode; name: string | null; onStep: () => void };

function StepButton({ label, keys, icon, name, onStep }: StepProps) {
  return (
    <Tooltip title={`${label}${name === null ? '' : `「${name}」`}（${keys}）`}>
      <Button type="text" icon={icon} aria-label={label} disabled={name === null} onClick={onStep} />
    </Tooltip>
  );
}
