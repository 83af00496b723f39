import { siteAddress } from '@mixreel/contract';

type Go = (to: string, options?: { replace?: boolean }) => void;

let goWith: Go = (to) => window.location.assign(to);

/** The router hands itself over here, so that the request layer can send a person to the login page. */
export function handOverRouter(go: Go): void {
  goWith = go;
}

export function go(to: string, options?: { replace?: boolean }): void {
  goWith(to, options);
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
