import { join } from 'node:path';
import type { Config } from '#config.ts';
import { createDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** The store that the settings name, ready for use. Throws a `ConfigError` when it cannot be used. */
export async function createStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (!s3) return createDiskStorage(join(dataDir, 'storage'));
  // Loading the S3 client takes a noticeable part of a second, which most installations need not pay at every start.
  const { createS3Storage } = await import('./s3.ts');
  return createS3Storage(s3, join(dataDir, 's3-cache'));
}
