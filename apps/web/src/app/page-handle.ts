import { useMatches } from 'react-router';

/** What a route says about its page: the name that code knows it by, and the app's name in the tab title. */
export type PageHandle = { name: string; app_name: string };

export function usePageHandle(): PageHandle {
  const matches = useMatches();
  const handle = matches.at(-1)?.handle as PageHandle | undefined;
  return handle ?? { name: '', app_name: '' };
}
