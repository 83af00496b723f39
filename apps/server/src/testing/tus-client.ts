import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { UploadRecord } from '@mixreel/contract';
import type { TestApp } from './test-app.ts';

export function tus(token: string): Record<string, string> {
  return { 'tus-resumable': '1.0.0', ...(token && { authorization: `Bearer ${token}` }) };
}

type Server = Pick<TestApp, 'url'>;

/** Sends a file by the tus protocol from where the server is, as a page does. */
export async function sendBytes(
  { url }: Server,
  token: string,
  { upload_url }: Pick<UploadRecord, 'upload_url'>,
  content: Buffer,
  { chunk = Infinity }: { chunk?: number } = {},
): Promise<void> {
  const head = await fetch(url + upload_url, { method: 'HEAD', headers: tus(token) });
  if (head.status !== 200) throw new Error(`HEAD was answered with ${head.status}`);
  for (let offset = Number(head.headers.get('upload-offset')); offset < content.length;) {
    const body = new Uint8Array(content.subarray(offset, offset + chunk));
    const headers = {
      ...tus(token),
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    };
    const sent = await fetch(url + upload_url, { method: 'PATCH', headers, body });
    if (sent.status !== 204) throw new Error(`PATCH was answered with ${sent.status} ${await sent.text()}`);
    offset = Number(sent.headers.get('upload-offset'));
  }
}

/** A real film of exactly so many bytes: what is missing is in a box that players skip. Below its own size, its head. */
export async function filmOf({ media }: Pick<TestApp, 'media'>, bytes: number): Promise<Buffer> {
  const film = readFileSync(await media.film());
  if (film.length + 8 > bytes) return Buffer.concat([film.subarray(0, bytes - 16), randomBytes(16)]);
  const free = Buffer.concat([Buffer.alloc(8), randomBytes(bytes - film.length - 8)]);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([film, free]);
}
