import type { Clip } from '@mixreel/contract';

/** What the page that opened the window hears. */
export type PickedClips = { type: 'mixreel:clips'; clips: Clip[] };

/** Gives the shots to whoever opened this window, if it is a page of ours, and closes. False when there is nobody. */
export function handOver(clips: Clip[]): boolean {
  const opener = window.opener as Window | null;
  const receiver = opener && !opener.closed ? opener : window.parent === window ? null : window.parent;
  if (!receiver) return false;
  receiver.postMessage({ type: 'mixreel:clips', clips } satisfies PickedClips, window.location.origin);
  window.close();
  return true;
}
