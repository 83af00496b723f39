import { RobotOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useCurrentProject } from '#features/project/current-project.ts';
import { openAddProject } from '#features/project/project-dialogs.ts';
import { useCanEdit } from '#features/team/space.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import styles from '#features/mix/Workspace.module.css';

type Props = { title: string; children: (project_id: string) => ReactNode };

/** A page of agents: they belong to a project. */
export function AgentPage({ title, children }: Props) {
  const { project_id, has_none } = useCurrentProject();
  const canEdit = useCanEdit();
  if (has_none) {
    return (
      <EmptyState
        is_page
        icon={<RobotOutlined />}
        title={title}
        text="智能体用项目里的素材做视频。先新建一个项目，放进素材，再来交给它。"
      >
        {canEdit && (
          <Button type="primary" onClick={openAddProject}>
            建第一个项目
          </Button>
        )}
      </EmptyState>
    );
  }
  if (!project_id) {
    return (
      <div className={styles['page']}>
        <h1>{title}</h1>
        <LoadingRows label={`正在加载${title}`} />
      </div>
    );
  }
  return <div className={styles['page']}>{children(project_id)}</div>;
}
