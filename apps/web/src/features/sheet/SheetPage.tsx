import { PictureOutlined } from '@ant-design/icons';
import { useSearchParams } from 'react-router';
import { InProject } from '#features/project/InProject.tsx';
import { SheetList } from './SheetList.tsx';
import { SheetLoader } from './SheetLoader.tsx';

/** Pictures in layers of a project, or one of them to work on: `sheet_id` of the address says which. */
export function SheetPage() {
  const [params] = useSearchParams();
  const sheet_id = params.get('sheet_id');
  if (sheet_id) return <SheetLoader key={sheet_id} sheet_id={sheet_id} />;
  return (
    <InProject icon={<PictureOutlined />} title="图片编辑" text="图片放在项目里。先新建一个项目。">
      {(project_id) => <SheetList key={project_id} project_id={project_id} />}
    </InProject>
  );
}
