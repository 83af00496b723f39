import { ArrowLeftOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Input, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { COMMAND_KEY } from '#lib/keys.ts';
import { Pill } from '#ui/Pill.tsx';
import styles from './WorkHeader.module.css';

type Step = { run: () => void; is_possible: boolean; name?: string | null };

type Props = {
  className: string | undefined;
  back: string;
  onBack: () => void;
  name: string;
  name_label: string;
  onRename: (name: string) => void;
  can_edit: boolean;
  /** Said where nothing can be changed. */
  read_only?: string;
  saving: { text: string; is_bad: boolean; onRetry: (() => void) | null };
  undo: Step;
  redo: Step;
  /** Said beside the state of saving. */
  note?: ReactNode;
  /** Buttons for who may edit, and for everybody. */
  editing: ReactNode;
  children: ReactNode;
};

/** Above something that is worked on: its name, whether it is saved, undo, and the ways to everything around it. */
export function WorkHeader(props: Props) {
  const { className = '', back, onBack, can_edit, saving, undo, redo, note, editing, children } = props;
  const { read_only = '只读：你在这个空间只能查看' } = props;
  return (
    <header className={className}>
      <Tooltip title={back}>
        <Button
          type="text"
          icon={<ArrowLeftOutlined aria-hidden="true" />}
          aria-label={`回到${back}`}
          onClick={onBack}
        />
      </Tooltip>
      <NameField {...props} />
      {can_edit ? (
        <span className={styles['saving']} data-bad={saving.is_bad} role="status" aria-label="保存状态">
          {saving.text}
          {saving.onRetry && (
            <button type="button" onClick={saving.onRetry}>
              重试
            </button>
          )}
        </span>
      ) : (
        <Pill tone="warning">{read_only}</Pill>
      )}
      {note}
      <div className={styles['tools']}>
        {can_edit && (
          <>
            <StepButton label="撤销" keys={`${COMMAND_KEY} Z`} icon={<UndoOutlined aria-hidden="true" />} step={undo} />
            <StepButton
              label="重做"
              keys={`${COMMAND_KEY} Shift Z`}
              icon={<RedoOutlined aria-hidden="true" />}
              step={redo}
            />
            {editing}
          </>
        )}
        {children}
      </div>
    </header>
  );
}

type StepProps = { label: string; keys: string; icon: ReactNode; step: Step };

function StepButton({ label, keys, icon, step: { run, is_possible, name } }: StepProps) {
  return (
    <Tooltip title={`${label}${name ?? ''}（${keys}）`}>
      <Button type="text" icon={icon} aria-label={label} disabled={!is_possible} onClick={run} />
    </Tooltip>
  );
}

type NameProps = Pick<Props, 'name' | 'name_label' | 'can_edit' | 'onRename'>;

/** The name is taken when it is finished: an empty one is not a name. */
function NameField({ name, name_label, can_edit, onRename }: NameProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    const wanted = typed?.trim();
    if (wanted && wanted !== name) onRename(wanted);
    setTyped(null);
  };
  return (
    <h1 className={styles['name']}>
      <Input
        variant="borderless"
        aria-label={name_label}
        maxLength={100}
        readOnly={!can_edit}
        value={typed ?? name}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={finish}
        onPressEnter={(event) => {
          if (!event.nativeEvent.isComposing) event.currentTarget.blur();
        }}
      />
    </h1>
  );
}
