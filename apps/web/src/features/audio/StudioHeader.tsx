import {
  ArrowLeftOutlined,
  BookOutlined,
  ImportOutlined,
  QuestionCircleOutlined,
  RedoOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { Button, Input, Tooltip } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { COMMAND_KEY } from '#lib/keys.ts';
import { Pill } from '#ui/Pill.tsx';
import type { Autosave } from './autosave.ts';
import { ScriptFileButton } from './ScriptFileButton.tsx';
import { edit, redoEdit, type Saving, undoEdit, useStudio, useStudioState } from './studio.ts';
import styles from './Studio.module.css';

type Props = { saver: Autosave; onFile: (file: File) => void; onDictionary: () => void; onKeys: () => void };

export function StudioHeader({ saver, onFile, onDictionary, onKeys }: Props) {
  const studio = useStudio();
  const navigate = useNavigate();
  const project_id = useStudioState((state) => state.piece.project_id);
  const canEdit = useStudioState((state) => state.can_edit);
  const canUndo = useStudioState(({ history }) => history.past.length > 0);
  const canRedo = useStudioState(({ history }) => history.future.length > 0);
  return (
    <header className={styles['header']}>
      <Tooltip title="全部配音">
        <Button
          type="text"
          icon={<ArrowLeftOutlined aria-hidden="true" />}
          aria-label="回到全部配音"
          onClick={() => void navigate(`/audioStudio?${new URLSearchParams({ project_id })}`)}
        />
      </Tooltip>
      <NameField />
      {canEdit ? <SaveState saver={saver} /> : <Pill tone="warning">只读：你在这个空间只能查看</Pill>}
      <div className={styles['tools']}>
        {canEdit && (
          <>
            <Tooltip title={`撤销（${COMMAND_KEY} Z）`}>
              <Button
                type="text"
                icon={<UndoOutlined aria-hidden="true" />}
                aria-label="撤销"
                disabled={!canUndo}
                onClick={() => undoEdit(studio)}
              />
            </Tooltip>
            <Tooltip title={`重做（${COMMAND_KEY} Shift Z）`}>
              <Button
                type="text"
                icon={<RedoOutlined aria-hidden="true" />}
                aria-label="重做"
                disabled={!canRedo}
                onClick={() => redoEdit(studio)}
              />
            </Tooltip>
            <ScriptFileButton type="text" label="导入" icon={<ImportOutlined aria-hidden="true" />} onFile={onFile} />
          </>
        )}
        <Button type="text" icon={<BookOutlined aria-hidden="true" />} onClick={onDictionary}>
          读音词典
        </Button>
        <Tooltip title="快捷键（?）">
          <Button
            type="text"
            icon={<QuestionCircleOutlined aria-hidden="true" />}
            aria-label="音频工坊的快捷键"
            onClick={onKeys}
          />
        </Tooltip>
      </div>
    </header>
  );
}

/** The name is taken when it is finished: an empty one is not a name. */
function NameField() {
  const studio = useStudio();
  const canEdit = useStudioState((state) => state.can_edit);
  const name = useStudioState(({ history }) => history.now.audio_name);
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    const wanted = typed?.trim();
    if (wanted && wanted !== name) edit(studio, { audio_name: wanted });
    setTyped(null);
  };
  return (
    <h1 className={styles['name']}>
      <Input
        variant="borderless"
        aria-label="配音名称"
        maxLength={100}
        readOnly={!canEdit}
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

const SAVING_TEXT: Record<Saving['state'], string> = {
  saved: '已保存',
  waiting: '正在保存…',
  sending: '正在保存…',
  offline: '网络断开，恢复后自动保存',
  refused: '没有保存',
  conflict: '有冲突，未保存',
};

function SaveState({ saver }: { saver: Autosave }) {
  const saving = useStudioState((state) => state.saving);
  const isBad = saving.state === 'offline' || saving.state === 'refused' || saving.state === 'conflict';
  return (
    <span className={styles['saving']} data-bad={isBad} role="status">
      {SAVING_TEXT[saving.state]}
      {saving.state === 'refused' && `：${saving.message}`}
      {(saving.state === 'refused' || saving.state === 'offline') && (
        <button type="button" onClick={() => void saver.flush()}>
          重试
        </button>
      )}
    </span>
  );
}
