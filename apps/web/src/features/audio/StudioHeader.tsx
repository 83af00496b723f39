import { BookOutlined, ImportOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useNavigate } from 'react-router';
import { DeskSaving, DeskSteps } from '#features/document/DeskStatus.tsx';
import { People } from '#features/document/People.tsx';
import { WorkHeader } from '#ui/WorkHeader.tsx';
import { ScriptFileButton } from './ScriptFileButton.tsx';
import { edit, select, useStudio, useStudioState } from './studio.ts';
import styles from './Studio.module.css';

type Props = { onFile: (file: File) => void; onDictionary: () => void; onKeys: () => void };

export function StudioHeader({ onFile, onDictionary, onKeys }: Props) {
  const studio = useStudio();
  const navigate = useNavigate();
  const project_id = useStudioState((state) => state.piece.project_id);
  const canEdit = useStudioState((state) => state.can_edit);
  const name = useStudioState(({ content }) => content.audio_name);
  const isPast = useStudioState(({ past, may_edit }) => past !== null && may_edit);
  const numberOf = (line_id: string) =>
    studio.getState().content.lines.findIndex((line) => line.line_id === line_id) + 1;
  return (
    <WorkHeader
      className={styles['header']}
      back="全部配音"
      onBack={() => void navigate(`/audioStudio?${new URLSearchParams({ project_id })}`)}
      name={name}
      name_label="配音名称"
      onRename={(audio_name) => edit(studio, { audio_name })}
      can_edit={canEdit}
      {...(isPast && { read_only: '正在看历史版本' })}
      saving={<DeskSaving desk={studio} />}
      steps={<DeskSteps desk={studio} />}
      note={
        <People
          presence={studio.presence}
          placeOf={({ place }) => (place && numberOf(place.id) > 0 ? `在第 ${numberOf(place.id)} 行` : '')}
          onGo={({ place }) => {
            if (!place || numberOf(place.id) === 0) return;
            select(studio, place.id);
            document.querySelector(`[data-line-handle="${place.id}"]`)?.scrollIntoView({ block: 'center' });
          }}
        />
      }
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
