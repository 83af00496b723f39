import { showToast } from '#lib/toast.ts';
import type { LiveDocument } from './live-document.ts';

/** Takes the own last step back, or does it again; says so when there is nothing to take back. */
export function stepBack(live: LiveDocument, direction: 'undo' | 'redo'): void {
  const done = live.step(direction);
  const word = direction === 'undo' ? '撤销' : '重做';
  if (!done) showToast('info', `没有可以${word}的了，别人的修改不会被${word}`);
  else if (done.is_lost) showToast('info', `「${done.name}」已被别人的修改取代，没有可${word}的`);
}
