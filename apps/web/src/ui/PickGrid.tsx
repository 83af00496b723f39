import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
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
import type { InputOf } from '#lib/call.ts';
import { goneFrom, type Held, type PickStore } from '#lib/picks.ts';
import { type ItemOf, readRange, useSparsePages } from '#lib/use-sparse-pages.ts';
import { CardGrid, type CardGridHandle } from './CardGrid.tsx';
import { ErrorState } from './ErrorState.tsx';
import { type GridSize, stepInGrid } from './grid-geometry.ts';
import { GridSkeleton } from './GridSkeleton.tsx';
import styles from './CardGrid.module.css';

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>;
type Key = 'material.list' | 'search.clips' | 'artwork.list' | 'artwork.find';
type Act<K extends Key> = (item: ItemOf<K>, index: number) => void;

type Props<K extends Key, P> = {
  call_key: K;
  filter: Omit<InputOf<K>, 'page_index' | 'page_size'>;
  label: string;
  loading_label: string;
  size: GridSize;
  empty: ReactNode;
  picks: PickStore<P>;
  pick: (item: ItemOf<K>) => P;
  /** So many can be ticked at once. */
  most: number;
  /** What the ids of its cards begin with. */
  id_prefix: string;
  renderCard: (item: ItemOf<K>, index: number) => ReactNode;
  /** What a card's own buttons do, by their `data-act`. */
  acts: Record<string, Act<K>>;
  onOpen: (item: ItemOf<K>) => void;
  /** What the space bar does to the card at the keyboard; opens it unless given. */
  onPreview?: Act<K>;
  onSelectAll: () => void;
  /** Keys of its own, letters in upper case: what to do about one, if anything, with the card at the keyboard. */
  onKey?: (key: string, item: ItemOf<K> | undefined) => (() => void) | null;
  /** Something lies over it: keys that nobody else takes are not its own. */
  is_covered?: boolean;
  reach?: Ref<Reach<K>>;
};

/** Access to what is loaded, for what goes through the list without being in it. */
export type Reach<K extends Key> = {
  itemAt: (index: number) => ItemOf<K> | undefined;
  total: number;
  /** Goes to a card as the keyboard does. */
  goTo: (index: number) => void;
  focus: () => void;
};

/** Cards of one list, with the mouse and the keyboard: ticked, walked through, opened. */
export function PickGrid<K extends Key, P>(props: Props<K, P>) {
  const { call_key, filter, label, loading_label, size, empty, picks, pick, most, id_prefix, renderCard, acts } = props;
  const { onOpen, onPreview = onOpen, onSelectAll, onKey, is_covered = false, reach } = props;
  const cache = useQueryClient();
  const grid = useRef<CardGridHandle>(null);
  const list = useSparsePages(call_key, filter);
  const { itemAt, total = 0 } = list;
  const active = picks.use((state) => state.active);

  useImperativeHandle(reach, () => ({
    itemAt,
    total,
    goTo: (index) => {
      picks.goTo(index);
      grid.current?.reveal(index);
    },
    focus: () => grid.current?.focus(),
  }));
  const held = useRef<Held | null>(null);
  const dropGone = useEffectEvent(() => {
    if (list.is_fetching || list.total === undefined) return;
    const now = { total, ids: new Set(list.items.map((item) => picks.idOf(pick(item)))) };
    // What was judged may leave a list of what is to be judged: the next key is not meant for it.
    if (held.current) picks.drop(goneFrom(held.current, now));
    held.current = now;
  });
  useEffect(() => dropGone(), [list.items, list.is_fetching, total]);
  // Another list begins with nothing ticked.
  useEffect(() => () => picks.clear(), [picks]);

  const extend = async (to: number, { add }: { add: boolean }) => {
    const from = picks.use.getState().anchor ?? to;
    const [first, last] = from < to ? [from, to] : [to, from];
    const items = await readRange(cache, call_key, filter, [Math.max(first, last - most + 1), last]);
    picks.pickRange(items.map(pick), to, { add });
  };

  const handleClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const place = target.closest<HTMLElement>('[data-index]');
    if (!place) return picks.clear();
    const index = Number(place.dataset['index']);
    const item = itemAt(index);
    if (!item) return;
    const act = target.closest<HTMLElement>('[data-act]')?.dataset['act'];
    const isCommand = event.metaKey || event.ctrlKey;
    if (act && act !== 'tick') acts[act]?.(item, index);
    else if (event.shiftKey) void extend(index, { add: isCommand }).catch(() => {});
    else if (act === 'tick' || isCommand) picks.toggle(pick(item), index);
    else picks.pickOnly(pick(item), index);
    grid.current?.focus();
  };

  const walk = (to: number, isRange: boolean) => {
    grid.current?.reveal(to);
    if (isRange) return void extend(to, { add: false }).catch(() => {});
    picks.goTo(to);
    const item = itemAt(to);
    // A single choice moves along; several stay as they are.
    if (item && picks.use.getState().picked.size <= 1) picks.pickOnly(pick(item), to);
  };

  /** What a key does here; null when it is none of the grid's. */
  const actOf = (event: Pressed): (() => void) | null => {
    const isCommand = event.metaKey || event.ctrlKey;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const { active: at, picked } = picks.use.getState();
    const item = at === null ? undefined : itemAt(at);
    if (isCommand && key === 'A') return onSelectAll;
    if (event.altKey || (isCommand && !event.shiftKey && key !== ' ')) return null;
    if (key === 'Escape' && picked.size > 0) return () => picks.clear({ keep_place: true });
    if (item && at !== null) {
      if (key === 'Enter') return () => onOpen(item);
      if (key === 'X' || (key === ' ' && isCommand)) return () => picks.toggle(pick(item), at);
      if (key === ' ') return () => onPreview(item, at);
    }
    const own = onKey?.(key, item);
    if (own) return own;
    const shape = grid.current?.shape();
    if (!shape || total === 0) return null;
    const next = stepInGrid(event.key, at ?? -1, { columns: shape.columns, total, page: shape.page });
    return next === null ? null : () => walk(at === null ? 0 : next, event.shiftKey);
  };
  const handleKey = (event: Pressed) => {
    const act = actOf(event);
    if (!act) return;
    event.preventDefault();
    act();
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

  const idAt = useCallback(
    (index: number) => {
      const item = itemAt(index);
      return item ? id_prefix + picks.idOf(pick(item)) : '';
    },
    [itemAt, pick, picks, id_prefix],
  );

  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} isRetrying={list.is_fetching} />;
  if (list.total === undefined) return <GridSkeleton label={loading_label} size={size} />;
  if (list.total === 0) return empty;
  return (
    <>
      {list.has_gap && (
        <div className={styles['gap']} role="alert">
          {label}有一部分没有加载出来
          <Button size="small" loading={list.is_fetching} onClick={list.refetch}>
            重试
          </Button>
        </div>
      )}
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
