import { FolderOutlined } from '@ant-design/icons';
import type { MaterialType } from '@mixreel/contract';
import type { InputRef } from 'antd';
import { Button } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { findDir } from '#features/dir/dir-tree.ts';
import { DIR_WORDS } from '#features/dir/dir-words.ts';
import { DirPath } from '#features/dir/DirPath.tsx';
import { DirPlace } from '#features/dir/DirPlace.tsx';
import { useCurrentProject } from '#features/project/current-project.ts';
import { SentenceBox } from '#features/search/SentenceBox.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { UploadActions } from '#features/upload/UploadActions.tsx';
import { UploadHere } from '#features/upload/UploadHere.tsx';
import { useKeys } from '#lib/keys.ts';
import { undoLastChange } from '#lib/undo.ts';
import { Choice } from '#ui/Choice.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { TogglePill } from '#ui/FilterPill.tsx';
import { GridSkeleton } from '#ui/GridSkeleton.tsx';
import { useAnalysisFeed } from './analysis-feed.ts';
import { AnalysisCounter } from './AnalysisCounter.tsx';
import { BinPart } from './BinPart.tsx';
import { CARD_SIZES, useCardSize } from './card-size.ts';
import { FilterBar } from './FilterBar.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { FolderPanel } from './FolderPanel.tsx';
import { useGuests } from './guests.ts';
import { isSearch, NO_FILTERS, NO_SEARCH, useLibraryView } from './library-view.ts';
import { SUB_TYPE_NAMES, TAB_NAMES, TYPE_NAMES, WORDS } from './material-words.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { OriginalPart } from './OriginalPart.tsx';
import { ShotsPart } from './ShotsPart.tsx';
import { TasksPart } from './TasksPart.tsx';
import { useFolders } from './use-folders.ts';
import { ViewTabs } from './ViewTabs.tsx';
import styles from './Library.module.css';

const MaterialDrawer = lazy(async () => ({ default: (await import('./MaterialDrawer.tsx')).MaterialDrawer }));

const TYPES = (Object.keys(TYPE_NAMES) as MaterialType[]).map((value) => ({ value, label: TYPE_NAMES[value] }));
const SUB_TYPES = { all: '全部', ...SUB_TYPE_NAMES };
const SUB_TYPE_OPTIONS = (Object.keys(SUB_TYPES) as (keyof typeof SUB_TYPES)[]).map((value) => ({
  value,
  label: SUB_TYPES[value],
}));

