import { SearchOutlined } from '@ant-design/icons';
import type { Clip } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react';
import type { InputOf } from '#lib/call.ts';
import { useSparsePages } from '#lib/use-sparse-pages.ts';
import { CardGrid, type CardGridHandle } from '#ui/CardGrid.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { stepInGrid } from '#ui/grid-geometry.ts';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { ClipCard } from './ClipCard.tsx';
import { type ClipConditions, ClipFilters } from './ClipFilters.tsx';
import { readAllClips } from './read-all-clips.ts';
import { foundText, LENGTHS, missingText, QUALITY_GOOD, SEARCH_WORDS } from './search-words.ts';
import { SentenceBox } from './SentenceBox.tsx';
import styles from './Search.module.css';

const SIZE = { min_width: 168, ratio: 1, foot: 50 };
const NO_CONDITIONS: ClipConditions = { orientation: null, length: null, speech: false, good: false };

type Props = {
  project_id: string;
  /** A sentence to begin with. */
  q: string;
  picked: ReadonlyMap<string, Clip>;
  onPick: (picked: ReadonlyMap<string, Clip>) => void;
  /** Enter or a double click: this one, at once. */
  onTake: (clip: Clip) => void;
};

/** Finds shots by a sentence and conditions, to pick one or several. Part of a page, a dialog or an editor's panel. */
export function SearchClips({ project_id, q, picked, onPick, onTake }: Props) {
  const [sentence, setSentence] = useState(q);
  const [alike, setAlike] = useState<{ similar_to: string } | { look: string } | null>(null);
  const [conditions, setConditions] = useState(NO_CONDITIONS);
  const { orientation, length, speech, good } = conditions;
  const { label: _, ...seconds } = length ? LENGTHS[length] : { label: '' };
  const filter = {
    project_id,
    ...(sentence && { q: sentence }),
    ...alike,
    ...(orientation && { orientation }),
    ...seconds,
    ...(speech && { has_speech: true }),
    ...(good && { quality_min: QUALITY_GOOD }),
    ...(!sentence && !alike && { sort: 'newest' as const }),
  };
  return (
    <div className={styles['clips']}>
      <div className={styles['head']}>
        <SentenceBox
          autoFocus
          value={sentence}
          onSearch={(text) => {
            setSentence(text);
            setAlike(null);
          }}
          project_id={project_id}
          onLook={(look) => {
            setSentence('');
            setAlike({ look });
          }}
        />
        <div className={styles['filters']} role="group" aria-label="筛选">
          <ClipFilters value={conditions} onChange={(change) => setConditions({ ...conditions, ...change })} />
        </div>
      </div>
      <Results
        key={JSON.stringify(filter)}
        filter={filter}
        picked={picked}
        onPick={onPick}
        onTake={onTake}
        onSimilar={({ shot_id }) => {
          setSentence('');
          setAlike({ similar_to: shot_id });
        }}
      />
    </div>
  );
}

type ResultsProps = Pick<Props, 'picked' | 'onPick' | 'onTake'> & {
  filter: Omit<InputOf<'search.clips'>, 'page_index' | 'page_size'>;
  onSimilar: (clip: Clip) => void;
};

function Results({ filter, picked, onPick, onTake, onSimilar }: ResultsProps) {
  const cache = useQueryClient();
  const list = useSparsePages('search.clips', filter);
  const { itemAt, total = 0 } = list;
  const missing = list.answer?.understood.missing ?? [];
  const [active, setActive] = useState<number | null>(null);
  const grid = useRef<CardGridHandle>(null);

  const toggle = (clip: Clip) => {
    const next = new Map(picked);
    if (!next.delete(clip.shot_id)) next.set(clip.shot_id, clip);
    onPick(next);
  };
  /** All that were found, in addition to what was picked before; once more, none of them. */
  const pickAll = async () => {
    const found = await readAllClips(cache, filter, total);
    const next = new Map(picked);
    const isAll = found.every(({ shot_id }) => picked.has(shot_id));
    for (const clip of found) {
      if (isAll) next.delete(clip.shot_id);
      else next.set(clip.shot_id, clip);
    }
    onPick(next);
  };
  const clipAt = (event: MouseEvent) => {
    const place = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    return place ? Number(place.dataset['index']) : -1;
  };
  const handleClick = (event: MouseEvent) => {
    const index = clipAt(event);
    const clip = itemAt(index);
    if (!clip) return;
    setActive(index);
    const act = (event.target as HTMLElement).closest<HTMLElement>('[data-act]')?.dataset['act'];
    if (act === 'similar') return onSimilar(clip);
    toggle(clip);
    grid.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    const clip = active === null ? undefined : itemAt(active);
    const shape = grid.current?.shape();
    if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'a') void pickAll().catch(() => {});
    else if (event.key === 'Enter' && clip) onTake(clip);
    else if (event.key === ' ' && clip) toggle(clip);
    else if (shape && total > 0) {
      const next = stepInGrid(event.key, active ?? -1, { columns: shape.columns, total, page: shape.page });
      if (next === null) return;
      setActive(active === null ? 0 : next);
      grid.current?.reveal(next);
    } else return;
    event.preventDefault();
  };
  const renderCard = useCallback(
    (clip: Clip, index: number) => (
      <ClipCard clip={clip} index={index} is_picked={picked.has(clip.shot_id)} is_active={active === index} />
    ),
    [picked, active],
  );

  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} isRetrying={list.is_fetching} />;
  if (list.total === undefined) return <LoadingRows label={SEARCH_WORDS.loading} />;
  if (list.total === 0) {
    return <EmptyState icon={<SearchOutlined />} title={SEARCH_WORDS.none_title} text={SEARCH_WORDS.none_text} />;
  }
  return (
    <>
      <p className={styles['understood']} role="status">
        {foundText(total, list.answer?.is_total_exact ?? true)}
        {missing.length > 0 && `，${missingText(missing)}`}
      </p>
      <CardGrid
        handle={grid}
        label={SEARCH_WORDS.grid_label}
        total={total}
        size={SIZE}
        itemAt={itemAt}
        active={active}
        idAt={(index) => `card-${itemAt(index)?.shot_id ?? ''}`}
        is_busy={list.is_fetching}
        onRange={list.onRange}
        onKeyDown={handleKey}
        onClick={handleClick}
        onDoubleClick={(event) => {
          const clip = itemAt(clipAt(event));
          if (clip && !(event.target as HTMLElement).closest('[data-act]')) onTake(clip);
        }}
        renderCard={renderCard}
      />
    </>
  );
}
