import { DeleteOutlined, FilterOutlined, FolderOutlined, PlaySquareOutlined } from '@ant-design/icons';
import type { Artwork, Dir, ReviewState } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { DeletedDirs } from '#features/dir/DeletedDirs.tsx';
import { findDir, isSmart } from '#features/dir/dir-tree.ts';
import { BIN, DIR_WORDS } from '#features/dir/dir-words.ts';
import { DirPanel } from '#features/dir/DirPanel.tsx';
import { DirPath } from '#features/dir/DirPath.tsx';
import { DirPlace } from '#features/dir/DirPlace.tsx';
import type { Filed } from '#features/dir/drop-plan.ts';
import type { ShareOf } from '#features/share/ShareDialog.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { useKeys } from '#lib/keys.ts';
import { useKeysInHelp } from '#lib/page-keys.ts';
import { undoLastChange } from '#lib/undo.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { deleteArtworks, moveArtworks, pushArtworks, restoreArtworks, reviewArtworks } from './artwork-actions.ts';
import { ARTWORK_KEYS } from './artwork-keys.ts';
import { pickedArtworks } from './artwork-selection.ts';
import {
  type ArtworkView,
  type ChangeView,
  conditionsOf,
  isNarrowed,
  listFilterOf,
  NO_CONDITIONS,
  useArtworkView,
} from './artwork-view.ts';
import { WORDS } from './artwork-words.ts';
import { ArtworkGrid, type GridReach } from './ArtworkGrid.tsx';
import { FilterBar } from './FilterBar.tsx';
import { type BarAct, SelectionBar } from './SelectionBar.tsx';
import { useArtworkFeed } from './use-artwork-feed.ts';
import styles from './Artwork.module.css';

const ArtworkDialog = lazy(async () => ({ default: (await import('./ArtworkDialog.tsx')).ArtworkDialog }));
const MarksDialog = lazy(async () => ({ default: (await import('./MarksDialog.tsx')).MarksDialog }));
const MoveDialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));
const RemakeDialog = lazy(async () => ({ default: (await import('./RemakeDialog.tsx')).RemakeDialog }));
const RenameDialog = lazy(async () => ({ default: (await import('./RenameDialog.tsx')).RenameDialog }));
const ShareDialog = lazy(async () => ({ default: (await import('#features/share/ShareDialog.tsx')).ShareDialog }));
const LookDialog = lazy(async () => ({ default: (await import('#features/search/LookDialog.tsx')).LookDialog }));
const SmartDirDialog = lazy(async () => ({ default: (await import('./SmartDirDialog.tsx')).SmartDirDialog }));

type Open =
  | { kind: 'move' | 'rename' | 'remake'; artworks: Artwork[] }
  | { kind: 'share'; of: ShareOf }
  | { kind: 'rule'; dir: Dir | null }
  | { kind: 'similar'; artwork: Artwork }
  | { kind: 'marks' | 'keep' };

/** `onLook`: shots that look like a picture of a video are wanted. */
type Props = { project_id: string; onLook: (look: string) => void };

