import { LayoutOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSearchParams } from 'react-router';
import { useCurrentProject } from '#features/project/current-project.ts';
import { openAddProject } from '#features/project/project-dialogs.ts';
import { useCanEdit } from '#features/team/space.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { BoardLoader } from './BoardLoader.tsx';
import { StoryList, StorySkeleton, SUBTITLE } from './StoryList.tsx';
import styles from '#features/mix/Workspace.module.css';

/** Boards of a project, or one of them: `storyBoardId` of the address says which. */
export function StoryPage() {
  const [params] = useSearchParams();
  const { project_id, has_none } = useCurrentProject();
  const canEdit = useCanEdit();
  const story_board_id = params.get('storyBoardId');
  if (story_board_id) return <BoardLoader key={story_board_id} story_board_id={story_board_id} />;
  if (has_none) {
    return (
      <EmptyState
        is_page
        icon={<LayoutOutlined />}
        title="故事板"
        text="故事板放在项目里。先新建一个项目，再来写第一个。"
      >
        {canEdit && (
          <Button type="primary" onClick={openAddProject}>
            建第一个项目
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <div className={styles['page']}>
      {project_id ? (
        <StoryList key={project_id} project_id={project_id} title="故事板" />
      ) : (
        <StorySkeleton title="故事板" subtitle={SUBTITLE} />
      )}
    </div>
  );
}
