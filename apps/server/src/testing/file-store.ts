import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { type Db, connectDatabase } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { addFile } from '#features/file/add-file.ts';
import { readQuota, type VlcFile } from '#features/file/file.queries.ts';
import { space } from '#features/team/team.tables.ts';
import { createDiskStorage } from '#storage/disk.ts';
import type { Storage } from '#storage/storage.ts';
import { createTestDatabase } from './test-app.ts';

/** A database and a storage without the server around them, for what files do beneath HTTP. */
export type TestStore = {
  db: Db;
  storage: Storage;
  space(quota_bytes?: number): Promise<string>;
  add(space_id: string, content: string | Buffer): Promise<VlcFile>;
  used(space_id: string): Promise<number>;
};

export async function createTestStore(connections = 10): Promise<TestStore> {
  const { db, pool } = connectDatabase(await createTestDatabase(), connections);
  onTestFinished(() => pool.end());
  const dir = await mkdtemp(join(tmpdir(), 'mixreel-store-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const storage = await createDiskStorage(dir);
  return {
    db,
    storage,
    async space(quota_bytes = 1e12) {
      const space_id = newId();
      await db.insert(space).values({ space_id, space_type: 'TEAM', space_name: '测试空间', quota_bytes });
      return space_id;
    },
    add: (space_id, content) => addFile(db, storage, { ...textFile(space_id), source: Readable.from([content]) }),
    used: async (space_id) => (await readQuota(db, space_id)).used_bytes,
  };
}

export function textFile(space_id: string) {
  return { space_id, file_name: '文件.txt', content_type: 'text/plain', created_by: null };
}
