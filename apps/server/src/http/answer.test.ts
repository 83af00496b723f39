import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { AppError } from '@mixreel/contract';
import { FfmpegError } from '@mixreel/media';
import { expect, test } from 'vitest';
import { DatabaseAway } from '#db/away.ts';
import { sql } from '#db/orm.ts';
import { asking } from '#storage/s3-errors.ts';
import { NoSpaceLeft } from '#storage/storage.ts';
import { createTestApp } from '#testing/test-app.ts';
import { toAppError } from './answer.ts';

const FULL = new AppError('disk_full');

test('a full disk is named in one sentence, whoever noticed it', async () => {
  const { db, pool } = await createTestApp();
  const raise = `do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`;
  const quota = Object.assign(new Error('full'), { name: 'XMinioStorageFull', $metadata: { httpStatusCode: 507 } });
  const said = [
    await db.execute(sql.raw(raise)).catch(own),
    await db.transaction((tx) => tx.execute(sql.raw(raise))).catch(own),
    await pool.query(raise).catch(own),
    await asking(Promise.reject(quota)).catch(own),
    new FfmpegError('no-space', 'av_interleaved_write_frame(): No space left on device'),
    new NoSpaceLeft('Less than 256 MB are free'),
    // A device that is always full.
    ...(existsSync('/dev/full') ? [await writeFile('/dev/full', 'x').catch(own)] : []),
  ];
  for (const error of said) expect(toAppError(error)).toEqual(FULL);
  expect(FULL.message).toMatch(/磁盘空间不足.*清理磁盘后重试/);
});

test('what concerns the connection to the database is told as such, and other refusals of it are not', async () => {
  const { db } = await createTestApp();
  expect(toAppError(new Error('Failed query', { cause: new DatabaseAway('gone') }))).toMatchObject({
    error: 'unavailable',
    message: '数据库暂时连不上，请稍后重试',
  });
  expect(toAppError(await db.execute(sql`select 1 / 0`).catch(own))).toMatchObject({ error: 'internal' });
});

function own(error: unknown): unknown {
  return error;
}
