export type PageState = 'active' | 'passive' | 'hidden' | 'frozen' | 'terminated';

/** Tells every change of the page's state. Closing tells `terminated` once; a page that comes back starts again. */
export function watchLifecycle(onChange: (state: PageState) => void): void {
  let state = visibleState();

  const enter = (next: PageState) => {
    // Browsers hide a page after they have ended it; that is no news any more.
    if (next === state || (state === 'terminated' && next === 'hidden')) return;
    state = next;
    onChange(next);
  };
  const look = () => enter(visibleState());

  for (const event of ['focus', 'blur', 'pageshow', 'resume']) window.addEventListener(event, look, { capture: true });
  document.addEventListener('visibilitychange', look, { capture: true });
  document.addEventListener('freeze', () => enter('frozen'), { capture: true });
  window.addEventListener('pagehide', ({ persisted }) => enter(persisted ? 'frozen' : 'terminated'), { capture: true });
}

export function visibleState(): PageState {
  if (document.visibilityState === 'hidden') return 'hidden';
  return document.hasFocus() ? 'active' : 'passive';
}
