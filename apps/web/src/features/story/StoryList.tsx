import {
  DeleteOutlined,
  EditOutlined,
  ImportOutlined,
  LayoutOutlined,
  PlusOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { STORY_ORIGINS, type StoryCard, type StoryOrigin } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { ScriptFileButton } from '#features/audio/ScriptFileButton.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { onward } from '#lib/go.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { ChoicePill, TogglePill } from '#ui/FilterPill.tsx';
import { ListHead, ListPage } from '#ui/ListPage.tsx';
import { moveInCards } from '#ui/move-in-cards.ts';
import { useSearchedPages } from '#ui/SearchedPages.tsx';
import { CopyStoryDialog } from './CopyStoryDialog.tsx';
import { IMPORT_EXTENSIONS } from './import-file.ts';
import { makeTemplate, removeStory, renameStory, restoreStory } from './story-actions.ts';
import { storyPath } from './story-path.ts';
import { StoryCardView } from './StoryCardView.tsx';
import { useNewBoard, useWrittenBoard } from './use-new-board.ts';
import styles from '#features/mix/Workspace.module.css';
import own from './Story.module.css';

const ImportBoardDialog = lazy(async () => ({
  default: (await import('./ImportBoardDialog.tsx')).ImportBoardDialog,
}));
const FromVideoDialog = lazy(async () => ({ default: (await import('./FromVideoDialog.tsx')).FromVideoDialog }));

const WriteDialog = lazy(async () => ({ default: (await import('#features/writer/WriteDialog.tsx')).WriteDialog }));

const PAGE = 24;
export const SUBTITLE = '先把片子写清楚再去拍：一行一个镜头，画面、台词、时长都在一张表里。';

type Props = {
  project_id: string;
  /** Left out where the list is a part of another page. */
  title?: string;
};

/** The boards of a project, and those that were deleted. */
export function StoryList({ project_id, title }: Props) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const pages = useSearchedPages(PAGE);
  const [origin, setOrigin] = useState<StoryOrigin | null>(null);
  const [isBin, setIsBin] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [isFromVideo, setIsFromVideo] = useState(false);
  const [isWriting, setIsWriting] = useState(false);
  const [copying, setCopying] = useState<StoryCard | null>(null);
  const filter = { ...(origin && { origin }), ...(isBin && { is_deleted: true }) };
  const list = useCall('story.list', { project_id, ...pages.input, ...filter }, { keep_previous: true });
  const add = useSend('story.add', { refresh: ['story.list'] });

  const open = (story_board_id: string) => void navigate(storyPath({ project_id, story_board_id }));
  const create = async () => {
    const goOn = onward();
    const { story_board_id } = await add.mutateAsync({ project_id, rows: [{}] });
    goOn(storyPath({ project_id, story_board_id }));
  };

  const addBoard = useNewBoard(project_id);
  const addWritten = useWrittenBoard(project_id);
  const createButton = canEdit && !isBin && (
    <>
      <ScriptFileButton
        label="导入"
        icon={<ImportOutlined aria-hidden="true" />}
        name="分镜文件"
        extensions={IMPORT_EXTENSIONS}
        onFile={setFile}
      />
      <Button icon={<VideoCameraOutlined aria-hidden="true" />} onClick={() => setIsFromVideo(true)}>
        视频转脚本
      </Button>
      <Button icon={<EditOutlined aria-hidden="true" />} onClick={() => setIsWriting(true)}>
        AI 写脚本
      </Button>
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden="true" />}
        loading={add.isPending}
        onClick={() => void create().catch(() => {})}
      >
        新建故事板
      </Button>
    </>
  );
  return (
    <div className={title ? '' : own['part']}>
      <ListPage
        {...(title && { title })}
        subtitle={isBin ? '删除的故事板在这里保留 30 天，随时可以恢复。' : SUBTITLE}
        pages={pages}
        query={list}
        label="搜索故事板"
        placeholder="名称、画面或台词"
        buttons={createButton}
        filters={
          <>
            <ChoicePill
              label="来源"
              options={STORY_ORIGINS}
              value={origin}
              onChange={(value) => {
                setOrigin(value);
                pages.setPage(1);
              }}
            />
            <TogglePill
              label="回收站"
              is_on={isBin}
              onChange={(value) => {
                setIsBin(value);
                pages.setPage(1);
              }}
            />
          </>
        }
        is_filtered={origin !== null}
        loading={<Ghosts />}
        empty={
          isBin
            ? { icon: <DeleteOutlined />, title: '回收站是空的', text: '删除的故事板会出现在这里。' }
            : {
                icon: <LayoutOutlined />,
                title: '这个项目还没有故事板',
                text: canEdit
                  ? '新建一个，像表格一样逐行写；也可以填好商品资料让 AI 写，或者导入写好的文件。'
                  : '你在这个空间只能查看。编辑者写的故事板会出现在这里。',
              }
        }
        no_match={(keyword) =>
          [origin && `没有${STORY_ORIGINS[origin]}故事板`, keyword && `没有名称、画面或台词里带「${keyword}」的故事板`]
            .filter(Boolean)
            .join('，')
        }
      >
        {(items) => (
          <ul className={styles['grid']} aria-label={isBin ? '回收站里的故事板' : '故事板'} aria-busy={list.isFetching}>
            {items.map((card) => (
              <StoryCardView
                key={card.story_board_id}
                card={card}
                onKey={moveInCards}
                {...(!isBin && { onOpen: () => open(card.story_board_id) })}
                {...(canEdit &&
                  (isBin
                    ? { onRestore: () => void restoreStory(cache, card).catch(() => {}) }
                    : {
                        onRename: () => void renameStory(cache, card).catch(() => {}),
                        onCopy: () => setCopying(card),
                        onTemplate: () =>
                          void makeTemplate(cache, card)
                            .then(open)
                            .catch(() => {}),
                        onRemove: () => void removeStory(cache, card).catch(() => {}),
                      }))}
              />
            ))}
          </ul>
        )}
      </ListPage>
      {file && (
        <Suspense>
          <ImportBoardDialog
            file={file}
            project_id={project_id}
            row_count={null}
            onImport={(rows) => addBoard(rows, file.name)}
            onClose={() => setFile(null)}
          />
        </Suspense>
      )}
      {isFromVideo && (
        <Suspense>
          <FromVideoDialog project_id={project_id} onClose={() => setIsFromVideo(false)} />
        </Suspense>
      )}
      {isWriting && (
        <Suspense>
          <WriteDialog
            project_id={project_id}
            board={null}
            onKeep={(kept) => addWritten(kept)}
            onClose={() => setIsWriting(false)}
          />
        </Suspense>
      )}
      {copying && <CopyStoryDialog card={copying} onClose={() => setCopying(null)} />}
    </div>
  );
}

/** The shape of the list while it is on its way. */
export function StorySkeleton({ title, subtitle }: { title: string; subtitle: string }) {
  return (
    <>
      <ListHead title={title} subtitle={subtitle} />
      <Ghosts />
    </>
  );
}

function Ghosts() {
  return (
    <div className={styles['grid']} role="status" aria-label="正在加载故事板">
      {Array.from({ length: 8 }, (_, n) => (
        <div key={n} className={`skeleton ${styles['ghost']}`} aria-hidden="true" />
      ))}
    </div>
  );
}
