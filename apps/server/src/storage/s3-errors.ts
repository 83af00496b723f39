import { MissingContent, NoSpaceLeft, OutOfRange, StoreUnavailable } from './storage.ts';

/** What stores call a bucket or a disk that takes no more. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'InsufficientCapacity']);

type S3Failure = Error & { $metadata?: { httpStatusCode?: number } };

/** Runs a request to the store and gives its failures the names that callers know. */
export async function asking<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (thrown) {
    throw toStorageError(thrown as S3Failure);
  }
}

/** Null instead of `MissingContent`. */
export async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await asking(request);
  } catch (error) {
    if (error instanceof MissingContent) return null;
    throw error;
  }
}

function toStorageError(error: S3Failure): Error {
  if (error.name === 'AbortError') return error;
  const status = error.$metadata?.httpStatusCode;
  if (status === 404 && error.name !== 'NoSuchBucket') return new MissingContent('Not in the bucket', { cause: error });
  if (status === 416) return new OutOfRange('Behind the end of the content', { cause: error });
  if (status === 507 || FULL.has(error.name)) return new NoSpaceLeft(`S3: ${error.name}`, { cause: error });
  return new StoreUnavailable(`S3: ${error.name}: ${error.message}`, { cause: error });
}
