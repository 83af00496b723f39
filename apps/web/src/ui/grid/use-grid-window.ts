import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** Rows beyond what is seen that are drawn, so that a quick hand does not meet empty ones. */
const OVER = 2;

/** The rows that a scrolled grid shows. */
export function useGridWindow(frame: RefObject<HTMLElement | null>, row_height: number, count: number) {
  const [shown, setShown] = useState({ first: 0, last: 30 });
  const look = useEffectEvent(() => {
    const element = frame.current;
    if (!element) return;
    const first = Math.max(0, Math.floor(element.scrollTop / row_height) - OVER);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / row_height) + OVER;
    if (first !== shown.first || last !== shown.last) setShown({ first, last });
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const handle = () => look();
    const observer = new ResizeObserver(handle);
    observer.observe(element);
    element.addEventListener('scroll', handle, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', handle);
    };
  }, [frame]);
  return {
    first: Math.min(shown.first, Math.max(0, count - 1)),
    last: Math.min(shown.last, count - 1),
    /** How many are seen at once. */
    page: Math.max(1, shown.last - shown.first - 2 * OVER - 1),
  };
}
