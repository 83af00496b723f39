import { AppstoreOutlined, FolderAddOutlined, ImportOutlined, PlaySquareOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useEditorState } from '#features/editor/editor-state.ts';
import { WorkHeader } from '#ui/WorkHeader.tsx';
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
  const name = useMixState(({ mix }) => mix.mproject_name);
  const saving = useMixState((state) => state.saving);
  const isBad = saving.state === 'offline' || saving.state === 'failed';
  const mproject_id = useMixState(({ mix }) => mix.mproject_id);
  const project_id = useMixState(({ mix }) => mix.project_id);
  const isLibraryOpen = useEditorState((state) => state.is_library_open);
  const openLibrary = useEditorState((state) => state.openLibrary);
  const to = (path: string, more: Record<string, string> = {}) =>
    void navigate(`${path}?${new URLSearchParams({ ...more, projectId: project_id })}`);
  return (
    <WorkHeader
      className={styles['header']}
      back={WORDS.back}
      onBack={() => to('/studio/workspace')}
      name={name}
      name_label="混剪名称"
      onRename={(mproject_name) => void edits.edit({ kind: 'rename', mproject_name })}
      can_edit={canEdit}
      saving={{
        text: SAVING_NAMES[saving.state] + (saving.state === 'failed' ? `：${saving.message}` : ''),
        is_bad: isBad,
        onRetry: isBad ? () => void edits.flush() : null,
      }}
      undo={{ run: () => edits.undo(), is_possible: undoName !== null, name: undoName }}
      redo={{ run: () => edits.redo(), is_possible: redoName !== null, name: redoName }}
      note={
        others && (
          <span className={styles['others']} role="status">
            {others}
          </span>
        )
      }
      editing={
        <>
          <Button type="text" icon={<ImportOutlined aria-hidden="true" />} onClick={onLines}>
            台词
          </Button>
          <Button type="text" icon={<FolderAddOutlined aria-hidden="true" />} onClick={onTemplate}>
            存为模板
          </Button>
        </>
      }
    >
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
    </WorkHeader>
  );
}
