import type { KeyboardEvent } from 'react';
import { stepInGrid } from './grid-geometry.ts';

/** Arrows go from card to card (`data-card`, in one `ul`), as the cards lie on the screen. */
export function moveInCards(event: KeyboardEvent<HTMLElement>): void {
  const cards = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
  const top = cards[0]?.offsetTop;
  const columns = Math.max(1, cards.filter(({ offsetTop }) => offsetTop === top).length);
  const at = cards.indexOf(event.currentTarget);
  const next = stepInGrid(event.key, at, { columns, total: cards.length, page: 3 });
  if (next === null) return;
  event.preventDefault();
  cards[next]?.focus();
}
