import type { Candidate, Ratio } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { readRange, useSparsePages } from '#lib/use-sparse-pages.ts';
import { CardGrid, type CardGridHandle } from '#ui/CardGrid.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { stepInGrid } from '#ui/grid-geometry.ts';
import { GridSkeleton } from '#ui/GridSkeleton.tsx';
import { changeCandidates, excludeCandidates } from './candidate-actions.ts';
import { CandidateCard, cardSize } from './CandidateCard.tsx';
import { playCard, stopCard, usePrefetch } from './hover-preview.ts';
import { filterOf, type ResultView } from './result-view.ts';

type Props = {
  mproject_id: string;
  view: ResultView;
  ratio: Ratio;
  empty: ReactNode;
  numbers: ReadonlyMap<string, number>;
  covers: ReadonlyMap<string, string>;
  onOpen: (candidate: Candidate) => void;
};

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>;

/** The candidates: played by the pointer or the keyboard, ticked for export, excluded for good. */
export function CandidateGrid({ mproject_id, view, ratio, empty, numbers, covers, onOpen }: Props) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const grid = useRef<CardGridHandle>(null);
  const input = useMemo(() => filterOf(view, mproject_id), [view, mproject_id]);
  const list = useSparsePages('candidate.list', input);
  const { itemAt, total = 0, onRange } = list;
  const [active, setActive] = useState<number | null>(null);
  const [range, setRange] = useState<[number, number]>([0, -1]);
  const anchor = useRef<number | null>(null);
  const size = useMemo(() => cardSize(ratio), [ratio]);

  const visible = Array.from({ length: Math.max(0, range[1] - range[0] + 1) }, (_, n) => itemAt(range[0] + n));
  usePrefetch(
    mproject_id,
    visible.filter((one) => one !== undefined),
  );
  useEffect(() => () => stopCard(), []);

  const seen = useCallback(
    (first: number, last: number) => {
      onRange(first, last);
      setRange((now) => (now[0] === first && now[1] === last ? now : [first, last]));
    },
    [onRange],
  );
  const tick = (item: Candidate) => {
    if (!canEdit || item.is_excluded) return;
    void changeCandidates(cache, [item.candidate_id], { is_picked: !item.is_picked }).catch(() => {});
  };
  const exclude = (item: Candidate) => {
    if (!canEdit) return;
    const run = item.is_excluded
      ? changeCandidates(cache, [item.candidate_id], { is_excluded: false })
      : excludeCandidates(cache, [item.candidate_id]);
    void run.catch(() => {});
  };
  /** From where the last one was ticked to here, all as that one is now. */
  const tickTo = async (index: number) => {
    const from = anchor.current ?? index;
    const first: [number, number] = [Math.min(from, index), Math.max(from, index)];
    const items = await readRange(cache, 'candidate.list', input, first);
    const is_picked = itemAt(from)?.is_picked ?? true;
    const ids = items.filter((one) => one.is_picked !== is_picked).map(({ candidate_id }) => candidate_id);
    await changeCandidates(cache, ids, { is_picked });
  };
  const tickAll = async () => {
    const items = await readRange(cache, 'candidate.list', input, [0, total - 1]);
    const is_picked = items.some((one) => !one.is_picked);
    const ids = items.filter((one) => one.is_picked !== is_picked).map(({ candidate_id }) => candidate_id);
    await changeCandidates(cache, ids, { is_picked });
  };

  const goTo = (index: number) => {
    setActive(index);
    grid.current?.reveal(index);
    const item = itemAt(index);
    if (item) playCard(item.candidate_id, { after_ms: 250 });
  };
  const handleClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const place = target.closest<HTMLElement>('[data-index]');
    if (!place) return;
    const index = Number(place.dataset['index']);
    const item = itemAt(index);
    if (!item) return;
    const act = target.closest<HTMLElement>('[data-act]')?.dataset['act'];
    setActive(index);
    if (act === 'exclude') exclude(item);
    else if (act === 'tick' && event.shiftKey) void tickTo(index).catch(() => {});
    else if (act === 'tick') {
      anchor.current = index;
      tick(item);
    } else onOpen(item);
    grid.current?.focus();
  };
  const handleKey = (event: Pressed) => {
    const isCommand = event.metaKey || event.ctrlKey;
    const item = active === null ? undefined : itemAt(active);
    if (isCommand && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      if (canEdit && view.filter !== 'excluded') void tickAll().catch(() => {});
      return;
    }
    if (isCommand || event.altKey) return;
    const run =
      item &&
      {
        x: () => tick(item),
        X: () => tick(item),
        Delete: () => exclude(item),
        Backspace: () => exclude(item),
        ' ': () => onOpen(item),
        Enter: () => onOpen(item),
      }[event.key];
    const shape = grid.current?.shape();
    const next = shape && total > 0 ? stepInGrid(event.key, active ?? -1, { ...shape, total }) : null;
    if (!run && next === null) return;
    event.preventDefault();
    if (run) run();
    else if (next !== null) goTo(active === null ? 0 : next);
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

  const renderCard = useCallback(
    (candidate: Candidate, index: number) => (
      <CandidateCard
        candidate={candidate}
        index={index}
        is_active={index === active}
        can_edit={canEdit}
        closest={candidate.closest_id === null ? null : (numbers.get(candidate.closest_id) ?? null)}
        covers={covers}
      />
    ),
    [active, canEdit, numbers, covers],
  );
  const idAt = useCallback((index: number) => `candidate-${itemAt(index)?.candidate_id ?? ''}`, [itemAt]);

  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} isRetrying={list.is_fetching} />;
  if (list.total === undefined) return <GridSkeleton label="正在加载候选视频" size={size} />;
  if (list.total === 0) return empty;
  return (
    <CardGrid
      handle={grid}
      label="候选视频"
      total={total}
      size={size}
      itemAt={itemAt}
      active={active}
      idAt={idAt}
      is_busy={list.is_fetching}
      onRange={seen}
      onKeyDown={handleKey}
      onClick={handleClick}
      onDoubleClick={() => {}}
      renderCard={renderCard}
    />
  );
}
