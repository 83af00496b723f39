import { PictureOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSearchParams } from 'react-router';
import { useCurrentProject } from '#features/project/current-project.ts';
import { openAddProject } from '#features/project/project-dialogs.ts';
import { useCanEdit } from '#features/team/space.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { SheetList } from './SheetList.tsx';
import { SheetLoader } from './SheetLoader.tsx';

/** Pictures in layers of a project, or one of them to work on: `sheet_id` of the address says which. */
export function SheetPage() {
  const [params] = useSearchParams();
  const { project_id, has_none } = useCurrentProject();
  const canEdit = useCanEdit();
  const sheet_id = params.get('sheet_id');
  if (sheet_id) return <SheetLoader key={sheet_id} sheet_id={sheet_id} />;
  if (has_none) {
    return (
      <EmptyState is_page icon={<PictureOutlined />} title="图片编辑" text="图片放在项目里。先新建一个项目。">
        {canEdit && (
          <Button type="primary" onClick={openAddProject}>
            建第一个项目
          </Button>
        )}
      </EmptyState>
    );
  }
  if (!project_id) return <LoadingRows label="正在打开图片编辑" />;
  return <SheetList key={project_id} project_id={project_id} />;
}
