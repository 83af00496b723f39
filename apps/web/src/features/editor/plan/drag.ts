import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { planMove, planOrder } from '@mixreel/contract';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { showToast } from '#lib/toast.ts';
import { addClips } from '../document/acts.ts';
import type { MixDesk } from '../document/desk.ts';
import { type Dragged, type Drop, type DropTarget, leaveGone, planDrop, sideOf } from './drop-target.ts';

type Carried = { dragged: Dragged; [name: string]: unknown };
type Aimed = { target: DropTarget; [name: string]: unknown };

/** Makes an element that can be dragged; `what` is asked when the drag begins. True while it is being dragged. */
export function useDraggable(
  element: RefObject<HTMLElement | null>,
  what: () => Dragged | null,
  handle?: RefObject<HTMLElement | null>,
): boolean {
  const [isDragged, setIsDragged] = useState(false);
  const read = useEffectEvent(what);
  useEffect(() => {
    if (!element.current) return;
    return draggable({
      element: element.current,
      ...(handle?.current && { dragHandle: handle.current }),
      canDrag: () => read() !== null,
      getInitialData: () => ({ dragged: read() }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [element, handle]);
  return isDragged;
}

export type Aim = 'before' | 'behind' | 'inside' | null;

/**
 * A place to drop on. Along `axis` it has two sides, before and behind the thing at `index`; without one everything goes
 * to `index`. Tells where what is dragged would go now.
 */
export function useDropTarget(
  element: RefObject<HTMLElement | null>,
  { accepts, axis, at }: { accepts: Dragged['kind'][]; axis: 'x' | 'y' | null; at: (side: 0 | 1) => DropTarget },
): Aim {
  const [aim, setAim] = useState<Aim>(null);
  const place = useEffectEvent(at);
  const takes = useEffectEvent((kind: Dragged['kind']) => accepts.includes(kind));
  useEffect(() => {
    if (!element.current) return;
    const side = (target: Element, input: { clientX: number; clientY: number }): 0 | 1 => {
      if (axis === null) return 0;
      const { left, top, width, height } = target.getBoundingClientRect();
      return axis === 'x' ? sideOf(input.clientX, left, width) : sideOf(input.clientY, top, height);
    };
    return combine(
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => takes((source.data as Carried).dragged.kind),
        getData: ({ element: target, input }) => ({ target: place(side(target, input)) }) satisfies Aimed,
        onDrag: ({ self, location }) => {
          // Something inside is aimed at more exactly.
          const isInnermost = location.current.dropTargets[0]?.element === self.element;
          if (!isInnermost) return setAim(null);
          if (axis === null) return setAim('inside');
          setAim(side(self.element, location.current.input) === 0 ? 'before' : 'behind');
        },
        onDragLeave: () => setAim(null),
        onDrop: () => setAim(null),
      }),
    );
  }, [element, axis]);
  return aim;
}

function carryOut(desk: MixDesk, drop: Drop): void {
  if (drop.kind === 'add') void addClips(desk, drop.slot_id, drop.position, drop.clips);
  else if (drop.kind === 'order') desk.act(planOrder(desk.state, drop.shooting_ids));
  else desk.act(planMove(desk.state, drop.video_clip_ids, drop.slot_id, drop.position));
}

/** What was dropped becomes an act. */
export function useDrops(desk: MixDesk): void {
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const aimed = location.current.dropTargets[0]?.data as Aimed | undefined;
          if (!aimed) return;
          const { dragged } = source.data as Carried;
          const { left, message } = leaveGone(desk.state, dragged);
          if (message) showToast('warning', message);
          const drop = left && planDrop(desk.mix, left, aimed.target);
          if (drop) carryOut(desk, drop);
        },
      }),
    [desk],
  );
}
