import { networkInterfaces } from 'node:os';

/** Home and office networks first: a machine with containers has many addresses that no phone reaches. */
const LIKELY = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./];

/**
 * The site's address as a phone on the same network reaches it: the configured one, else the page's own. A page opened
 * as localhost gets this machine's network address, if the server listens there.
 */
export function reachableOrigin(page: string, { publicUrl, host }: { publicUrl: string | null; host: string }): string {
  if (publicUrl) return publicUrl;
  const url = new URL(page);
  const listensEverywhere = host === '0.0.0.0' || host === '::';
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname) || !listensEverywhere) return url.origin;
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? address : []));
  const [best] = addresses.toSorted((a, b) => likelihood(a) - likelihood(b));
  if (best) url.hostname = best;
  return url.origin;
}

/** The link that a code is opened with; null when the page did not say where it is. */
export function signInLink(
  code: string,
  origin: string | undefined,
  config: Parameters<typeof reachableOrigin>[1],
): string | null {
  return origin ? `${reachableOrigin(origin, config)}/login?code=${code}` : null;
}

function likelihood(address: string): number {
  const found = LIKELY.findIndex((pattern) => pattern.test(address));
  return found === -1 ? LIKELY.length : found;
}
