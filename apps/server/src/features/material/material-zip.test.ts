import { Readable } from 'node:stream';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { addFile } from '#features/file/add-file.ts';
import { createTestApp } from '#testing/test-app.ts';
import { material } from './material.tables.ts';

test('several materials are downloaded as one archive, by whoever may see them and nobody else', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const ids: string[] = [];
  for (const [n, name] of ['甲.mp4', '甲.mp4', '乙.mp4'].entries()) {
    const common = { space_id: user.space_id, created_by: user.user_uid };
    const source = Readable.from([Buffer.from(`内容 ${n}`)]);
    const file = await addFile(app.db, app.storage, { ...common, file_name: name, content_type: 'video/mp4', source });
    const material_id = newId();
    ids.push(material_id);
    const named = { material_name: name, material_type: 'video', material_source: 'user_upload' } as const;
    await app.db.insert(material).values({ ...common, ...named, material_id, vlc_id: file.vlc_id });
  }
  await app.call('material.delete', { material_ids: ids.slice(2) }, user);

  const { data } = await app.call('material.download', { material_ids: ids }, user);
  expect(data.file_name).toBe('甲.mp4 等 2 个.zip');
  const response = await fetch(`${app.url}${data.url}`);
  const archive = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(archive.length));
  const files = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
  expect(files).toEqual([
    ['甲.mp4', '内容 0'],
    ['甲 (2).mp4', '内容 1'],
  ]);

  const changed = data.url.replace(ids[0] ?? '', newId());
  expect((await fetch(`${app.url}${changed}`)).status).toBe(403);
  expect((await app.call('material.download', { material_ids: ids }, await app.signIn())).code).toBe(404);
});
