import { useRef, useState } from 'react';
import type { ItemOf } from '#lib/use-sparse-pages.ts';
import type { Reach } from '#ui/PickGrid.tsx';

type Key = 'material.list' | 'search.clips';

/** The quick look over a grid: which card it shows, and the ways on from there. Null while it is closed. */
export function useGridLook<K extends Key>(onOpen: (item: ItemOf<K>) => void) {
  const [index, setIndex] = useState<number | null>(null);
  const reach = useRef<Reach<K> | null>(null);
  return {
    /** For the grid, whose cards it walks through. */
    reach: (now: Reach<K> | null) => {
      reach.current = now;
    },
    show: (_: ItemOf<K>, at: number) => setIndex(at),
    look:
      index === null
        ? null
        : {
            index,
            readAt: (at: number) => reach.current?.itemAt(at),
            onMove: (to: number) => {
              if (to < 0 || to >= (reach.current?.total ?? 0)) return;
              reach.current?.goTo(to);
              setIndex(to);
            },
            onOpen: (item: ItemOf<K>) => {
              setIndex(null);
              onOpen(item);
            },
            onClose: () => {
              setIndex(null);
              reach.current?.focus();
            },
          },
  };
}
