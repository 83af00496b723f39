import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Input, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { Pill } from '#ui/Pill.tsx';
import styles from './WorkHeader.module.css';

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
  /** How far saving is, and the steps back, for who may edit. */
  saving: ReactNode;
  steps: ReactNode;
  /** Said beside the state of saving. */
  note?: ReactNode;
  /** Buttons for who may edit, and for everybody. */
  editing: ReactNode;
  children: ReactNode;
};

/** Above something that is worked on: its name, whether it is saved, undo, and the ways to everything around it. */
export function WorkHeader(props: Props) {
  const { className = '', back, onBack, can_edit, saving, steps, note, editing, children } = props;
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
      {can_edit ? saving : <Pill tone="warning">{read_only}</Pill>}
      {note}
      <div className={styles['tools']}>
        {can_edit && steps}
        {can_edit && editing}
        {children}
      </div>
    </header>
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
