import { useState } from 'react';
import type { GridSize } from '#ui/grid-geometry.ts';
import type { CardSize } from './material-words.ts';

const KEY = 'material_card_size';
const FOOT = 50;

export const CARD_SIZES: Record<CardSize, GridSize> = {
  s: { min_width: 128, ratio: 1, foot: FOOT },
  m: { min_width: 180, ratio: 1, foot: FOOT },
  l: { min_width: 280, ratio: 0.8, foot: FOOT },
};

/** How large a person likes the cards, on this machine. */
export function useCardSize() {
  const [size, setSize] = useState<CardSize>(() => {
    const stored = localStorage.getItem(KEY);
    return stored === 's' || stored === 'l' ? stored : 'm';
  });
  const choose = (to: CardSize) => {
    localStorage.setItem(KEY, to);
    setSize(to);
  };
  return { size, choose };
}
