import { ScissorOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCurrentProject } from '#features/project/current-project.ts';
import { openAddProject } from '#features/project/project-dialogs.ts';
import { useCanEdit } from '#features/team/space.ts';
import { type KeyGroup, useKeysInHelp } from '#lib/page-keys.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { WORDS } from './mix-words.ts';
import { MixList, MixSkeleton } from './MixList.tsx';

const KEYS: KeyGroup[] = [
  {
    title: '混剪',
    keys: [
      ['← ↑ ↓ →', '移动'],
      ['Enter', '打开'],
      ['F2', '改名'],
      ['Delete', '删除'],
    ],
  },
];

/** The mixes of the current project. */
export function MixWorkspacePage() {
  const { project_id, has_none } = useCurrentProject();
  const canEdit = useCanEdit();
  useKeysInHelp(KEYS);
  if (has_none) {
    return (
      <EmptyState is_page icon={<ScissorOutlined />} title={WORDS.title} text={WORDS.no_project}>
        {canEdit && (
          <Button type="primary" onClick={openAddProject}>
            建第一个项目
          </Button>
        )}
      </EmptyState>
    );
  }
  if (!project_id) return <MixSkeleton />;
  return <MixList key={project_id} project_id={project_id} />;
}
