import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { useCurrentProject } from './current-project.ts';
import { openAddProject } from './project-dialogs.ts';

type Props = {
  icon: ReactNode;
  title: string;
  /** What is kept in a project, where there is none yet. */
  text: string;
  children: (project_id: string) => ReactNode;
};

/** A page about the current project; without one it says how to get one. */
export function InProject({ icon, title, text, children }: Props) {
  const { project_id, has_none } = useCurrentProject();
  const canEdit = useCanEdit();
  if (has_none) {
    return (
      <EmptyState is_page icon={icon} title={title} text={text}>
        {canEdit && (
          <Button type="primary" onClick={openAddProject}>
            建第一个项目
          </Button>
        )}
      </EmptyState>
    );
  }
  return project_id ? children(project_id) : <LoadingRows label={`正在打开${title}`} />;
}
