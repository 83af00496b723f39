import { ExportOutlined, HistoryOutlined } from '@ant-design/icons';
import type { DocumentPerson } from '@mixreel/contract';
import { Button } from 'antd';
import { lazy, memo, Suspense, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { DeskSaving, DeskSteps } from '#features/document/DeskStatus.tsx';
import { People } from '#features/document/People.tsx';
import { TranslateButton } from '#features/translation/TranslateButton.tsx';
import { WorkHeader } from '#ui/WorkHeader.tsx';
import { edit, readStory, useBoard, useDesk, useStory } from './board.ts';
import { BoardFiles } from './BoardFiles.tsx';
import { placeWords } from './BoardTable.tsx';
import { LinksButton } from './LinksButton.tsx';
import { storiesPath, storyPath } from './story-path.ts';
import type { Links } from './use-links.ts';
import styles from './Board.module.css';

const ToMixDialog = lazy(async () => ({ default: (await import('./ToMixDialog.tsx')).ToMixDialog }));

type Props = {
  links: Links;
  hasHistory: boolean;
  onHistory: () => void;
  onGo: (row_id: string, field: string) => void;
};

/** Not drawn again with every letter: only its people look at the rows. */
export const BoardHeader = memo(function BoardHeader({ links, hasHistory, onHistory, onGo }: Props) {
  const { desk, board } = useBoard();
  const navigate = useNavigate();
  const canEdit = useDesk((state) => state.can_edit);
  const isPast = useDesk(({ past, may_edit }) => past !== null && may_edit);
  const name = useStory(({ board_name }) => board_name);
  const [isToMix, setIsToMix] = useState(false);
  return (
    <WorkHeader
      className={styles['header']}
      back="全部故事板"
      onBack={() => void navigate(storiesPath(board.project_id))}
      name={name}
      name_label="故事板名称"
      onRename={(board_name) => edit(desk, { board_name })}
      can_edit={canEdit}
      {...(isPast && { read_only: '正在看历史版本' })}
      saving={<DeskSaving desk={desk} />}
      steps={<DeskSteps desk={desk} />}
      note={<BoardPeople onGo={onGo} />}
      editing={null}
    >
      <LinksButton links={links} side="board" can_edit={canEdit} />
      <BoardFiles />
      <TranslateButton
        document_id={board.story_board_id}
        can_edit={canEdit}
        pathOf={({ document_id, project_id }) => storyPath({ project_id, story_board_id: document_id })}
        onSave={() => desk.live.flush()}
      />
      <Button type="text" icon={<HistoryOutlined aria-hidden="true" />} aria-pressed={hasHistory} onClick={onHistory}>
        历史版本
      </Button>
      {canEdit && (
        <Button type="primary" icon={<ExportOutlined aria-hidden="true" />} onClick={() => setIsToMix(true)}>
          导入混剪
        </Button>
      )}
      {isToMix && (
        <Suspense>
          <ToMixDialog onClose={() => setIsToMix(false)} />
        </Suspense>
      )}
    </WorkHeader>
  );
});

/** Who else is here, and in which cell. */
function BoardPeople({ onGo }: Pick<Props, 'onGo'>) {
  const { desk } = useBoard();
  const placeOf = useCallback(
    ({ place }: DocumentPerson) =>
      place ? placeWords(readStory(desk.use.getState().state).rows, place.id, place.field) : '',
    [desk],
  );
  const go = useCallback(({ place }: DocumentPerson) => place && onGo(place.id, place.field), [onGo]);
  return <People presence={desk.presence} placeOf={placeOf} onGo={go} />;
}
