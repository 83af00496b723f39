import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import { isSigned, sign } from '#http/signature.ts';
import { stampOf } from './share-link.ts';
import type { ShareRow } from './share.queries.ts';

const PAPER_SECONDS = 3600;

/** A link to the PDF of a shared board. The share is asked again when it is opened. */
export function signPaperLink({ secret }: Pick<App, 'secret'>, row: ShareRow) {
  const expires = Math.floor(Date.now() / 1000) + PAPER_SECONDS;
  const signature = sign(secret, 'share paper', row.record_uuid, stampOf(row), expires);
  const query = new URLSearchParams({ expires: String(expires), signature });
  return { url: `/share/${row.record_uuid}/paper?${query}`, expires_at: new Date(expires * 1000).toISOString() };
}

export function checkPaperLink({ secret }: Pick<App, 'secret'>, row: ShareRow, query: unknown): void {
  const { expires, signature } = query as Record<string, unknown>;
  const isOurs = isSigned(signature, secret, 'share paper', row.record_uuid, stampOf(row), Number(expires));
  if (!isOurs || !(Number(expires) * 1000 > Date.now())) {
    throw new AppError('forbidden', '下载链接无效或已过期，请回到分享页重新下载');
  }
}
