import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type ListObjectsV2CommandOutput,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Config } from '#config.ts';
import { contentKey, hashOfKey } from './content-key.ts';
import { putStaged } from './disk.ts';
import { contentDisposition } from './disposition.ts';
import { createLocalCache } from './local-cache.ts';
import { checkBucket, createS3Client } from './s3-client.ts';
import { asking, orNull } from './s3-errors.ts';
import { abortOldUploads } from './s3-leftovers.ts';
import { createS3Pieces } from './s3-pieces.ts';
import { uploadFile } from './s3-upload.ts';
import {
  type Listed,
  NoSpaceLeft,
  OutOfRange,
  type Part,
  type PutOptions,
  type Source,
  type Staged,
  type Storage,
} from './storage.ts';

const CACHE_BYTES = 50 * 1024 ** 3;
/** With the pauses between them, a store that is too busy gets some seconds to recover. */
const ATTEMPTS = 7;
const LINK_SECONDS_MAX = 604_800;

/**
 * Contents in a bucket. Their key is their hash, which is known only at the end of the source, so a source is written to
 * a local file first and sent from there. What was sent or fetched stays in `cacheDir` as long as there is room.
 */
export async function createS3Storage(
  config: S3Config,
  cacheDir: string,
  { cacheBytes = CACHE_BYTES, attempts = ATTEMPTS }: { cacheBytes?: number; attempts?: number } = {},
): Promise<Storage> {
  const { bucket } = config;
  const client = createS3Client(config, config.endpoint, attempts);
  const publicClient = config.publicUrl ? createS3Client(config, config.publicUrl, attempts) : null;
  await checkBucket(client, config);
  await abortOldUploads(client, bucket);
  const cache = await createLocalCache(cacheDir, { maxBytes: cacheBytes });
  const place = (sha256: string) => ({ Bucket: bucket, Key: contentKey(sha256) });

  async function stage(source: Source, options: PutOptions): Promise<Staged> {
    await cache.trim();
    const staged = await cache.disk.stage(source, options);
    const { sha256, bytes, path } = staged;
    let isSent = false;
    return {
      ...staged,
      async publish(signal) {
        if ((await stat(sha256))?.bytes !== bytes) {
          await asking(uploadFile(client, { bucket, key: contentKey(sha256) }, staged, signal));
        }
        isSent = true;
        await cache.keep(staged).catch(unlessFull);
      },
      async discard() {
        await staged.discard();
        if (isSent) await rm(path, { force: true });
      },
    };
  }

  async function stat(sha256: string) {
    const head = await orNull(client.send(new HeadObjectCommand(place(sha256))));
    return head && { sha256, bytes: head.ContentLength ?? 0 };
  }

  async function* list(): AsyncIterable<Listed> {
    const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: 'objects/' });
    for (;;) {
      const { value, done } = await asking<IteratorResult<ListObjectsV2CommandOutput, unknown>>(pages.next());
      if (done) return;
      for (const { Key, Size, LastModified } of value.Contents ?? []) {
        const sha256 = Key && hashOfKey(Key);
        if (sha256 && LastModified) yield { sha256, bytes: Size ?? 0, stored_at: LastModified };
      }
    }
  }

  const read: Storage['read'] = async (sha256, range) => {
    // A range that is upside down would be ignored by the store, and everything sent.
    if (range && (range.start < 0 || range.end < range.start)) throw new OutOfRange(`${range.start}-${range.end}`);
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await asking(client.send(new GetObjectCommand({ ...place(sha256), Range })));
    return Body as Readable;
  };

  async function* bytesOf(parts: Part[]): AsyncGenerator<Buffer, void, undefined> {
    for (const part of parts) {
      if (Buffer.isBuffer(part)) yield part;
      else if (part.size > 0) {
        const range = { start: part.start, end: part.start + part.size - 1 };
        yield* 'path' in part ? createReadStream(part.path, range) : await read(part.sha256, range);
      }
    }
  }

  return {
    kind: 's3',
    pieces: createS3Pieces(client, bucket),
    stage,
    // Browsers are sent to the bucket, which knows whole objects only.
    async compose(parts, options) {
      return { ...(await stage(Readable.from(bytesOf(parts)), options)), made_of: [] };
    },
    put: (source, options) => putStaged(stage, source, options),
    stat,
    read,
    open: (sha256) => cache.open(sha256, () => read(sha256)),
    async remove(sha256) {
      await asking(client.send(new DeleteObjectCommand(place(sha256))));
      await cache.disk.remove(sha256);
    },
    async directLink(sha256, { seconds, fileName, contentType, disposition }) {
      if (!publicClient) return null;
      // Signed as of the last full step, so that links made soon after one another are equal and browsers can cache.
      const step = Math.max(60, Math.round(seconds / 10));
      const now = Math.floor(Date.now() / 1000);
      const command = new GetObjectCommand({
        ...place(sha256),
        ResponseContentDisposition: contentDisposition(disposition, fileName),
        ResponseContentType: contentType,
      });
      return getSignedUrl(publicClient, command, {
        signingDate: new Date((now - (now % step)) * 1000),
        expiresIn: Math.min(seconds + step, LINK_SECONDS_MAX),
      });
    },
    list,
    freeBytes: async () => null,
    async close() {
      client.destroy();
      publicClient?.destroy();
      await cache.disk.close();
    },
  };
}

/** The cache is a convenience: what does not fit into it is in the bucket all the same. */
function unlessFull(error: unknown): void {
  if (!(error instanceof NoSpaceLeft)) throw error;
}
