import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { asking } from './s3-errors.ts';
import type { Pieces } from './storage.ts';

/** Beside `objects/`, which alone is listed and collected as contents. */
const FOLDER = 'uploads/';

export function createS3Pieces(client: S3Client, bucket: string): Pieces {
  const place = (name: string) => ({ Bucket: bucket, Key: FOLDER + name });
  return {
    async put(name, body) {
      await asking(client.send(new PutObjectCommand({ ...place(name), Body: body, ContentLength: body.length })));
    },
    async read(name, { start, end }) {
      const Range = `bytes=${start}-${end}`;
      const { Body } = await asking(client.send(new GetObjectCommand({ ...place(name), Range })));
      return Body as Readable;
    },
    async *list(prefix) {
      for await (const { Contents } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: FOLDER + prefix })) {
        for (const { Key, LastModified } of Contents ?? []) {
          if (Key && LastModified) yield { name: Key.slice(FOLDER.length), stored_at: LastModified };
        }
      }
    },
    async remove(name) {
      await asking(client.send(new DeleteObjectCommand(place(name))));
    },
  };
}
