import { ArrowLeftOutlined, SearchOutlined } from '@ant-design/icons';
import { MATERIALS_AT_ONCE_MAX, type Clip } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense } from 'react';
import { ClipCard } from '#features/search/ClipCard.tsx';
import { readAllClips } from '#features/search/read-all-clips.ts';
import { foundText, missingText, SEARCH_WORDS } from '#features/search/search-words.ts';
import { useTeaching } from '#features/search/use-teaching.ts';
import { useCanEdit } from '#features/team/space.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { GridSkeleton } from '#ui/GridSkeleton.tsx';
import { PickGrid } from '#ui/PickGrid.tsx';
import { CARD_SIZES } from './card-size.ts';
import { ClipLook } from './ClipLook.tsx';
import { FoundKinds } from './FoundKinds.tsx';
import { useGuests } from './guests.ts';
import { clipFilterOf, isNarrowed, type LibraryView, NO_FILTERS, NO_SEARCH } from './library-view.ts';
import { type CardSize, WORDS } from './material-words.ts';
import { selection } from './selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useGridLook } from './use-grid-look.ts';
import styles from './Library.module.css';

type Props = {
  project_id: string;
  view: LibraryView;
  change: (to: Partial<LibraryView>) => void;
  size: CardSize;
  /** The folder that is searched, or null. */
  folder_name: string | null;
};

/** The shots that a sentence found, or those that look like one. */
export function ShotsPart({ project_id, view, change, size, folder_name }: Props) {
  const cache = useQueryClient();
  const { FoundArtworks } = useGuests();
  const { q, similar_to, look: looked, person, clip_sort } = view;
  const { material_type, material_sub_type, ...anyKind } = clipFilterOf(view, project_id);
  const isAlike = similar_to !== null || looked !== null;
  // A sentence finds films, pictures and sounds alike, and so does a look; a person alone is looked for among its kind.
  const all = {
    ...(q || isAlike ? anyKind : { ...anyKind, material_type, ...(material_sub_type && { material_sub_type }) }),
    ...(q && { q }),
    ...(similar_to && { similar_to }),
    ...(looked && { look: looked }),
    ...(person && { person_id: person }),
    sort: !q && !isAlike && clip_sort === 'relevance' ? ('newest' as const) : clip_sort,
  };
  const isArtworks = q !== '' && view.found === 'artwork';
  const filter = q && view.found && view.found !== 'artwork' ? { ...all, material_type: view.found } : all;
  const videos = { project_id, q, sort: clip_sort };
  const made = useCall(
    'artwork.find',
    { ...videos, page_index: 1, page_size: 100 },
    { enabled: q !== '', stale_ms: 30_000 },
  );
  const first = useCall('search.clips', { ...all, page_index: 1, page_size: 100 }, { stale_ms: 30_000 });
  const open = ({ material_id, start_ms, reasons }: Clip) => {
    const said = reasons.find(({ at }) => at !== undefined)?.at;
    change({ open: material_id, t: said ?? start_ms / 1000 });
  };
  const { look, show, reach } = useGridLook<'search.clips'>(open);
  const similar = ({ shot_id }: Clip) => change({ ...NO_SEARCH, similar_to: shot_id });
  const canEdit = useCanEdit();
  const teach = useTeaching(project_id, q);
  const not = ({ shot_id }: Clip) => teach.notThis(shot_id);
  const back = ({ reasons }: Clip) => teach.takeBack(reasons.find(({ lesson_id }) => lesson_id)?.lesson_id);
  const leave = () => change(NO_SEARCH);

  const counted = made.data?.page_info.total;
  const kinds = { ...first.data?.kinds, ...(counted && { artwork: counted }) };
  const isExact = first.data?.is_total_exact ?? true;
  const selectAll = async () => {
    const total = view.found && q ? kinds[view.found] : first.data?.page_info.total;
    const clips = await readAllClips(cache, filter, total ?? 0);
    const { picked } = selection.use.getState();
    if (clips.length > 0 && clips.every(({ shot_id }) => picked.has(shot_id))) selection.clear({ keep_place: true });
    else selection.pickThese(clips.map(pick));
  };
  const understood = first.data?.understood;
  return (
    <>
      <div className={styles['found']}>
        <Button size="small" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={leave}>
          {folder_name ? `回到「${folder_name}」` : '回到全部素材'}
        </Button>
        <p role="status">
          {similar_to ? '和所选镜头相似的画面' : looked ? '和图片相似的画面' : q ? `「${q}」` : '有这个人的镜头'}
          {first.data &&
            `，${folder_name ? `在「${folder_name}」里` : ''}${foundText(first.data.page_info.total, isExact)}`}
          {understood && understood.missing.length > 0 && <span>{missingText(understood.missing)}</span>}
        </p>
        {q && (
          <FoundKinds kinds={kinds} is_more={!isExact} value={view.found} onChange={(found) => change({ found })} />
        )}
      </div>
      {isArtworks ? (
        <Suspense fallback={<GridSkeleton label="正在找成片" size={CARD_SIZES[size]} />}>
          <FoundArtworks filter={videos} onLook={(look) => change({ ...NO_SEARCH, look })} />
        </Suspense>
      ) : (
        <PickGrid
          key={JSON.stringify(filter)}
          call_key="search.clips"
          filter={filter}
          label={SEARCH_WORDS.grid_label}
          loading_label={SEARCH_WORDS.loading}
          size={CARD_SIZES[size]}
          empty={
            <EmptyState icon={<SearchOutlined />} title={SEARCH_WORDS.none_title} text={SEARCH_WORDS.none_text}>
              {isNarrowed(view) && <Button onClick={() => change(NO_FILTERS)}>{WORDS.clear_filters}</Button>}
              {view.found && <Button onClick={() => change({ found: null })}>看全部种类</Button>}
              {folder_name && <Button onClick={() => change({ folder: null, flat: false })}>在整个素材库里找</Button>}
              <Button onClick={leave}>{folder_name ? `回到「${folder_name}」` : '回到全部素材'}</Button>
            </EmptyState>
          }
          picks={selection}
          most={MATERIALS_AT_ONCE_MAX}
          id_prefix="card-"
          pick={pick}
          renderCard={q && canEdit ? renderTeachable : renderCard}
          acts={{ similar, not, back }}
          onOpen={open}
          onPreview={show}
          onSelectAll={() => void selectAll().catch(() => {})}
          reach={reach}
        />
      )}
      <SelectionBar
        project_id={project_id}
        can_mix={view.type !== 'audio'}
        onSelectAll={() => void selectAll().catch(() => {})}
      />
      {look && <ClipLook {...look} />}
    </>
  );
}

function pick({ shot_id, material_id }: Clip) {
  return { id: shot_id, material_id };
}

function renderCard(clip: Clip, index: number) {
  return <LibraryClip clip={clip} index={index} />;
}

function renderTeachable(clip: Clip, index: number) {
  return <LibraryClip clip={clip} index={index} can_teach />;
}

function LibraryClip({ clip, index, can_teach = false }: { clip: Clip; index: number; can_teach?: boolean }) {
  const isPicked = selection.use((state) => state.picked.has(clip.shot_id));
  const isActive = selection.use((state) => state.active === index);
  return <ClipCard clip={clip} index={index} is_picked={isPicked} is_active={isActive} can_teach={can_teach} />;
}