/** The finished videos of a project: directories on the left, what is in them on the right. */
export function ArtworkPart({ project_id, onLook }: Props) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const { view, change } = useArtworkView();
  const [open, setOpen] = useState<Open | null>(null);
  const [showsDirs, setShowsDirs] = useState(false);
  const [opened, setOpened] = useState<Artwork | null>(null);
  const grid = useRef<GridReach>(null);
  const tree = useCall('dir.tree', { project_id });
  const marks = useCall('dir.checkboxes', { project_id });
  useArtworkFeed(project_id);
  useKeysInHelp(ARTWORK_KEYS);
  useKeys({ 'mod+z': () => undoLastChange() });

  const isBin = view.dir === BIN;
  const filter = listFilterOf(view, project_id);
  const dirs = tree.data?.dirs ?? [];
  const deleted = tree.data?.deleted_dirs ?? [];
  const isBinEmpty = tree.data?.deleted_count === 0 && deleted.length === 0;
  const dir = view.dir === null || isBin ? null : findDir(dirs, view.dir);
  const isGone = view.dir !== null && !isBin && tree.data !== undefined && dir === null;
  // Nothing was ever made: there is nothing to look through.
  const isBare = tree.data?.item_count === 0 && !isNarrowed(view);
  const close = () => setOpen(null);
  const failed = () => {};
  const openVideo = (artwork: Artwork) => {
    setOpened(artwork);
    change({ video: artwork.artwork_id }, { replace: view.video !== null });
  };
  const review = (artworks: Artwork[], to: ReviewState) => void reviewArtworks(cache, artworks, to).catch(failed);
  const act = (what: BarAct) => {
    const artworks = pickedArtworks();
    if (what === 'marks') setOpen({ kind: 'marks' });
    else if (artworks.length === 0) return;
    else if (what === 'delete') deleteArtworks(cache, artworks).catch(failed);
    else if (what === 'restore') {
      restoreArtworks(
        cache,
        artworks.map(({ artwork_id }) => artwork_id),
      ).catch(failed);
    } else if (what === 'push') pushArtworks(artworks).catch(failed);
    else if (what === 'share') {
      setOpen({ kind: 'share', of: { artwork_ids: artworks.map(({ artwork_id }) => artwork_id) } });
    } else setOpen({ kind: what, artworks });
  };
  const selectAll = () => grid.current?.selectAll();
  return (
    <div className={styles['part']}>
      <DirPanel
        kind="artwork"
        project_id={project_id}
        tree={tree}
        current={view.dir}
        is_open={showsDirs}
        onOpen={(to) => change({ dir: to, video: null })}
        onClose={() => setShowsDirs(false)}
        onMoveItems={(items, to) => to && moveArtworks(cache, items.map(artworkOf), to).catch(failed)}
        onDeleteItems={(items) => deleteArtworks(cache, items.map(artworkOf)).catch(failed)}
        onShare={(one) => setOpen({ kind: 'share', of: { dir: one } })}
        smart={{ hint: WORDS.smart_hint, onEdit: (one) => setOpen({ kind: 'rule', dir: one }) }}
      />
      <div className={styles['main']} onPointerDown={() => setShowsDirs(false)}>
        <DirPlace
          name={isBin ? WORDS.bin : (dir?.dir_name ?? DIR_WORDS.artwork.all)}
          is_open={showsDirs}
          onToggle={() => setShowsDirs(!showsDirs)}
        />
        {isBin ? (
          <>
            <div className={styles['found']}>
              <h2>{WORDS.bin}</h2>
              {!isBinEmpty && <p>{WORDS.empty_bin_text}</p>}
            </div>
            <DeletedDirs kind="artwork" dirs={deleted} can_edit={canEdit} />
          </>
        ) : (
          <>
            {dir && <DirPath kind="artwork" dirs={dirs} dir={dir} onOpen={(to) => change({ dir: to })} />}
            {!isBare && (
              <FilterBar
                view={view}
                change={change}
                marks={marks.data?.checkboxes ?? []}
                can_edit={canEdit}
                onManageMarks={() => setOpen({ kind: 'marks' })}
                onKeep={() => setOpen({ kind: 'keep' })}
              />
            )}
          </>
        )}
        {isGone ? (
          <EmptyState icon={<FolderOutlined />} title={WORDS.gone_dir} text="可能被别人删除了，可以在回收站里恢复。">
            <Button onClick={() => change({ dir: null })}>看全部成片</Button>
            <Button onClick={() => change({ dir: BIN })}>去回收站</Button>
          </EmptyState>
        ) : (
          <ArtworkGrid
            key={JSON.stringify(filter)}
            reach={grid}
            filter={filter}
            can_edit={canEdit && !isBin}
            is_covered={view.video !== null || open !== null}
            empty={isBin && deleted.length > 0 ? null : <Empty view={view} dir={dir} change={change} />}
            onOpen={openVideo}
            onSimilar={(artwork) => setOpen({ kind: 'similar', artwork })}
            onReview={review}
            onMove={() => act('move')}
            onRename={() => act('rename')}
            onDelete={() => act('delete')}
          />
        )}
        <SelectionBar
          project_id={project_id}
          is_bin={isBin}
          can_edit={canEdit}
          onSelectAll={selectAll}
          onReview={review}
          onAct={act}
        />
      </div>
      <Suspense fallback={null}>
        {view.video && (
          <ArtworkDialog
            artwork_id={view.video}
            artwork={opened?.artwork_id === view.video ? opened : null}
            onStep={(by) => {
              const next = view.video && grid.current?.neighbour(view.video, by);
              if (next) openVideo(next);
            }}
            onClose={() => {
              change({ video: null }, { replace: true });
              grid.current?.focus();
            }}
          />
        )}
        {open?.kind === 'marks' && <MarksDialog project_id={project_id} onClose={close} />}
        {open?.kind === 'similar' && (
          <LookDialog url={open.artwork.cover_url} project_id={project_id} onLook={onLook} onClose={close} />
        )}
        {open?.kind === 'move' && <MoveDialog artworks={open.artworks} project_id={project_id} onClose={close} />}
        {open?.kind === 'rename' && <RenameDialog artworks={open.artworks} onClose={close} />}
        {open?.kind === 'share' && <ShareDialog of={open.of} onClose={close} />}
        {open?.kind === 'remake' && <RemakeDialog artworks={open.artworks} onClose={close} />}
        {(open?.kind === 'keep' || open?.kind === 'rule') && (
          <SmartDirDialog
            project_id={project_id}
            dir={open.kind === 'rule' ? open.dir : null}
            rule={open.kind === 'rule' ? (open.dir?.rule ?? {}) : { ...dir?.rule, ...conditionsOf(view) }}
            onSaved={(dir_id) => {
              setShowsDirs(false);
              const kept = open.kind === 'keep' ? NO_CONDITIONS : {};
              close();
              change({ ...kept, dir: dir_id, video: null });
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

function artworkOf({ id, dir_id }: Filed) {
  return { artwork_id: id, dir_id: dir_id ?? '' };
}

/** Nothing here: because of the conditions, of the place, or because nothing was made yet. */
function Empty({ view, dir, change }: { view: ArtworkView; dir: Dir | null; change: ChangeView }) {
  const navigate = useNavigate();
  if (view.dir === BIN) {
    return <EmptyState icon={<DeleteOutlined />} title={WORDS.empty_bin} text={WORDS.empty_bin_text} />;
  }
  if (isNarrowed(view)) {
    return (
      <EmptyState icon={<FilterOutlined />} title={WORDS.no_match} text={WORDS.no_match_text}>
        <Button onClick={() => change(NO_CONDITIONS)}>{WORDS.clear}</Button>
      </EmptyState>
    );
  }
  if (dir && isSmart(dir)) {
    return <EmptyState icon={<FilterOutlined />} title={WORDS.empty_smart} text={WORDS.empty_smart_text} />;
  }
  if (dir) {
    return (
      <EmptyState icon={<FolderOutlined />} title={WORDS.empty_dir} text={WORDS.empty_dir_text}>
        <Button onClick={() => change({ dir: null })}>看全部成片</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<PlaySquareOutlined />} title={WORDS.empty_title} text={WORDS.empty_text}>
      <Button type="primary" onClick={() => void navigate('/studio/workspace')}>
        {WORDS.to_mix}
      </Button>
    </EmptyState>
  );
}
