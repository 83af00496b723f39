import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import { isSigned, sign } from '#http/signature.ts';
import { stampOf } from './share-link.ts';
import type { ShareRow } from './share.queries.ts';

/** Which items of which share, until when (seconds since 1970). Items are named by position: an address holds 500. */
type ZipLink = { record_uuid: string; positions: number[]; expires: number };

const ZIP_SECONDS = 3600;

export function signZipLink({ secret }: Pick<App, 'secret'>, row: ShareRow, positions: number[]) {
  const { record_uuid } = row;
  const expires = Math.floor(Date.now() / 1000) + ZIP_SECONDS;
  const query = new URLSearchParams({
    items: writeSet(positions),
    expires: String(expires),
    signature: sign(secret, 'zip', record_uuid, stampOf(row), expires, writeSet(positions)),
  });
  return { url: `/share/${record_uuid}/zip?${query}`, expires_at: new Date(expires * 1000).toISOString() };
}

export function checkZipLink({ secret }: Pick<App, 'secret'>, row: ShareRow, query: unknown): ZipLink {
  const { record_uuid } = row;
  const { items, expires, signature } = query as Record<string, unknown>;
  const isOurs = isSigned(signature, secret, 'zip', record_uuid, stampOf(row), Number(expires), String(items));
  if (!isOurs || !(Number(expires) * 1000 > Date.now())) {
    throw new AppError('forbidden', '下载链接无效或已过期，请回到分享页重新下载');
  }
  return { record_uuid, positions: readSet(String(items)), expires: Number(expires) };
}

/** One bit for each position. */
function writeSet(positions: number[]): string {
  const bits = Buffer.alloc(Math.ceil((Math.max(-1, ...positions) + 1) / 8));
  for (const position of positions) bits[position >> 3] = (bits[position >> 3] ?? 0) | (1 << (position & 7));
  return bits.toString('base64url');
}

function readSet(text: string): number[] {
  const bits = Buffer.from(text, 'base64url');
  return Array.from({ length: bits.length * 8 }, (_, n) => n).filter((n) => (bits[n >> 3] ?? 0) & (1 << (n & 7)));
}
