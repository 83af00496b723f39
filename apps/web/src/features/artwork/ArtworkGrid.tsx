import { type Artwork, ARTWORKS_AT_ONCE, type ReviewState } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
} from 'react';
import { showToast } from '#lib/toast.ts';
import { readRange, useSparsePages } from '#lib/use-sparse-pages.ts';
import { CardGrid, type CardGridHandle } from '#ui/CardGrid.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { stepInGrid } from '#ui/grid-geometry.ts';
import { GridSkeleton } from '#ui/GridSkeleton.tsx';
import {
  clearPicked,
  goToCard,
  pickedArtworks,
  pickOnly,
  pickRangeOf,
  pickThese,
  togglePicked,
  useArtworkSelection,
} from './artwork-selection.ts';
import type { ListFilter } from './artwork-view.ts';
import { REVIEW_KEYS, REVIEWS, WORDS } from './artwork-words.ts';
import { ArtworkCard } from './ArtworkCard.tsx';
import styles from './Artwork.module.css';

/** Most finished videos stand upright; others are shown whole within. */
const CARD_SIZE = { min_width: 148, ratio: 16 / 9, foot: 52 };

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>;

export type GridReach = {
  /** Everything that matches, also what is not on screen; once more, nothing. */
  selectAll: () => void;
  /** The video before or behind another one; null at the ends and for one that is not in the list. */
  neighbour: (artwork_id: string, by: -1 | 1) => Artwork | null;
  focus: () => void;
};

type Props = {
  filter: ListFilter;
  can_edit: boolean;
  empty: ReactNode;
  /** Something lies over it: keys that nobody else takes are not its own. */
  is_covered: boolean;
  reach: Ref<GridReach>;
  onOpen: (artwork: Artwork) => void;
  onReview: (artworks: Artwork[], to: ReviewState) => void;
  onMove: () => void;
  onRename: () => void;
  onDelete: () => void;
};

