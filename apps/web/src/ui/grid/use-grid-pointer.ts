import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { GridActs } from './grid-acts.ts';
import type { Place, Selection } from './place.ts';

/** What a hand that is down is doing. */
type Drag = { does: 'select'; from: Place } | { does: 'rows'; from: number } | { does: 'move' } | { does: 'fill' };

type Given = {
  frame: RefObject<HTMLElement | null>;
  body: RefObject<HTMLElement | null>;
  placeAt: (x: number, y: number) => Place & { half: number };
  selection: Selection | null;
  acts: Pick<GridActs<never>, 'choose' | 'chosen' | 'rowsFrom' | 'moveTo' | 'fillTo'>;
  can_edit: boolean;
};

const EDGE = 32;

/** The mouse: chooses cells and rows, drags rows to another place, and fills down by the handle. */
export function useGridPointer({ frame, body, placeAt, selection, acts, can_edit }: Given) {
  const drag = useRef<Drag | null>(null);
  /** The row that what is dragged would go before, and the one that is filled to. */
  const [target, setTarget] = useState<number | null>(null);
  const [fill, setFill] = useState<number | null>(null);

  const placeOf = (event: PointerEvent) => {
    const { left, top } = body.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return placeAt(event.clientX - left, event.clientY - top);
  };
  const begin = (event: PointerEvent<HTMLElement>): Drag | null => {
    const at = event.target as HTMLElement;
    if (at.closest('textarea, [role="listbox"], button')) return null;
    const place = placeOf(event);
    if (at.closest('[data-fill]')) return { does: 'fill' };
    if (at.closest('[role="rowheader"]')) {
      const block = acts.chosen();
      const isChosen = block && place.row >= block.top && place.row <= block.bottom;
      if (event.shiftKey && selection) acts.rowsFrom(selection.active.row, place.row);
      else if (!at.closest('[data-grip]') || !isChosen) acts.rowsFrom(place.row, place.row);
      if (can_edit && at.closest('[data-grip]')) return { does: 'move' };
      return { does: 'rows', from: place.row };
    }
    if (!at.closest('[role="gridcell"]')) return null;
    const from = event.shiftKey && selection ? selection.active : place;
    acts.choose({ active: from, head: place });
    return { does: 'select', from };
  };

  return {
    target,
    fill,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      // Words that are being composed end where they were begun.
      if (
        document.activeElement instanceof HTMLTextAreaElement &&
        event.currentTarget.contains(document.activeElement)
      ) {
        if (!(event.target as HTMLElement).closest('textarea, [role="listbox"]')) document.activeElement.blur();
      }
      drag.current = begin(event);
      if (!drag.current) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = drag.current;
      if (!now) return;
      const place = placeOf(event);
      if (now.does === 'select') acts.choose({ active: now.from, head: place });
      if (now.does === 'rows') acts.rowsFrom(now.from, place.row);
      if (now.does === 'move') setTarget(place.row + place.half);
      if (now.does === 'fill') setFill(place.row);
      scrollAtEdge(frame.current, event);
    },
    onPointerUp() {
      const now = drag.current;
      drag.current = null;
      if (now?.does === 'move' && target !== null) acts.moveTo(target);
      if (now?.does === 'fill' && fill !== null) acts.fillTo(fill);
      setTarget(null);
      setFill(null);
    },
    onPointerCancel() {
      drag.current = null;
      setTarget(null);
      setFill(null);
    },
  };
}

function scrollAtEdge(frame: HTMLElement | null, { clientX, clientY }: PointerEvent): void {
  if (!frame) return;
  const { top, bottom, left, right } = frame.getBoundingClientRect();
  const by = (near: number, far: number) => (near < EDGE ? -EDGE / 2 : far < EDGE ? EDGE / 2 : 0);
  frame.scrollBy(by(clientX - left, right - clientX), by(clientY - top, bottom - clientY));
}
