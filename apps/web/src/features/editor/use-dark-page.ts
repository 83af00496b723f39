import { useEffect } from 'react';
import { useTheme } from '#ui/theme-choice.ts';

const darkness = window.matchMedia('(prefers-color-scheme: dark)');

/** Pictures are judged on dark ground: where a person has not chosen a theme, this page is dark whatever the system is. */
export function useDarkPage(): void {
  useEffect(() => {
    const darken = () => {
      const { choice, is_dark } = useTheme.getState();
      if (choice !== 'system' || is_dark) return;
      show(true);
    };
    darken();
    const stop = useTheme.subscribe(darken);
    return () => {
      stop();
      if (useTheme.getState().choice === 'system') show(darkness.matches);
    };
  }, []);
}

function show(is_dark: boolean): void {
  document.documentElement.dataset['theme'] = is_dark ? 'dark' : 'light';
  useTheme.setState({ is_dark });
}
