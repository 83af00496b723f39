import { MATERIALS_AT_ONCE_MAX } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import type { InputOf } from '#lib/call.ts';
import { type ItemOf, readRange, useSparsePages } from '#lib/use-sparse-pages.ts';
import { CardGrid, type CardGridHandle } from '#ui/CardGrid.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { type GridSize, stepInGrid } from '#ui/grid-geometry.ts';
import { GridSkeleton } from '#ui/GridSkeleton.tsx';
import { GapBar } from './GapBar.tsx';
import { clearSelection, moveActive, type Picked, pickOne, pickRange, togglePick, useSelection } from './selection.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>;
type Key = 'material.list' | 'search.clips';

type Props<K extends Key> = {
  call_key: K;
  filter: Omit<InputOf<K>, 'page_index' | 'page_size'>;
  label: string;
  loading_label: string;
  size: GridSize;
  empty: ReactNode;
  head?: (answer: { total: number }) => ReactNode;
  pick: (item: ItemOf<K>) => Picked;
  renderCard: (item: ItemOf<K>, index: number) => ReactNode;
  /** What a card's own buttons do, by their `data-act`. */
  acts: Record<string, (item: ItemOf<K>) => void>;
  onOpen: (item: ItemOf<K>) => void;
  /** The card at the keyboard, for what looks at it without opening it. */
  onPreview: (item: ItemOf<K>, index: number) => void;
  onSelectAll: () => void;
  onDelete: () => void;
  /** Gives access to what is loaded, for the quick look that goes on to the next one. */
  reach?: (at: Reach<K>) => void;
};

export type Reach<K extends Key> = {
  itemAt: (index: number) => ItemOf<K> | undefined;
  total: number;
  /** Goes to a card as the keyboard does. */
  goTo: (index: number) => void;
  focus: () => void;
};

/** Cards of one list, with the mouse and the keyboard: ticked, walked through, opened. */
export function LibraryGrid<K extends Key>(props: Props<K>) {
  const { call_key, filter, label, loading_label, size, empty, head, pick, renderCard, acts } = props;
  const { onOpen, onPreview, onSelectAll, onDelete, reach } = props;
  const cache = useQueryClient();
  const grid = useRef<CardGridHandle>(null);
  const list = useSparsePages(call_key, filter);
  const { itemAt, total = 0 } = list;
  const active = useSelection((state) => state.active);

  const goTo = (index: number) => {
    moveActive(index);
    grid.current?.reveal(index);
  };
  useEffect(() => {
    reach?.({ itemAt, total, goTo, focus: () => grid.current?.focus() });
  });
  // Another list begins with nothing ticked.
  useEffect(() => () => clearSelection(), []);

  const extend = async (to: number, { add }: { add: boolean }) => {
    const { anchor } = useSelection.getState();
    const from = anchor ?? to;
    const [first, last] = from < to ? [from, to] : [to, from];
    const range: [number, number] = [Math.max(first, last - MATERIALS_AT_ONCE_MAX + 1), last];
    const items = await readRange(cache, call_key, filter, range);
    pickRange(items.map(pick), to, { add });
  };

  const handleClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const place = target.closest<HTMLElement>('[data-index]');
    if (!place) return clearSelection();
    const index = Number(place.dataset['index']);
    const item = itemAt(index);
    if (!item) return;
    const act = target.closest<HTMLElement>('[data-act]')?.dataset['act'];
    const isCommand = event.metaKey || event.ctrlKey;
    if (act && act !== 'tick') acts[act]?.(item);
    else if (event.shiftKey) void extend(index, { add: isCommand }).catch(() => {});
    else if (act === 'tick' || isCommand) togglePick(pick(item), index);
    else pickOne(pick(item), index);
    grid.current?.focus();
  };

  const walk = (to: number, isRange: boolean) => {
    grid.current?.reveal(to);
    if (isRange) return void extend(to, { add: false }).catch(() => {});
    moveActive(to);
    const item = itemAt(to);
    // A single choice moves along; several stay as they are.
    if (item && useSelection.getState().ids.size <= 1) pickOne(pick(item), to);
  };

  const handleKey = (event: Pressed) => {
    const isCommand = event.metaKey || event.ctrlKey;
    const at = useSelection.getState().active;
    const item = at === null ? undefined : itemAt(at);
    const run = (): boolean => {
      if (isCommand && event.key.toLowerCase() === 'a') return does(onSelectAll);
      if (event.altKey || (isCommand && !event.shiftKey && event.key !== ' ')) return false;
      if (event.key === 'Escape' && useSelection.getState().ids.size > 0) {
        return does(() => clearSelection({ keep_place: true }));
      }
      if (event.key === 'Delete' || event.key === 'Backspace') return does(onDelete);
      if (event.key === 'Enter' && item) return does(() => onOpen(item));
      if (event.key === ' ' && isCommand && item && at !== null) return does(() => togglePick(pick(item), at));
      if (event.key === ' ' && item && at !== null) return does(() => onPreview(item, at));
      if (event.key === 'x' && item && at !== null) return does(() => togglePick(pick(item), at));
      if (event.key === 'l' && item && acts['like']) return does(() => acts['like']?.(item));
      const shape = grid.current?.shape();
      if (!shape || total === 0) return false;
      const next = stepInGrid(event.key, at ?? -1, { columns: shape.columns, total, page: shape.page });
      if (next === null) return false;
      return does(() => walk(at === null ? 0 : next, event.shiftKey));
    };
    if (run()) event.preventDefault();
  };
  const handleAnywhere = useEffectEvent((event: globalThis.KeyboardEvent) => {
    // Nothing has the focus: the keys are the grid's.
    if (event.defaultPrevented || event.target !== document.body || !grid.current) return;
    handleKey(event);
    if (event.defaultPrevented) grid.current.focus();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => handleAnywhere(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  const idAt = useCallback(
    (index: number) => {
      const item = itemAt(index);
      return item ? `card-${pick(item).id}` : '';
    },
    [itemAt, pick],
  );

  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} isRetrying={list.is_fetching} />;
  if (list.total === undefined) return <GridSkeleton label={loading_label} size={size} />;
  if (list.total === 0) return empty;
  return (
    <>
      {head?.({ total })}
      {list.has_gap && <GapBar onRetry={list.refetch} is_busy={list.is_fetching} />}
      <CardGrid
        handle={grid}
        label={label}
        total={total}
        size={size}
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