/** The library of one project: what it shows stands in the address. */
export function Library({ project_id }: { project_id: string }) {
  const { view, change } = useLibraryView();
  const { size, choose } = useCardSize();
  const { Artworks, Stories } = useGuests();
  const box = useRef<InputRef>(null);
  useAnalysisFeed(project_id);
  const isOriginal = view.tab === 'original';
  useKeys(isOriginal ? { '/': () => box.current?.focus(), 'mod+z': () => undoLastChange() } : {});

  const tree = useFolders(project_id, view);
  const [showsFolders, setShowsFolders] = useState(false);
  const dirs = tree.data?.dirs ?? [];
  const folder = view.folder === null ? null : findDir(dirs, view.folder);
  const isGone = view.folder !== null && folder === null && tree.data !== undefined && !tree.isPlaceholderData;

  const canEdit = useCanEdit();
  const { project } = useCurrentProject();
  const material_sub_type = view.type === 'video' && view.sub_type !== 'all' ? view.sub_type : 'shot_video';
  const place = folder
    ? `文件夹「${folder.dir_name}」`
    : `「${project?.project_name ?? '当前项目'}」的${SUB_TYPE_NAMES[material_sub_type]}素材`;
  const target = canEdit ? { project_id, dir_id: folder?.dir_id ?? null, place, material_sub_type } : null;
  const search = (q: string) => change({ q, similar_to: null, look: null, bin: false, tab: 'original' });
  const findAlike = (to: { similar_to: string } | { look: string }) =>
    change({ ...NO_SEARCH, ...to, open: null, t: 0, bin: false, tab: 'original' });
  return (
    <UploadHere target={target}>
      <div className={styles['page']}>
        <header className={styles['head']}>
          <h1>{WORDS.title}</h1>
          <ViewTabs label={WORDS.tabs_label} names={TAB_NAMES} value={view.tab} />
          <div className={styles['tools']}>
            <AnalysisCounter project_id={project_id} />
            {canEdit && <UploadActions target={target} />}
            <MoreMenu project_id={project_id} />
          </div>
        </header>
        {isOriginal && !view.bin && (
          <>
            <div className={styles['second']}>
              <Choice
                label="素材类型"
                options={TYPES}
                value={view.type}
                onChange={(type) =>
                  change({ type, found: view.q ? type : null, sub_type: 'shot_video', ...NO_FILTERS })
                }
              />
              {view.type === 'video' && !view.q && (
                <Choice
                  label="视频分类"
                  options={SUB_TYPE_OPTIONS}
                  value={view.sub_type}
                  onChange={(sub_type) => change({ sub_type })}
                />
              )}
              <div className={styles['search']}>
                <SentenceBox
                  project_id={project_id}
                  input={box}
                  value={view.q}
                  onSearch={search}
                  onLook={(look) => findAlike({ look })}
                />
              </div>
            </div>
            <FilterBar
              project_id={project_id}
              view={view}
              has_folders={dirs.length > 0}
              onChange={change}
              size={size}
              onSize={choose}
            />
          </>
        )}
        <div className={styles['body']}>
          {isOriginal && (
            <FolderPanel
              project_id={project_id}
              view={view}
              change={change}
              tree={tree}
              is_open={showsFolders}
              onClose={() => setShowsFolders(false)}
            />
          )}
          {isOriginal && !view.bin && <FilterPanel project_id={project_id} view={view} onChange={change} />}
          <div className={styles['main']} onPointerDown={() => setShowsFolders(false)}>
            {isOriginal && (
              <DirPlace
                name={view.bin ? WORDS.bin_title : (folder?.dir_name ?? DIR_WORDS.material.all)}
                is_open={showsFolders}
                onToggle={() => setShowsFolders(!showsFolders)}
              />
            )}
            {isOriginal && view.bin && (
              <BinPart
                project_id={project_id}
                dirs={tree.data?.deleted_dirs ?? []}
                size={size}
                onClose={() => change({ bin: false })}
              />
            )}
            {isOriginal && !view.bin && folder && (
              <DirPath kind="material" dirs={dirs} dir={folder} onOpen={(to) => change({ folder: to, flat: false })}>
                {folder.children.length > 0 && (
                  <TogglePill label="不含子文件夹" is_on={view.flat} onChange={(flat) => change({ flat })} />
                )}
              </DirPath>
            )}
            {isOriginal && !view.bin && isGone && (
              <EmptyState icon={<FolderOutlined />} title={WORDS.gone_folder} text={WORDS.gone_folder_text}>
                <Button onClick={() => change({ folder: null })}>看全部素材</Button>
                <Button onClick={() => change({ folder: null, bin: true })}>去回收站</Button>
              </EmptyState>
            )}
            {isOriginal && !view.bin && !isGone && isSearch(view) && (
              <ShotsPart
                project_id={project_id}
                view={view}
                change={change}
                size={size}
                folder_name={folder?.dir_name ?? null}
              />
            )}
            {isOriginal && !view.bin && !isGone && !isSearch(view) && (
              <OriginalPart
                project_id={project_id}
                view={view}
                change={change}
                size={size}
                upload={canEdit && <UploadActions target={target} />}
              />
            )}
            {view.tab === 'editing' && <TasksPart project_id={project_id} />}
            {view.tab === 'finished' && (
              <Suspense fallback={<GridSkeleton label={WORDS.loading} size={CARD_SIZES.m} />}>
                <Artworks project_id={project_id} onLook={(look) => findAlike({ look })} />
              </Suspense>
            )}
            {view.tab === 'script' && (
              <Suspense fallback={<GridSkeleton label={WORDS.loading} size={CARD_SIZES.m} />}>
                <Stories project_id={project_id} />
              </Suspense>
            )}
          </div>
        </div>
        {view.open && (
          <Suspense fallback={null}>
            <MaterialDrawer
              key={view.open}
              material_id={view.open}
              at={view.t}
              dirs={dirs}
              onFolder={(to) => change({ folder: to, flat: false, open: null, t: 0, bin: false, ...NO_SEARCH })}
              onAlike={findAlike}
              onClose={() => change({ open: null, t: 0 }, { replace: true })}
            />
          </Suspense>
        )}
      </div>
    </UploadHere>
  );
}
