import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { confirmBox } from '#ui/message-box.ts';
import { warmMessageBoxes } from '#ui/MessageBoxes.tsx';

/** The page and the document that an address means; the rest of it may change under somebody who stays. */
function documentIn({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search);
  return [pathname, params.get('mproject_id')].join(' ');
}

/** Whoever leaves with something unsaved: it is saved first, and only if that fails are they asked. */
export function useLeaveGuard(isUnsaved: () => boolean, saver: { flush: () => Promise<boolean> }): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved() && documentIn(currentLocation) !== documentIn(nextLocation),
  );
  const decide = useEffectEvent(async () => {
    if (blocker.state !== 'blocked') return;
    const isSaved = await saver.flush();
    const mayLeave =
      isSaved ||
      (await confirmBox({
        title: '有修改还没有保存',
        text: '现在离开，这些修改会丢失。',
        ok_label: '不保存，离开',
        cancel_label: '留在这里',
        is_danger: true,
      }));
    if (mayLeave) blocker.proceed();
    else blocker.reset();
  });
  useEffect(() => {
    if (blocker.state === 'blocked') void decide();
  }, [blocker.state]);

  // What is unsaved is so mostly because the network is away, and then nothing can be fetched any more.
  useEffect(() => warmMessageBoxes(), []);

  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!isUnsaved()) return;
    void saver.flush();
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: BeforeUnloadEvent) => warn(event);
    window.addEventListener('beforeunload', listen);
    return () => window.removeEventListener('beforeunload', listen);
  }, []);
}
