import { AppError } from '@mixreel/contract';
import { BoundedMap } from '@mixreel/media';
import type { App } from '#context.ts';
import { isSigned, sign } from '#http/signature.ts';
import type { Disposition } from '#storage/storage.ts';
import type { VlcFile } from './file.queries.ts';

/** What a link permits: this file, under this name, shown or saved, until then (seconds since 1970). */
export type FileLink = {
  vlc_id: string;
  expires: number;
  name: string;
  disposition: Disposition;
  /** Whom it was given to, where a download has to be known by name. */
  by: string | null;
};

type SignOptions = ({ seconds: number } | { until: string }) & { disposition?: Disposition; by?: string };

/**
 * A link to a file that works without signing in, for at least so many seconds and up to a tenth longer: links made
 * soon after one another are equal, so that a list drawn again finds its pictures in the browser's cache. Or until a
 * moment, and not longer.
 */
export function signFileLink(
  { secret }: Pick<App, 'secret'>,
  { vlc_id, file_name }: Pick<VlcFile, 'vlc_id' | 'file_name'>,
  { disposition = 'inline', by, ...time }: SignOptions,
): { url: string; expires_at: string } {
  const expires = 'until' in time ? Math.floor(Date.parse(time.until) / 1000) : linkExpiry(time.seconds);
  const link: FileLink = { vlc_id, expires, name: file_name.toWellFormed(), disposition, by: by ?? null };
  return { url: writeOnce(secret, link), expires_at: new Date(expires * 1000).toISOString() };
}

/** The end of a link that lives at least so long; links made soon after one another end together. */
export function linkExpiry(seconds: number): number {
  const step = Math.max(1, Math.floor(seconds / 10));
  return Math.ceil((Date.now() / 1000 + seconds) / step) * step;
}

/** Nothing but what they are made of decides them, the secret included. */
const links = new BoundedMap<string, string>(20_000);

/** Equal links are made again and again, four for every card of a list; signing them took longer than reading the rows. */
function writeOnce(secret: string, link: FileLink): string {
  const key = [secret, ...partsOf(link)].join('\n');
  const known = links.get(key);
  if (known) return known;
  const { vlc_id, expires, name, disposition, by } = link;
  const download = `${disposition === 'attachment' ? '&download=1' : ''}${by ? `&by=${by}` : ''}`;
  const signature = sign(secret, ...partsOf(link));
  const url = `/files/${vlc_id}?expires=${expires}&name=${encodeURIComponent(name)}${download}&signature=${signature}`;
  links.set(key, url);
  return url;
}

/** What the link permits. Throws when it was not made here, was changed, or has expired. */
export function checkFileLink({ secret }: Pick<App, 'secret'>, vlc_id: string, query: unknown): FileLink {
  const { expires, name, download, by, signature } = query as Record<string, unknown>;
  const link: FileLink = {
    vlc_id,
    expires: Number(expires),
    name: String(name),
    disposition: download === '1' ? 'attachment' : 'inline',
    by: typeof by === 'string' ? by : null,
  };
  const isOurs = isSigned(signature, secret, ...partsOf(link));
  if (!isOurs || !(link.expires * 1000 > Date.now())) throw new AppError('forbidden', '链接无效或已过期，请重新获取');
  return link;
}

/** The name comes last: it alone may hold any character, a line break included. */
function partsOf({ vlc_id, expires, disposition, by, name }: FileLink): (string | number)[] {
  return by === null
    ? ['file', vlc_id, expires, disposition, name]
    : ['file of', by, vlc_id, expires, disposition, name];
}
