import { createHash } from 'node:crypto';
import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import { linkExpiry } from '#features/file/file-link.ts';
import type { FileLink } from '#features/file/file-link.ts';
import { isSigned, sign } from '#http/signature.ts';
import type { ShareRow } from './share.queries.ts';

const LINK_SECONDS = 3600;

/** Changes with the password: links that were given for an old one end with it. */
export function stampOf({ password_hash }: Pick<ShareRow, 'password_hash'>): string {
  return createHash('sha256')
    .update(password_hash ?? '')
    .digest('base64url')
    .slice(0, 12);
}

type SharedFile = { item_id: string; vlc_id: string; file_name: string };

/** A link to a file of a share. It names the share and the thing in it, which are asked again whenever the file is. */
export function signShareFile(
  { secret }: Pick<App, 'secret'>,
  row: Pick<ShareRow, 'record_uuid' | 'password_hash'>,
  { item_id, vlc_id, file_name }: SharedFile,
  disposition: FileLink['disposition'] = 'inline',
): { url: string; expires_at: string } {
  const expires = linkExpiry(LINK_SECONDS);
  const { record_uuid } = row;
  const name = file_name.toWellFormed();
  const query = new URLSearchParams({
    item: item_id,
    expires: String(expires),
    name,
    ...(disposition === 'attachment' && { download: '1' }),
    signature: sign(secret, 'share file', record_uuid, stampOf(row), item_id, vlc_id, expires, disposition, name),
  });
  return {
    url: `/share/${record_uuid}/file/${vlc_id}?${query}`,
    expires_at: new Date(expires * 1000).toISOString(),
  };
}

/** What the link permits while its share is as it was when the link was made. */
export function checkShareFile(
  { secret }: Pick<App, 'secret'>,
  row: Pick<ShareRow, 'record_uuid' | 'password_hash'>,
  vlc_id: string,
  query: unknown,
): FileLink & { item_id: string } {
  const { item, expires, name, download, signature } = query as Record<string, unknown>;
  const item_id = String(item);
  const disposition = download === '1' ? 'attachment' : 'inline';
  const link: FileLink = { vlc_id, expires: Number(expires), name: String(name), disposition, by: null };
  const parts = ['share file', row.record_uuid, stampOf(row), item_id, vlc_id, link.expires, disposition, link.name];
  if (!isSigned(signature, secret, ...parts) || !(link.expires * 1000 > Date.now())) {
    throw new AppError('forbidden', '链接无效或已过期，请回到分享页刷新');
  }
  return { ...link, item_id };
}
