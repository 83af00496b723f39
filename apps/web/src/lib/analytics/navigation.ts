/** Tells every push and replace that changes the address. */
export function watchHistory(onNavigate: () => void): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const asBefore = history[name].bind(history);
    history[name] = (state: unknown, unused: string, url?: string | URL | null) => {
      const before = window.location.href;
      asBefore(state, unused, url);
      if (window.location.href !== before) onNavigate();
    };
  }
}
