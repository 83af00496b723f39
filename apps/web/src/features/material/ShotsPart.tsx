import { ArrowLeftOutlined, SearchOutlined } from '@ant-design/icons';
import type { Clip } from '@mixreel/contract';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { ClipCard } from '#features/search/ClipCard.tsx';
import { SEARCH_WORDS } from '#features/search/search-words.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { CARD_SIZES } from './card-size.ts';
import { ClipLook } from './ClipLook.tsx';
import { clipFilterOf, isNarrowed, type LibraryView, NO_FILTERS } from './library-view.ts';
import { LibraryGrid, type Reach } from './LibraryGrid.tsx';
import { type CardSize, WORDS } from './material-words.ts';
import { pickAll, clearSelection, useSelection } from './selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import styles from './Library.module.css';

type Props = {
  project_id: string;
  view: LibraryView;
  change: (to: Partial<LibraryView>) => void;
  size: CardSize;
};

/** The shots that a sentence found, or those that look like one. */
export function ShotsPart({ project_id, view, change, size }: Props) {
  const { q, similar_to, clip_sort } = view;
  const filter = {
    ...clipFilterOf(view, project_id),
    ...(q && { q }),
    ...(similar_to && { similar_to }),
    sort: clip_sort,
  };
  const first = useCall('search.clips', { ...filter, page_index: 1, page_size: 100 }, { stale_ms: 30_000 });
  const [looking, setLooking] = useState<number | null>(null);
  const reach = useRef<Reach<'search.clips'> | null>(null);
  const open = ({ material_id, start_ms }: Clip) => change({ open: material_id, t: start_ms / 1000 });
  const similar = ({ shot_id }: Clip) => change({ similar_to: shot_id, q: '' });
  const leave = () => change({ q: '', similar_to: null });

  /** A search has no list of everything: what is loaded around here is what can be ticked. */
  const selectAll = () => {
    const items = first.data?.items ?? [];
    const { ids } = useSelection.getState();
    if (items.length > 0 && items.every(({ shot_id }) => ids.has(shot_id))) clearSelection({ keep_place: true });
    else pickAll(items.map(pick));
  };
  const understood = first.data?.understood;
  return (
    <>
      <div className={styles['found']}>
        <Button size="small" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={leave}>
          回到全部素材
        </Button>
        <p role="status">
          {similar_to ? '和所选镜头相似的画面' : `「${q}」`}
          {first.data && `，找到 ${first.data.page_info.total} 个镜头`}
          {understood && understood.synonyms.length > 0 && (
            <span>也找了：{understood.synonyms.slice(0, 6).join('、')}</span>
          )}
        </p>
      </div>
      <LibraryGrid
        key={JSON.stringify(filter)}
        call_key="search.clips"
        filter={filter}
        label={SEARCH_WORDS.grid_label}
        loading_label={SEARCH_WORDS.loading}
        size={CARD_SIZES[size]}
        empty={
          <EmptyState icon={<SearchOutlined />} title={SEARCH_WORDS.none_title} text={SEARCH_WORDS.none_text}>
            {isNarrowed(view) && <Button onClick={() => change(NO_FILTERS)}>{WORDS.clear_filters}</Button>}
            {view.type === 'video' && view.sub_type !== 'all' && (
              <Button onClick={() => change({ sub_type: 'all' })}>在全部视频里找</Button>
            )}
            <Button onClick={leave}>回到全部素材</Button>
          </EmptyState>
        }
        pick={pick}
        renderCard={renderCard}
        acts={{ similar }}
        onOpen={open}
        onPreview={(_, index) => setLooking(index)}
        onSelectAll={selectAll}
        onDelete={() => {}}
        reach={(now) => {
          reach.current = now;
        }}
      />
      <SelectionBar project_id={project_id} onSelectAll={selectAll} />
      {looking !== null && (
        <ClipLook
          index={looking}
          readAt={(index) => reach.current?.itemAt(index)}
          onMove={(to) => {
            if (to < 0 || to >= (reach.current?.total ?? 0)) return;
            reach.current?.goTo(to);
            setLooking(to);
          }}
          onOpen={(clip) => {
            setLooking(null);
            open(clip);
          }}
          onClose={() => {
            setLooking(null);
            reach.current?.focus();
          }}
        />
      )}
    </>
  );
}

function pick({ shot_id, material_id }: Clip) {
  return { id: shot_id, material_id };
}

function renderCard(clip: Clip, index: number) {
  return <LibraryClip clip={clip} index={index} />;
}

function LibraryClip({ clip, index }: { clip: Clip; index: number }) {
  const isPicked = useSelection((state) => state.ids.has(clip.shot_id));
  const isActive = useSelection((state) => state.active === index);
  return <ClipCard clip={clip} index={index} is_picked={isPicked} is_active={isActive} />;
}
