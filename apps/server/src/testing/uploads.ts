import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SameNameChoice, UploadRecord } from '@mixreel/contract';
import { expect } from 'vitest';
import { newId } from '#db/id.ts';
import { project } from '#features/project/project.tables.ts';
import { type TestApp, type TestUser, createTestApp } from './test-app.ts';

/** A server, somebody who is signed in, and a project of theirs. */
export async function uploadWorld(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options);
  const user = await app.signIn({ name: '小王' });
  const project_id = await addProject(app, user);
  return { app, user, project_id };
}

export async function addProject({ db }: TestApp, { user_uid, space_id }: TestUser): Promise<string> {
  const project_id = newId();
  await db.insert(project).values({ project_id, space_id, project_name: '夏季', created_by: user_uid });
  return project_id;
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

type Given = { file_name?: string; relative_path?: string; same_name?: SameNameChoice; sha256?: string };

export function start(app: TestApp, as: TestUser, project_id: string, bytes: number, given: Given = {}) {
  return app.call('upload.start', { project_id, file_name: 'a.mp4', bytes, ...given }, as);
}

/** The whole way of a page: start, send, end. */
export async function upload(app: TestApp, as: TestUser, project_id: string, content: Buffer, given: Given = {}) {
  const started = await start(app, as, project_id, content.length, given);
  expect(started).toMatchObject({ code: 0 });
  const { record } = started.data;
  if (record.status !== 'uploading') return record;
  await sendBytes(app, as.token, record, content);
  const ended = await app.call('upload.end', { record_uuid: record.record_uuid }, as);
  expect(ended).toMatchObject({ code: 0 });
  return ended.data;
}

/** The files of uploads that are under way. */
export function partsIn({ config }: Pick<TestApp, 'config'>): string[] {
  const dir = join(config.dataDir, 'uploads');
  return existsSync(dir) ? readdirSync(dir) : [];
}

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
