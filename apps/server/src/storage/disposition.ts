import type { Disposition } from './storage.ts';

/**
 * `contentDisposition('attachment', '视频 1.mp4')` gives
 * `attachment; filename="__ 1.mp4"; filename*=UTF-8''%E8%A7%86%E9%A2%91%201.mp4`: the first name for old programs, the
 * second (RFC 5987) for all others.
 */
export function contentDisposition(disposition: Disposition, fileName: string): string {
  // A name may not lead out of the download folder, nor break the header apart.
  const name = fileName.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_');
  const plain = name.replace(/[^ -~]|["%]/gu, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
