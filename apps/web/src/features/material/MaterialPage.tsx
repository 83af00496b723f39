import { FolderOpenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCurrentProject } from '#features/project/current-project.ts';
import { openAddProject } from '#features/project/project-dialogs.ts';
import { useCanEdit } from '#features/team/space.ts';
import { useKeysInHelp } from '#lib/page-keys.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { GridSkeleton } from '#ui/GridSkeleton.tsx';
import { CARD_SIZES } from './card-size.ts';
import { LIBRARY_KEYS } from './library-keys.ts';
import { useLibraryView } from './library-view.ts';
import { Library } from './Library.tsx';
import { TAB_NAMES, WORDS } from './material-words.ts';
import { ViewTabs } from './ViewTabs.tsx';
import styles from './Library.module.css';

/** The material library of the current project. */
export function MaterialPage() {
  const { project_id, has_none } = useCurrentProject();
  const canEdit = useCanEdit();
  useKeysInHelp(LIBRARY_KEYS);
  const { view } = useLibraryView();

  if (has_none) {
    return (
      <EmptyState is_page icon={<FolderOpenOutlined />} title={WORDS.title} text={WORDS.no_project}>
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
        <header className={styles['head']}>
          <h1>{WORDS.title}</h1>
          <ViewTabs label={WORDS.tabs_label} names={TAB_NAMES} value={view.tab} />
        </header>
        <div className={styles['ghostBars']} aria-hidden="true">
          <div className="skeleton" />
          <div className="skeleton" />
        </div>
        <div className={styles['body']}>
          <div className={styles['ghostPanel']} />
          <GridSkeleton label={WORDS.loading} size={CARD_SIZES.m} />
        </div>
      </div>
    );
  }
  return <Library key={project_id} project_id={project_id} />;
}
