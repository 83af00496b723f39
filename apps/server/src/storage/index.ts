import { join } from 'node:path';
import type { Config } from '#config.ts';
import { createDiskStorage } from './disk.ts';
import { createS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** The store that the settings name, ready for use. Throws a `ConfigError` when it cannot be used. */
export function createStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  return s3 ? createS3Storage(s3, join(dataDir, 's3-cache')) : createDiskStorage(join(dataDir, 'storage'));
}