/** The cards, with the mouse and the keyboard: ticked, walked through, opened, judged. */
export function ArtworkGrid(props: Props) {
  const { filter, can_edit, empty, is_covered, reach, onOpen, onReview, onMove, onRename, onDelete } = props;
  const cache = useQueryClient();
  const grid = useRef<CardGridHandle>(null);
  const list = useSparsePages('artwork.list', filter);
  const { itemAt, total = 0 } = list;
  const active = useArtworkSelection((state) => state.active);

  // Another list begins with nothing ticked.
  useEffect(() => () => clearPicked(), []);

  const selectAll = async () => {
    const { picked } = useArtworkSelection.getState();
    if (total > 0 && picked.size >= Math.min(total, ARTWORKS_AT_ONCE)) return clearPicked({ keep_place: true });
    pickThese(await readRange(cache, 'artwork.list', filter, [0, Math.min(total, ARTWORKS_AT_ONCE) - 1]));
    if (total > ARTWORKS_AT_ONCE) showToast('info', `一次最多选 ${ARTWORKS_AT_ONCE} 条，已选最前面的`);
  };
  const indexOf = (artwork_id: string) => {
    const at = useArtworkSelection.getState().active;
    if (at !== null && itemAt(at)?.artwork_id === artwork_id) return at;
    for (let index = 0; index < total; index += 1) if (itemAt(index)?.artwork_id === artwork_id) return index;
    return -1;
  };
  useImperativeHandle(reach, () => ({
    selectAll: () => void selectAll().catch(() => {}),
    neighbour: (artwork_id, by) => {
      const index = indexOf(artwork_id);
      const next = index === -1 ? undefined : itemAt(index + by);
      if (!next) return null;
      pickOnly(next, index + by);
      grid.current?.reveal(index + by);
      return next;
    },
    focus: () => grid.current?.focus(),
  }));

  const extend = async (to: number, { add }: { add: boolean }) => {
    const from = useArtworkSelection.getState().anchor ?? to;
    const [first, last] = from < to ? [from, to] : [to, from];
    const range: [number, number] = [Math.max(first, last - ARTWORKS_AT_ONCE + 1), last];
    pickRangeOf(await readRange(cache, 'artwork.list', filter, range), to, { add });
  };
  const handleClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const place = target.closest<HTMLElement>('[data-index]');
    if (!place) return clearPicked();
    const index = Number(place.dataset['index']);
    const item = itemAt(index);
    if (!item) return;
    const act = target.closest<HTMLElement>('[data-act]')?.dataset['act'];
    const isCommand = event.metaKey || event.ctrlKey;
    if (act === 'open') {
      pickOnly(item, index);
      onOpen(item);
    } else if (event.shiftKey) void extend(index, { add: isCommand }).catch(() => {});
    else if (act === 'tick' || isCommand) togglePicked(item, index);
    else pickOnly(item, index);
    grid.current?.focus();
  };
  const walk = (to: number, isRange: boolean) => {
    grid.current?.reveal(to);
    if (isRange) return void extend(to, { add: false }).catch(() => {});
    goToCard(to);
    const item = itemAt(to);
    // A single choice moves along; several stay as they are.
    if (item && useArtworkSelection.getState().picked.size <= 1) pickOnly(item, to);
  };
  const handleKey = (event: Pressed) => {
    const isCommand = event.metaKey || event.ctrlKey;
    const { active: at, picked } = useArtworkSelection.getState();
    const item = at === null ? undefined : itemAt(at);
    const chosen = picked.size > 0;
    const run = (): boolean => {
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
      if (isCommand && key === 'A') return does(() => void selectAll().catch(() => {}));
      if (event.altKey || (isCommand && !event.shiftKey)) return false;
      if (key === 'Escape' && chosen) return does(() => clearPicked({ keep_place: true }));
      if ((key === 'Enter' || key === ' ') && item) return does(() => onOpen(item));
      if (key === 'X' && item && at !== null) return does(() => togglePicked(item, at));
      if (can_edit && chosen) {
        const review = REVIEWS.find((state) => REVIEW_KEYS[state] === key);
        if (review) return does(() => onReview(pickedArtworks(), review));
        if (key === 'M') return does(onMove);
        if (key === 'F2') return does(onRename);
        if (key === 'Delete' || key === 'Backspace') return does(onDelete);
      }
      const shape = grid.current?.shape();
      if (!shape || total === 0) return false;
      const next = stepInGrid(event.key, at ?? -1, { columns: shape.columns, total, page: shape.page });
      return next === null ? false : does(() => walk(at === null ? 0 : next, event.shiftKey));
    };
    if (run()) event.preventDefault();
  };
  const handleAnywhere = useEffectEvent((event: globalThis.KeyboardEvent) => {
    // Nothing has the focus: the keys are the grid's.
    if (is_covered || event.defaultPrevented || event.target !== document.body || !grid.current) return;
    handleKey(event);
    if (event.defaultPrevented) grid.current.focus();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => handleAnywhere(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  const renderCard = useCallback(
    (artwork: Artwork, index: number) => <ArtworkCard artwork={artwork} index={index} can_edit={can_edit} />,
    [can_edit],
  );
  const idAt = useCallback((index: number) => `artwork-${itemAt(index)?.artwork_id ?? ''}`, [itemAt]);

  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} isRetrying={list.is_fetching} />;
  if (list.total === undefined) return <GridSkeleton label={WORDS.loading} size={CARD_SIZE} />;
  if (list.total === 0) return empty;
  return (
    <>
      {list.has_gap && (
        <div className={styles['gap']} role="alert">
          有一部分没有加载出来
          <button type="button" disabled={list.is_fetching} onClick={list.refetch}>
            重试
          </button>
        </div>
      )}
      <CardGrid
        handle={grid}
        label={WORDS.list}
        total={total}
        size={CARD_SIZE}
        itemAt={itemAt}
        active={active}
        idAt={idAt}
        is_busy={list.is_fetching}
        onRange={list.onRange}
        onKeyDown={handleKey}
        onClick={handleClick}
        onDoubleClick={(event) => {
          const target = event.target as HTMLElement;
          if (target.closest('[data-act]')) return;
          const item = itemAt(Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1));
          if (item) onOpen(item);
        }}
        renderCard={renderCard}
      />
    </>
  );
}

function does(run: () => void): true {
  run();
  return true;
}
