import { type KeyboardEvent, type MouseEvent, useCallback, useRef, useState } from 'react';
import { CardGrid, type CardGridHandle } from '#ui/CardGrid.tsx';
import { stepInGrid } from '#ui/grid-geometry.ts';
import type { AddedClip } from '../document/acts.ts';
import { LibraryCard, type LibraryItem } from './LibraryCard.tsx';

const SIZE = { min_width: 104, ratio: 1.3, foot: 42 };

type Props = {
  label: string;
  total: number;
  itemAt: (index: number) => LibraryItem | undefined;
  onRange?: (first: number, last: number) => void;
  is_busy?: boolean;
  onAdd: ((clips: AddedClip[]) => void) | null;
};

/** Small cards to pick from: click picks, Enter or a double click adds, what is picked is dragged together. */
export function LibraryGrid({ label, total, itemAt, onRange = ignore, is_busy = false, onAdd }: Props) {
  const grid = useRef<CardGridHandle>(null);
  const [active, setActive] = useState<number | null>(null);
  const [picked, setPicked] = useState<ReadonlyMap<string, AddedClip>>(new Map());

  const toggle = (item: LibraryItem) => {
    const next = new Map(picked);
    if (!next.delete(item.id)) next.set(item.id, item.clip);
    setPicked(next);
  };
  const add = (clips: ReadonlyMap<string, AddedClip>) => {
    onAdd?.([...clips.values()]);
    setPicked(new Map());
  };
  const indexOf = (event: MouseEvent) =>
    Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
  const handleClick = (event: MouseEvent) => {
    const index = indexOf(event);
    const item = itemAt(index);
    if (!item || (event.target as HTMLElement).closest('[data-act]')) return;
    setActive(index);
    toggle(item);
    grid.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    const item = active === null ? undefined : itemAt(active);
    const shape = grid.current?.shape();
    if (event.key === 'Enter' && item) add(picked.size > 0 ? picked : new Map([[item.id, item.clip]]));
    else if (event.key === ' ' && item) toggle(item);
    else if (shape && total > 0) {
      const next = stepInGrid(event.key, active ?? -1, { columns: shape.columns, total, page: shape.page });
      if (next === null) return;
      setActive(active === null ? 0 : next);
      grid.current?.reveal(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const renderCard = useCallback(
    (item: LibraryItem, index: number) => (
      <LibraryCard
        item={item}
        index={index}
        is_active={active === index}
        is_picked={picked.has(item.id)}
        dragged={() => (picked.has(item.id) ? [...picked.values()] : [item.clip])}
        onAdd={onAdd}
      />
    ),
    [active, picked, onAdd],
  );
  return (
    <CardGrid
      handle={grid}
      label={label}
      total={total}
      size={SIZE}
      itemAt={itemAt}
      active={active}
      idAt={(index) => `library-${itemAt(index)?.id ?? ''}`}
      is_busy={is_busy}
      onRange={onRange}
      onKeyDown={handleKey}
      onClick={handleClick}
      onDoubleClick={(event) => {
        const item = itemAt(indexOf(event));
        if (!item || (event.target as HTMLElement).closest('[data-act]')) return;
        // Its two clicks have left it as it was: it goes along with whatever else is picked.
        add(new Map([...picked, [item.id, item.clip]]));
      }}
      renderCard={renderCard}
    />
  );
}

function ignore(): void {}
