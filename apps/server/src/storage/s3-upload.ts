import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

const PART_BYTES = 8 * 1024 ** 2;
const PARTS_MAX = 10_000;
const PARTS_AT_ONCE = 3;

type Target = { bucket: string; key: string };

/** Sends a local file: small ones in one request, others in parts that are retried one by one. */
export async function uploadFile(
  client: S3Client,
  { bucket, key }: Target,
  { path, bytes }: { path: string; bytes: number },
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const place = { Bucket: bucket, Key: key, ContentLength: bytes };
  if (bytes <= PART_BYTES) {
    const put = new PutObjectCommand({ ...place, Body: await readFile(path) });
    await client.send(put, signal && { abortSignal: signal });
    return;
  }

  const abortController = new AbortController();
  const abort = () => abortController.abort();
  signal?.addEventListener('abort', abort, { once: true });
  const body = createReadStream(path, { highWaterMark: 1024 ** 2 });
  try {
    const partSize = Math.max(PART_BYTES, Math.ceil(bytes / PARTS_MAX));
    const params = { ...place, Body: body };
    await new Upload({ client, params, partSize, queueSize: PARTS_AT_ONCE, abortController }).done();
  } finally {
    signal?.removeEventListener('abort', abort);
    body.destroy();
  }
}
