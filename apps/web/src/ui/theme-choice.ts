import { create } from 'zustand';

export type ThemeChoice = 'light' | 'dark' | 'system';

const KEY = 'theme';
const darkness = window.matchMedia('(prefers-color-scheme: dark)');
const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

type ThemeState = {
  choice: ThemeChoice;
  is_dark: boolean;
  /** The person asked the system for less movement. */
  is_calm: boolean;
};

export const useTheme = create<ThemeState>(() => stateOf(readChoice()));

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice);
  apply(choice);
}

/** Sets the colours before anything is drawn and follows the system and the other tabs. */
export function startTheme(): void {
  apply(readChoice());
  for (const wish of [darkness, calm]) wish.addEventListener('change', () => apply(useTheme.getState().choice));
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) apply(readChoice());
  });
}

function apply(choice: ThemeChoice): void {
  const state = stateOf(choice);
  document.documentElement.dataset['theme'] = state.is_dark ? 'dark' : 'light';
  useTheme.setState(state);
}

function stateOf(choice: ThemeChoice): ThemeState {
  const is_dark = choice === 'dark' || (choice === 'system' && darkness.matches);
  return { choice, is_dark, is_calm: calm.matches };
}

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
