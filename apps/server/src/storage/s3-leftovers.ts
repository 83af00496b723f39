import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';

const LEFT_HOURS = 48;

/**
 * Takes back the parts of uploads that a killed process never finished: nobody sees them, but they are stored and paid
 * for. One page at each start keeps up with them. It is housekeeping: a store that cannot do it, or another process
 * that does it at the same time, must not stop the start.
 */
export async function abortOldUploads(client: S3Client, bucket: string): Promise<void> {
  const { Uploads = [] } = await client
    .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: 'objects/' }))
    .catch(() => ({ Uploads: [] }));
  const before = Date.now() - LEFT_HOURS * 3_600_000;
  const old = Uploads.filter(({ Initiated }) => Initiated && Initiated.getTime() < before);
  await Promise.allSettled(
    old.map(({ Key, UploadId }) => client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))),
  );
}
