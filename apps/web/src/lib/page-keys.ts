import { useEffect } from 'react';
import { create } from 'zustand';

/** Keys that belong together, as the help lists them: what to press, what it does. */
export type KeyGroup = { title: string; keys: [string, string][] };

export const usePageKeys = create<{ groups: KeyGroup[] }>(() => ({ groups: [] }));

/** Of the page, then of a part of it that has keys of its own. */
const here: KeyGroup[][] = [];

/**
 * The help lists these for as long as the page is there; a part of it that comes later is listed in its place. `groups`
 * must be the same array every time.
 */
export function useKeysInHelp(groups: KeyGroup[]): void {
  useEffect(() => {
    here.push(groups);
    usePageKeys.setState({ groups });
    return () => {
      here.splice(here.lastIndexOf(groups), 1);
      usePageKeys.setState({ groups: here.at(-1) ?? [] });
    };
  }, [groups]);
}
