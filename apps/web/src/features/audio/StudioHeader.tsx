import { BookOutlined, ImportOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useNavigate } from 'react-router';
import { WorkHeader } from '#ui/WorkHeader.tsx';
import type { Autosave } from './autosave.ts';
import { ScriptFileButton } from './ScriptFileButton.tsx';
import { edit, redoEdit, type Saving, undoEdit, useStudio, useStudioState } from './studio.ts';
import styles from './Studio.module.css';

type Props = { saver: Autosave; onFile: (file: File) => void; onDictionary: () => void; onKeys: () => void };

const SAVING_TEXT: Record<Saving['state'], string> = {
  saved: '已保存',
  waiting: '正在保存…',
  sending: '正在保存…',
  offline: '网络断开，恢复后自动保存',
  refused: '没有保存',
  conflict: '有冲突，未保存',
};

export function StudioHeader({ saver, onFile, onDictionary, onKeys }: Props) {
  const studio = useStudio();
  const navigate = useNavigate();
  const project_id = useStudioState((state) => state.piece.project_id);
  const canEdit = useStudioState((state) => state.can_edit);
  const name = useStudioState(({ history }) => history.now.audio_name);
  const saving = useStudioState((state) => state.saving);
  const canUndo = useStudioState(({ history }) => history.past.length > 0);
  const canRedo = useStudioState(({ history }) => history.future.length > 0);
  const canRetry = saving.state === 'refused' || saving.state === 'offline';
  return (
    <WorkHeader
      className={styles['header']}
      back="全部配音"
      onBack={() => void navigate(`/audioStudio?${new URLSearchParams({ project_id })}`)}
      name={name}
      name_label="配音名称"
      onRename={(audio_name) => edit(studio, { audio_name })}
      can_edit={canEdit}
      saving={{
        text: SAVING_TEXT[saving.state] + (saving.state === 'refused' ? `：${saving.message}` : ''),
        is_bad: canRetry || saving.state === 'conflict',
        onRetry: canRetry ? () => void saver.flush() : null,
      }}
      undo={{ run: () => undoEdit(studio), is_possible: canUndo }}
      redo={{ run: () => redoEdit(studio), is_possible: canRedo }}
      editing={
        <ScriptFileButton type="text" label="导入" icon={<ImportOutlined aria-hidden="true" />} onFile={onFile} />
      }
    >
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
    </WorkHeader>
  );
}
