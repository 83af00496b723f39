import { useEffect } from 'react';
import { create } from 'zustand';

/** Keys that belong together, as the help lists them: what to press, what it does. */
export type KeyGroup = { title: string; keys: [string, string][] };

export const usePageKeys = create<{ groups: KeyGroup[] }>(() => ({ groups: [] }));

/** The help lists these for as long as the page is there. `groups` must be the same array every time. */
export function useKeysInHelp(groups: KeyGroup[]): void {
  useEffect(() => {
    usePageKeys.setState({ groups });
    return () => usePageKeys.setState({ groups: [] });
  }, [groups]);
}
