import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import { isSigned, sign } from '#http/signature.ts';
import { stampOf } from './share-link.ts';
import type { ShareRow } from './share.queries.ts';
import type { Part } from './shared-things.ts';

const ZIP_SECONDS = 3600;

export function signZipLink({ secret }: Pick<App, 'secret'>, row: ShareRow, part: NonNullable<Part>) {
  const { record_uuid } = row;
  const expires = Math.floor(Date.now() / 1000) + ZIP_SECONDS;
  const items = writePart(part);
  const query = new URLSearchParams({
    items,
    expires: String(expires),
    signature: sign(secret, 'zip', record_uuid, stampOf(row), expires, items),
  });
  return { url: `/share/${record_uuid}/zip?${query}`, expires_at: new Date(expires * 1000).toISOString() };
}

export function checkZipLink({ secret }: Pick<App, 'secret'>, row: ShareRow, query: unknown): NonNullable<Part> {
  const { record_uuid } = row;
  const { items, expires, signature } = query as Record<string, unknown>;
  const isOurs = isSigned(signature, secret, 'zip', record_uuid, stampOf(row), Number(expires), String(items));
  if (!isOurs || !(Number(expires) * 1000 > Date.now())) {
    throw new AppError('forbidden', '下载链接无效或已过期，请回到分享页重新下载');
  }
  return readPart(String(items));
}

/** What was chosen is named by position, so that an address holds 500; what lies in a directory by its id, or by that. */
function writePart(part: NonNullable<Part>): string {
  if ('positions' in part) return `p.${writeSet(part.positions)}`;
  return 'dir_id' in part ? `d.${part.dir_id}` : `i.${part.item_ids.join('.')}`;
}

function readPart(text: string): NonNullable<Part> {
  const [kind, ...rest] = text.split('.');
  if (kind === 'd') return { dir_id: rest[0] ?? '' };
  return kind === 'i' ? { item_ids: rest } : { positions: readSet(rest[0] ?? '') };
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
