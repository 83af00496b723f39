import { SearchOutlined } from '@ant-design/icons';
import { useCallback, useMemo, useState } from 'react';
import { SEARCH_WORDS } from '#features/search/search-words.ts';
import { SentenceBox } from '#features/search/SentenceBox.tsx';
import { useSparsePages } from '#lib/use-sparse-pages.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import type { AddedClip } from '../document/acts.ts';
import { useMix } from '../document/use-mix.ts';
import { countUses, itemOfClip } from './library-items.ts';
import { LibraryGrid } from './LibraryGrid.tsx';
import styles from './Library.module.css';

type Props = { project_id: string; onAdd: ((clips: AddedClip[]) => void) | null };

/** Shots found by a sentence; all of them, newest first, before one is written. */
export function LibraryClips({ project_id, onAdd }: Props) {
  const [sentence, setSentence] = useState('');
  return (
    <>
      <div className={styles['box']}>
        <SentenceBox value={sentence} onSearch={setSentence} />
      </div>
      <Results key={sentence} project_id={project_id} sentence={sentence} onAdd={onAdd} />
    </>
  );
}

function Results({ project_id, sentence, onAdd }: Props & { sentence: string }) {
  const filter = { project_id, ...(sentence ? { q: sentence } : { sort: 'newest' as const }) };
  const list = useSparsePages('search.clips', filter);
  const mix = useMix();
  const uses = useMemo(() => countUses(mix), [mix]);
  const { itemAt: clipAt, total } = list;
  const itemAt = useCallback(
    (index: number) => {
      const clip = clipAt(index);
      return clip && itemOfClip(clip, uses);
    },
    [clipAt, uses],
  );
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} isRetrying={list.is_fetching} />;
  if (total === undefined) return <LoadingRows label={SEARCH_WORDS.loading} />;
  if (total === 0) {
    return (
      <EmptyState
        icon={<SearchOutlined />}
        title={sentence ? SEARCH_WORDS.none_title : '项目里还没有镜头'}
        text={sentence ? SEARCH_WORDS.none_text : '先到素材库上传视频，分析完就能在这里找到。'}
      />
    );
  }
  return (
    <LibraryGrid
      label={SEARCH_WORDS.grid_label}
      total={total}
      itemAt={itemAt}
      is_busy={list.is_fetching}
      onRange={list.onRange}
      onAdd={onAdd}
    />
  );
}
