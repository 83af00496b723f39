import { lookup } from 'node:dns/promises';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, type LookupFunction, isIP, isIPv4 } from 'node:net';

/** An address that this server must not reach on behalf of somebody else. */
export class NotPublic extends Error {}

/** Loopback, private, link-local (there live the metadata services of clouds), shared, reserved, test, multicast. */
const RESERVED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Inside 2000::/3, the only part of IPv6 that is public: protocols (Teredo too), documentation, 6to4. */
const RESERVED_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const reserved = new BlockList();
for (const [net, prefix] of RESERVED_V4) reserved.addSubnet(net, prefix, 'ipv4');
const reserved6 = new BlockList();
for (const [net, prefix] of RESERVED_V6) reserved6.addSubnet(net, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address belongs to the public internet. IPv4 written as IPv6 is judged as the IPv4 that it is. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4');
  if (isIP(address) !== 6 || address.includes('%')) return false;
  const mapped = mappedV4(address);
  if (mapped) return !reserved.check(mapped, 'ipv4');
  return global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
}

/** `::ffff:7f00:1` and `::ffff:127.0.0.1` both give `127.0.0.1`. */
function mappedV4(address: string): string | null {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return null;
  const number = Number.parseInt(high, 16) * 65536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

export type PublicOptions = {
  signal: AbortSignal;
  headers?: Record<string, string>;
  /** With its port. An administrator named it, and so may be anywhere. */
  trustedHost?: string | null;
  /** For tests alone, whose other sites are on this machine. */
  allowLoopback?: boolean;
  /** How names become addresses. */
  resolve?: (hostname: string) => Promise<string[]>;
};

const REDIRECTS_MAX = 3;

/**
 * GETs an address that somebody gave us. The name is resolved once, every address it has is checked, and the connection
 * goes to one of those: a name that answers differently the second time gains nothing. Each redirect is checked anew.
 */
export async function getPublic(address: string, options: PublicOptions): Promise<IncomingMessage> {
  let url = parse(address);
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(url, options);
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || !headers.location) return response;
    response.destroy();
    if (redirects >= REDIRECTS_MAX) throw new NotPublic('Too many redirects');
    if (!URL.canParse(headers.location, url)) throw new NotPublic('A redirect to nowhere');
    url = parse(new URL(headers.location, url).href);
  }
}

function parse(address: string): URL {
  if (!URL.canParse(address)) throw new NotPublic('Not an address');
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new NotPublic('Neither http nor https');
  if (url.username || url.password) throw new NotPublic('Holds a password');
  return url;
}

function send(url: URL, options: PublicOptions) {
  const { signal, headers = {}, trustedHost = null, allowLoopback = false, resolve = resolveName } = options;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAllowed = (ip: string) =>
    isPublicAddress(ip) || url.host === trustedHost || (allowLoopback && /^(127\.|::1$)/.test(ip));
  if (isIP(host) && !isAllowed(host)) throw new NotPublic('Not on the public internet');

  const lookupChecked: LookupFunction = (name, { all }, answer) => {
    resolve(name).then(
      (ips) => {
        const [first] = ips;
        if (!first || !ips.every(isAllowed)) return answer(new NotPublic('Not on the public internet'), '', 0);
        const found = ips.map((ip) => ({ address: ip, family: isIP(ip) }));
        if (all) return answer(null, found);
        return answer(null, first, isIP(first));
      },
      (error: Error) => answer(error, '', 0),
    );
  };
  return new Promise<IncomingMessage>((done, fail) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    // No agent: a connection kept from before would not be checked.
    const request: ClientRequest = start(url, { headers, signal, lookup: lookupChecked, agent: false }, done);
    request.on('error', fail);
    request.end();
  });
}

async function resolveName(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}
