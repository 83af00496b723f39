import {
  AppstoreOutlined,
  ArrowLeftOutlined,
  FolderAddOutlined,
  ImportOutlined,
  PlaySquareOutlined,
  RedoOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { Button, Input, Tooltip } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useEditorState } from '#features/editor/editor-state.ts';
import { COMMAND_KEY } from '#lib/keys.ts';
import { Pill } from '#ui/Pill.tsx';
import { SAVING_NAMES, WORDS } from './mix-words.ts';
import { useMixEdits, useMixState } from './use-mix.ts';
import styles from './Editor.module.css';

type Props = { others: string | null; onLines: () => void; onTemplate: () => void };

/** Name, whether it is saved, undo, and the ways to everything around the mix. */
export function EditorHeader({ others, onLines, onTemplate }: Props) {
  const edits = useMixEdits();
  const navigate = useNavigate();
  const canEdit = useMixState((state) => state.can_edit);
  const undoName = useMixState((state) => state.undo_name);
  const redoName = useMixState((state) => state.redo_name);
  const mproject_id = useMixState(({ mix }) => mix.mproject_id);
  const project_id = useMixState(({ mix }) => mix.project_id);
  const isLibraryOpen = useEditorState((state) => state.is_library_open);
  const openLibrary = useEditorState((state) => state.openLibrary);
  const to = (path: string, more: Record<string, string> = {}) =>
    void navigate(`${path}?${new URLSearchParams({ ...more, projectId: project_id })}`);
  return (
    <header className={styles['header']}>
      <Tooltip title={WORDS.back}>
        <Button
          type="text"
          icon={<ArrowLeftOutlined aria-hidden="true" />}
          aria-label={`回到${WORDS.back}`}
          onClick={() => to('/studio/workspace')}
        />
      </Tooltip>
      <NameField />
      {canEdit ? <SaveState /> : <Pill tone="warning">{WORDS.read_only}</Pill>}
      {others && (
        <span className={styles['others']} role="status">
          {others}
        </span>
      )}
      <div className={styles['tools']}>
        {canEdit && (
          <>
            <Tooltip title={`撤销${undoName ?? ''}（${COMMAND_KEY} Z）`}>
              <Button
                type="text"
                icon={<UndoOutlined aria-hidden="true" />}
                aria-label="撤销"
                disabled={undoName === null}
                onClick={() => edits.undo()}
              />
            </Tooltip>
            <Tooltip title={`重做${redoName ?? ''}（${COMMAND_KEY} Shift Z）`}>
              <Button
                type="text"
                icon={<RedoOutlined aria-hidden="true" />}
                aria-label="重做"
                disabled={redoName === null}
                onClick={() => edits.redo()}
              />
            </Tooltip>
            <Button type="text" icon={<ImportOutlined aria-hidden="true" />} onClick={onLines}>
              台词
            </Button>
            <Button type="text" icon={<FolderAddOutlined aria-hidden="true" />} onClick={onTemplate}>
              存为模板
            </Button>
          </>
        )}
        <Button
          type={isLibraryOpen ? 'primary' : 'text'}
          icon={<AppstoreOutlined aria-hidden="true" />}
          aria-pressed={isLibraryOpen}
          onClick={() => openLibrary(!isLibraryOpen)}
        >
          素材
        </Button>
        <Button icon={<PlaySquareOutlined aria-hidden="true" />} onClick={() => to('/studio/result', { mproject_id })}>
          候选与成片
        </Button>
      </div>
    </header>
  );
}

/** The name is taken when it is finished: an empty one is not a name. */
function NameField() {
  const edits = useMixEdits();
  const canEdit = useMixState((state) => state.can_edit);
  const name = useMixState(({ mix }) => mix.mproject_name);
  const [typed, setTyped] = useState<string | null>(null);
  const finish = () => {
    const wanted = typed?.trim();
    if (wanted && wanted !== name) void edits.edit({ kind: 'rename', mproject_name: wanted });
    setTyped(null);
  };
  return (
    <h1 className={styles['name']}>
      <Input
        variant="borderless"
        aria-label="混剪名称"
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

function SaveState() {
  const edits = useMixEdits();
  const saving = useMixState((state) => state.saving);
  const isBad = saving.state === 'offline' || saving.state === 'failed';
  return (
    <span className={styles['saving']} data-bad={isBad} role="status" aria-label="保存状态">
      {SAVING_NAMES[saving.state]}
      {saving.state === 'failed' && `：${saving.message}`}
      {isBad && (
        <button type="button" onClick={() => void edits.flush()}>
          重试
        </button>
      )}
    </span>
  );
}
