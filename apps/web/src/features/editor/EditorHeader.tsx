import {
  AppstoreOutlined,
  FolderAddOutlined,
  HistoryOutlined,
  ImportOutlined,
  PlaySquareOutlined,
} from '@ant-design/icons';
import { planMix } from '@mixreel/contract';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { DeskSaving, DeskSteps } from '#features/document/DeskStatus.tsx';
import { People } from '#features/document/People.tsx';
import { editorPath } from '#features/mix/editor-path.ts';
import { WORDS } from '#features/mix/mix-words.ts';
import { LinksButton } from '#features/story/LinksButton.tsx';
import { useMixLinks } from '#features/story/use-links.ts';
import { TranslateButton } from '#features/translation/TranslateButton.tsx';
import { WorkHeader } from '#ui/WorkHeader.tsx';
import { useDesk, useMixState } from './document/use-mix.ts';
import { goTo, wordsOfPlace } from './document/whereabouts.ts';
import { useEditorState } from './editor-state.ts';
import styles from './Editor.module.css';

function pathOf({ document_id }: { document_id: string }): string {
  return editorPath(document_id);
}

type Props = { isHistoryOpen: boolean; onHistory: () => void; onLines: () => void; onTemplate: () => void };

/** Name, whether it is saved, undo, and the ways to everything around the mix. */
export function EditorHeader({ isHistoryOpen, onHistory, onLines, onTemplate }: Props) {
  const desk = useDesk();
  const navigate = useNavigate();
  const canEdit = useMixState((state) => state.can_edit);
  const name = useMixState(({ mix }) => mix.mproject_name);
  const isPast = useMixState(({ past, may_edit }) => past !== null && may_edit);
  const mproject_id = useMixState(({ mix }) => mix.mproject_id);
  const project_id = useMixState(({ mix }) => mix.project_id);
  const isLibraryOpen = useEditorState((state) => state.is_library_open);
  const openLibrary = useEditorState((state) => state.openLibrary);
  const links = useMixLinks(desk.live);
  const to = (path: string, more: Record<string, string> = {}) =>
    void navigate(`${path}?${new URLSearchParams({ ...more, projectId: project_id })}`);
  return (
    <WorkHeader
      className={styles['header']}
      back={WORDS.back}
      onBack={() => to('/studio/workspace')}
      name={name}
      name_label="混剪名称"
      onRename={(mproject_name) => desk.act(planMix(desk.state, { mproject_name }))}
      can_edit={canEdit}
      {...(isPast && { read_only: '正在看历史版本' })}
      saving={<DeskSaving desk={desk} />}
      steps={<DeskSteps desk={desk} />}
      note={
        <People
          presence={desk.presence}
          placeOf={({ place }) => wordsOfPlace(desk.mix, place)}
          onGo={({ place }) => goTo(desk.mix, place)}
        />
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
      <LinksButton links={links} side="mix" can_edit={canEdit} />
      <TranslateButton document_id={mproject_id} can_edit={canEdit} pathOf={pathOf} onSave={() => desk.live.flush()} />
      <Button
        type={isLibraryOpen ? 'primary' : 'text'}
        icon={<AppstoreOutlined aria-hidden="true" />}
        aria-pressed={isLibraryOpen}
        onClick={() => openLibrary(!isLibraryOpen)}
      >
        素材
      </Button>
      <Button
        type={isHistoryOpen ? 'primary' : 'text'}
        icon={<HistoryOutlined aria-hidden="true" />}
        aria-pressed={isHistoryOpen}
        onClick={onHistory}
      >
        历史版本
      </Button>
      <Button icon={<PlaySquareOutlined aria-hidden="true" />} onClick={() => to('/studio/result', { mproject_id })}>
        候选与成片
      </Button>
    </WorkHeader>
  );
}
