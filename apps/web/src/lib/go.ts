import { siteAddress } from '@mixreel/contract';
import { tabTeam } from './tab-space.ts';

/** What of the router is needed outside of pages. */
type Router = {
  state: {
    location: { pathname: string; search: string; hash: string; state: unknown; key: string };
    navigation: {
      state: 'idle' | 'loading' | 'submitting';
      location?: { pathname: string; search: string } | undefined;
    };
  };
  navigate(to: string | object, options?: { replace?: boolean; state?: unknown }): unknown;
};

let router: Router | null = null;

/** The router hands itself over here, so that the request layer can send a person to the login page. */
export function handOverRouter(own: Router): void {
  router = own;
}

export function go(to: string, options?: { replace?: boolean }): void {
  if (router) void router.navigate(to, options);
  else window.location.assign(to);
}

/**
 * The way on to what is being made. Whoever has gone to another page or space meanwhile stays there: what is made late
 * must not take them away, nor be looked for in a space it is not in.
 */
export function onward(): (to: string) => void {
  const from = placeOf(router);
  return (to) => {
    if (placeOf(router) === from) go(to);
  };
}

function placeOf(own: Router | null): string | undefined {
  if (!own) return undefined;
  const { pathname, search } = own.state.navigation.location ?? own.state.location;
  // An address from outside gets its space a moment after its page is shown: that is not another place.
  return `${pathname}?${new URLSearchParams(search).get('teamId') ?? tabTeam()}`;
}

/**
 * Changes the query of the page that is shown. What a page was drawn with may be older than the address, as drawing waits
 * for its turn: of two clicks in a row the second would take the first back.
 */
export function changeQuery(change: (now: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }): void {
  if (!router) throw new Error('There is no router yet');
  const { location, navigation } = router.state;
  const isHere = navigation.location?.pathname === location.pathname;
  const { search } = isHere && navigation.location ? navigation.location : location;
  void router.navigate(`?${change(new URLSearchParams(search))}`, options);
}

/** What the query of an address should be; null where it is right. */
export type Correction = (now: URLSearchParams) => URLSearchParams | null;

/**
 * Whether the address that is shown under `key` is where the person is. A step to another one may be under way, or have
 * ended before the page knows.
 */
export function isShown(key: string): boolean {
  return router?.state.navigation.state === 'idle' && router.state.location.key === key;
}

/** Puts the address right that was shown under `key`. Writing into one that is being left would take that step back. */
export function correctAddress(key: string, correct: Correction): void {
  if (!router || !isShown(key)) return;
  const { location } = router.state;
  const next = correct(new URLSearchParams(location.search));
  if (!next) return;
  const { pathname, hash, state } = location;
  void router.navigate({ pathname, hash, search: `?${next}` }, { replace: true, state });
}

/** The login page that leads back to where the person is now, query included. */
export function loginPath(from: string = window.location.pathname + window.location.search): string {
  return from === '/' || from.startsWith('/login') ? '/login' : `/login?from=${encodeURIComponent(from)}`;
}

/** Where to go after sign-in. Only paths of this site: a link from outside must not lead on to another one. */
export function returnPath(from: string | null): string {
  const inside = siteAddress(from);
  return inside === null || /^\/login(?![\w-])/.test(inside) ? '/home' : inside;
}
