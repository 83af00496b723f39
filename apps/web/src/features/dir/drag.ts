import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Dragged, DropPlace } from './drop-plan.ts';
import styles from './Dirs.module.css';

const OPEN_AFTER_MS = 700;

type Carried = { dragged?: Dragged };
type Aimed = { place?: DropPlace };

/** Makes an element that can be dragged; `what` is asked when the drag begins. `label` flies along with the pointer. */
export function useDraggable(
  element: RefObject<HTMLElement | null>,
  what: () => Dragged | null,
  label: (dragged: Dragged) => string,
): boolean {
  const [isDragged, setIsDragged] = useState(false);
  const read = useEffectEvent(what);
  const say = useEffectEvent(label);
  useEffect(() => {
    if (!element.current) return;
    return draggable({
      element: element.current,
      canDrag: () => read() !== null,
      getInitialData: () => ({ dragged: read() }),
      onGenerateDragPreview: ({ nativeSetDragImage, source }) => {
        const { dragged } = source.data as Carried;
        if (!dragged) return;
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => ({ x: -12, y: -8 }),
          render: ({ container }) => {
            const flag = document.createElement('div');
            flag.className = styles['flag'] ?? '';
            flag.textContent = say(dragged);
            container.append(flag);
          },
        });
      },
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [element]);
  return isDragged;
}

/** A line of the tree to drop on. True while something that it takes is held over it; a closed one opens after a while. */
export function useDropPlace(
  element: RefObject<HTMLElement | null>,
  { place, takes, onLinger }: { place: DropPlace; takes: (dragged: Dragged) => boolean; onLinger?: () => void },
): boolean {
  const [isAimed, setIsAimed] = useState(false);
  const accepts = useEffectEvent(takes);
  const linger = useEffectEvent(() => onLinger?.());
  useEffect(() => {
    if (!element.current) return;
    let timer = 0;
    const leave = () => {
      clearTimeout(timer);
      setIsAimed(false);
    };
    return combine(
      () => clearTimeout(timer),
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => {
          const { dragged } = source.data as Carried;
          return dragged !== undefined && accepts(dragged);
        },
        getData: () => ({ place }) satisfies Aimed,
        onDragEnter: () => {
          setIsAimed(true);
          timer = window.setTimeout(() => linger(), OPEN_AFTER_MS);
        },
        onDragLeave: leave,
        onDrop: leave,
      }),
    );
  }, [element, place]);
  return isAimed;
}

/** What was dropped, and where. */
export function useDrops(onDrop: (dragged: Dragged, place: DropPlace) => void): void {
  const drop = useEffectEvent(onDrop);
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const { dragged } = source.data as Carried;
          const aimed = location.current.dropTargets[0]?.data as Aimed | undefined;
          if (dragged && aimed?.place !== undefined) drop(dragged, aimed.place);
        },
      }),
    [],
  );
}
