import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { startS3Double } from '#testing/s3-double.ts';
import { createTestApp } from '#testing/test-app.ts';
import { filmOf, partsIn, sendBytes, sha256, start, tus, uploadWorld } from '#testing/uploads.ts';
import { sweepParts } from './forget-uploads.ts';
import { upload_record } from './upload.tables.ts';

/** Larger than one piece of the store. */
const BYTES = 20_000_000;
const FIRST = 18_000_000;

test('an upload that one API began is gone on with by another and finished by the first', async () => {
  const { a, b, user, project_id, double } = await twoApis();
  const content = await filmOf(a, BYTES);
  const { record } = (await start(a, user, project_id, content.length)).data;
  await sendPiece(a.url, user.token, record, content.subarray(0, FIRST));
  expect(await offsetAt(b.url, user.token, record)).toBe(FIRST);

  await sendBytes(b, user.token, record, content);
  expect(await offsetAt(a.url, user.token, record)).toBe(BYTES);
  const hash = sha256(content);
  const ended = await a.call('upload.end', { record_uuid: record.record_uuid, sha256: hash }, user);
  expect(ended.data).toMatchObject({ status: 'completed', material_data: { source_info: { bytes: BYTES } } });
  expect((await buffer(await b.storage.read(hash))).equals(content)).toBe(true);
  expect(leftIn(double)).toEqual([]);
  expect(partsIn(a)).toEqual([]);
});

test('what an API had on its own disk alone, and not in the store, is asked for again', async () => {
  const { a, b, user, project_id, double } = await twoApis();
  const content = await filmOf(a, 3_000_000);
  const { record } = (await start(a, user, project_id, content.length)).data;
  await sendPiece(a.url, user.token, record, content.subarray(0, 1_000_000));
  await sendPiece(a.url, user.token, record, content.subarray(1_000_000, 2_000_000), 1_000_000);
  const [, second = ''] = leftIn(double);
  double.objects.delete(second);
  expect(await offsetAt(a.url, user.token, record)).toBe(1_000_000);
  await sendBytes(b, user.token, record, content, { chunk: 500_000 });
  const ended = await a.call('upload.end', { record_uuid: record.record_uuid, sha256: sha256(content) }, user);
  expect(ended.data).toMatchObject({ status: 'completed' });
});

test('what nobody finishes is taken out of the store', async () => {
  const { a, b, user, project_id, double } = await twoApis();
  const content = await filmOf(a, 3_000_000);
  const { record } = (await start(a, user, project_id, content.length)).data;
  await sendPiece(a.url, user.token, record, content.subarray(0, 1_000_000));
  expect(await sweepParts(b, -1000)).toBe(0);
  expect(leftIn(double)).toHaveLength(1);
  await b.db.delete(upload_record).where(eq(upload_record.record_uuid, record.record_uuid));
  expect(await sweepParts(b, -1000)).toBe(1);
  expect(leftIn(double)).toEqual([]);
});

async function twoApis() {
  const double = await startS3Double();
  onTestFinished(() => double.close());
  const env = {
    S3_ENDPOINT: double.endpoint,
    S3_BUCKET: double.bucket,
    S3_ACCESS_KEY_ID: double.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: double.credentials.secretAccessKey,
  };
  const { app: a, user, project_id } = await uploadWorld({ env });
  const b = await createTestApp({ env: { ...env, DATABASE_URL: a.config.database.url ?? '' } });
  return { a, b, user, project_id, double };
}

function leftIn({ objects }: { objects: Map<string, unknown> }): string[] {
  return [...objects.keys()].filter((key) => key.startsWith('uploads/')).toSorted();
}

type Sent = { upload_url: string | null };

async function offsetAt(url: string, token: string, { upload_url }: Sent): Promise<number> {
  const head = await fetch(url + upload_url, { method: 'HEAD', headers: tus(token) });
  return Number(head.headers.get('upload-offset'));
}

async function sendPiece(url: string, token: string, { upload_url }: Sent, piece: Buffer, offset = 0): Promise<void> {
  const headers = {
    ...tus(token),
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  };
  const { status } = await fetch(url + upload_url, { method: 'PATCH', headers, body: new Uint8Array(piece) });
  expect(status).toBe(204);
}
