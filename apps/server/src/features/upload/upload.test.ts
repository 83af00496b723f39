import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eq, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { readQuota } from '#features/file/file.queries.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { space, space_member } from '#features/team/team.tables.ts';
import { addProject, filmOf, partsIn, sendBytes, sha256, start, tus, upload, uploadWorld } from '#testing/uploads.ts';
import { forgetOldUploads, sweepParts } from './forget-uploads.ts';
import { signUploadToken } from './upload-token.ts';
import { upload_record } from './upload.tables.ts';

test('a film is sent in pieces, becomes a material and waits for its analysis', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 3_000_000);
  const token = (await app.call('upload.authToken', { project_id }, user)).data;
  expect(token).toMatchObject({ endpoint: '/api/vlc_file/tus', at_once: 4 });

  const { data } = await start(app, user, project_id, content.length, { file_name: '口播 🎬 1.mp4' });
  expect(data).toMatchObject({ instant: false, hash_first: false, record: { status: 'uploading', received_bytes: 0 } });
  const { record } = data;
  await sendBytes(app, token.token, record, content, { chunk: 1_000_000 });
  const sent = await app.call('upload.detail', { record_uuid: record.record_uuid }, user);
  expect(sent.data).toMatchObject({ status: 'uploading', received_bytes: content.length });

  const hash = sha256(content);
  const ended = await app.call('upload.end', { record_uuid: record.record_uuid, sha256: hash }, user);
  expect(ended.data).toMatchObject({
    status: 'completed',
    upload_url: null,
    material_data: {
      material_name: '口播 🎬 1.mp4',
      material_type: 'video',
      material_source: 'user_upload',
      analysis_status: 'waiting',
      source_info: { bytes: content.length },
    },
  });
  expect(await buffer(await app.storage.read(hash))).toEqual(content);
  const link = await fetch(app.url + ended.data.material_data?.cdn_url);
  expect(link.headers.get('content-type')).toBe('video/mp4');
  expect(Buffer.from(await link.arrayBuffer()).equals(content)).toBe(true);
  expect((await readQuota(app.db, user.space_id)).used_bytes).toBe(content.length);
  expect(partsIn(app)).toEqual([]);
  // Said twice, as after a lost answer, it is still one material.
  const again = await app.call('upload.end', { record_uuid: record.record_uuid }, user);
  expect(again.data.material_data?.material_id).toBe(ended.data.material_data?.material_id);
  expect(await app.db.$count(material)).toBe(1);
});

test('a sender goes on from where the disk is, after a broken connection too', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 2_000_000);
  const { record } = (await start(app, user, project_id, content.length)).data;
  const arrived = () =>
    statSync(join(app.config.dataDir, 'uploads', record.record_uuid), { throwIfNoEntry: false })?.size ?? 0;
  const gone = new AbortController();
  const slow = Readable.toWeb(
    Readable.from(
      (async function* () {
        yield content.subarray(0, 1_200_000);
        while (arrived() === 0) await delay(5);
        gone.abort();
        yield content.subarray(1_200_000);
      })(),
    ),
  );
  const broken = fetch(app.url + record.upload_url, {
    method: 'PATCH',
    headers: {
      ...tus(user.token),
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(content.length),
    },
    body: slow as unknown as ReadableStream,
    signal: gone.signal,
    duplex: 'half',
  } as RequestInit);
  await expect(broken).rejects.toThrow(/abort/);
  const offset = async () => {
    const head = await fetch(app.url + record.upload_url, { method: 'HEAD', headers: tus(user.token) });
    expect([head.status, head.headers.get('upload-length')]).toEqual([200, String(content.length)]);
    return Number(head.headers.get('upload-offset'));
  };
  const reached = await offset();
  expect(reached).toBeGreaterThan(0);
  expect(reached).toBe(arrived());
  await sendBytes(app, user.token, record, content);
  const ended = await app.call('upload.end', { record_uuid: record.record_uuid, sha256: sha256(content) }, user);
  expect(ended.data.status).toBe('completed');
});

test('before all bytes are there nothing is finished, and a wrong offset or too much is refused', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 500_000);
  const { record } = (await start(app, user, project_id, content.length)).data;
  const { record_uuid, upload_url } = record;
  const send = (offset: number, body: Buffer, headers: Record<string, string> = {}) =>
    fetch(app.url + upload_url, {
      method: 'PATCH',
      headers: {
        ...tus(user.token),
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        ...headers,
      },
      body: new Uint8Array(body),
    });
  expect((await send(0, content.subarray(0, 1000))).status).toBe(204);
  expect((await send(0, content.subarray(0, 1000))).status).toBe(409);
  expect((await send(1000, Buffer.concat([content, content]))).status).toBe(413);
  expect((await send(1000, content.subarray(1000), { 'content-type': 'text/plain' })).status).toBe(400);
  const early = await app.call('upload.end', { record_uuid }, user);
  expect(early).toMatchObject({ code: 409, message: `还有 ${content.length - 1000} 字节没有传到，请继续上传` });
  expect((await send(1000, content.subarray(1000))).status).toBe(204);
  expect((await app.call('upload.end', { record_uuid }, user)).data.status).toBe('completed');
});

test('uploads cannot be created by the protocol, only by the call that checks them', async () => {
  const { app, user, project_id } = await uploadWorld();
  const made = await fetch(`${app.url}/api/vlc_file/tus/`, {
    method: 'POST',
    headers: { ...tus(user.token), 'upload-length': '100' },
  });
  expect(made.status).toBe(404);
  const { record } = (await start(app, user, project_id, 100)).data;
  for (const path of ['nobody', '..%2f..%2fetc', `${record.record_uuid}/x`, '%00']) {
    const head = await fetch(`${app.url}/api/vlc_file/tus/${path}`, { method: 'HEAD', headers: tus(user.token) });
    expect([path, head.status]).toEqual([path, path === '%00' ? head.status : 404]);
    expect(head.status).toBeGreaterThanOrEqual(400);
  }
});

test('many at once, each with its own bytes', async () => {
  const { app, user, project_id } = await uploadWorld();
  const contents = await Promise.all(Array.from({ length: 12 }, (_, n) => filmOf(app, 700_000 + n)));
  const records = await Promise.all(
    contents.map((content, n) => upload(app, user, project_id, content, { file_name: `镜头 ${n}.mp4` })),
  );
  expect(records.every(({ status }) => status === 'completed')).toBe(true);
  for (const content of contents) {
    expect((await buffer(await app.storage.read(sha256(content)))).equals(content)).toBe(true);
  }
  expect(await app.db.$count(material)).toBe(12);
});

test('a wrong hash ends the upload in words, and nothing is kept', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 100_000);
  const { record } = (await start(app, user, project_id, content.length)).data;
  await sendBytes(app, user.token, record, content);
  const wrong = sha256(Buffer.from('another'));
  const ended = await app.call('upload.end', { record_uuid: record.record_uuid, sha256: wrong }, user);
  expect(ended.data).toMatchObject({
    status: 'failed',
    message: '文件在上传途中损坏或被改动过，请重新上传',
    can_retry: true,
    material_data: null,
  });
  expect([partsIn(app), await app.db.$count(material), await app.db.$count(vlc_file)]).toEqual([[], 0, 0]);
  expect(await Array.fromAsync(app.storage.list())).toEqual([]);
});

test('what the space has is not sent again, and is paid once', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 200_000);
  await upload(app, user, project_id, content, { file_name: '原片.mp4' });
  const first = await start(app, user, project_id, content.length, { file_name: '又一次.mp4' });
  expect(first.data).toMatchObject({ instant: false, hash_first: true, record: { status: 'uploading' } });
  const { record_uuid } = first.data.record;
  const second = await app.call(
    'upload.start',
    { record_uuid, project_id, file_name: '又一次.mp4', bytes: content.length, sha256: sha256(content) },
    user,
  );
  expect(second.data).toMatchObject({
    instant: true,
    hash_first: false,
    record: { record_uuid, status: 'completed', upload_url: null, material_data: { material_name: '又一次.mp4' } },
  });
  expect((await readQuota(app.db, user.space_id)).used_bytes).toBe(content.length);
  expect(await app.db.$count(material)).toBe(2);

  // Another file of the same size goes the usual way.
  const other = await filmOf(app, 200_000);
  const asked = await start(app, user, project_id, other.length, { file_name: '另一个.mp4' });
  const sent = await app.call(
    'upload.start',
    {
      record_uuid: asked.data.record.record_uuid,
      project_id,
      file_name: '另一个.mp4',
      bytes: other.length,
      sha256: sha256(other),
    },
    user,
  );
  expect(sent.data).toMatchObject({ instant: false, hash_first: false, record: { status: 'uploading' } });
});

test('a hash alone gets nothing that another space has', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 200_000);
  await upload(app, user, project_id, content);
  const stranger = await app.signIn({ name: '外人' });
  const theirs = await addProject(app, stranger);
  const asked = await start(app, stranger, theirs, content.length);
  expect(asked.data.hash_first).toBe(false);
  const known = await start(app, stranger, theirs, content.length, { sha256: sha256(content) });
  expect(known.data).toMatchObject({ instant: false, record: { status: 'uploading', material_data: null } });
  expect((await readQuota(app.db, stranger.space_id)).used_bytes).toBe(0);
});

test("nobody sends to, ends or sees another's upload", async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 1000);
  const { record } = (await start(app, user, project_id, content.length)).data;
  const { record_uuid } = record;
  const stranger = await app.signIn({ name: '外人' });
  const colleague = await app.signIn({ name: '同事' });
  const viewer = await app.signIn({ name: '看客' });
  const { space_id } = user;
  await app.db.insert(space_member).values([
    { space_id, user_uid: colleague.user_uid, role: 'editor' },
    { space_id, user_uid: viewer.user_uid, role: 'viewer' },
  ]);
  const theirs = await addProject(app, stranger);
  const strangersToken = (await app.call('upload.authToken', { project_id: theirs }, stranger)).data.token;
  const colleagues = (await app.call('upload.authToken', { project_id }, colleague)).data.token;
  const forged = signUploadToken({ secret: 'other' }, { user_uid: user.user_uid, project_id, expires: 9e9 });
  const expired = signUploadToken(app, { user_uid: user.user_uid, project_id, expires: 1 });
  const elsewhere = signUploadToken(app, { user_uid: user.user_uid, project_id: theirs, expires: 9e9 });
  const doors: [string, string, number][] = [
    ['nothing', '', 401],
    ['a wrong token', 'nonsense', 401],
    ["a stranger's session", stranger.token, 404],
    ["a stranger's upload token", strangersToken, 404],
    ["a colleague's session", colleague.token, 404],
    ["a colleague's upload token", colleagues, 404],
    ["a viewer's session", viewer.token, 403],
    ['a forged upload token', forged, 401],
    ['an expired upload token', expired, 401],
    ['an upload token of another project', elsewhere, 403],
    ['a refresh token', user.refresh_token, 401],
  ];
  for (const [who, token, status] of doors) {
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const answer = await fetch(app.url + record.upload_url, {
        method,
        headers: { ...tus(token), 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        ...(method === 'PATCH' && { body: new Uint8Array(content) }),
      });
      expect([who, method, answer.status]).toEqual([who, method, status]);
    }
  }
  expect(partsIn(app)).toEqual([]);
  expect(await app.call('upload.end', { record_uuid }, stranger)).toMatchObject({ code: 404 });
  expect(await app.call('upload.detail', { record_uuid }, stranger)).toMatchObject({ code: 404 });
  expect(await app.call('upload.end', { record_uuid }, colleague)).toMatchObject({ code: 409 });
  expect(await start(app, viewer, project_id, 1000)).toMatchObject({ code: 403 });
  expect(await app.call('upload.authToken', { project_id }, viewer)).toMatchObject({ code: 403 });
  const again = { record_uuid, project_id, file_name: 'a.mp4', bytes: content.length, sha256: sha256(content) };
  expect(await app.call('upload.start', again, colleague)).toMatchObject({ code: 404 });
  // An upload token opens nothing else.
  expect(await app.call('upload.detail', { record_uuid }, { token: colleagues })).toMatchObject({ code: 401 });
  expect((await app.call('upload.detail', { record_uuid }, colleague)).data.status).toBe('uploading');
});

test('a token ends with what its owner may do', async () => {
  const { app, user, project_id } = await uploadWorld();
  const { record } = (await start(app, user, project_id, 1000)).data;
  const { token } = (await app.call('upload.authToken', { project_id }, user)).data;
  const head = async () => (await fetch(app.url + record.upload_url, { method: 'HEAD', headers: tus(token) })).status;
  expect(await head()).toBe(200);
  const isUser = eq(user_account.user_uid, user.user_uid);
  await app.db.update(space_member).set({ role: 'viewer' }).where(eq(space_member.user_uid, user.user_uid));
  expect(await head()).toBe(403);
  await app.db.update(space_member).set({ role: 'owner' }).where(eq(space_member.user_uid, user.user_uid));
  await app.db.update(user_account).set({ user_privilege: false }).where(isUser);
  expect(await head()).toBe(401);
  await app.db.update(user_account).set({ user_privilege: true, status: 'disabled' }).where(isUser);
  expect(await head()).toBe(401);
  await app.db.update(user_account).set({ status: 'active' }).where(isUser);
  expect(await head()).toBe(200);
  await app.db.update(project).set({ deleted_at: new Date().toISOString() });
  expect(await head()).toBe(403);
});

test('what is given up leaves nothing, and cannot be finished', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 50_000);
  const ways = [
    (_record_uuid: string, upload_url: string) =>
      fetch(app.url + upload_url, { method: 'DELETE', headers: tus(user.token) }).then(({ status }) => status === 204),
    async (record_uuid: string) =>
      (await app.call('upload.end', { record_uuid, cancel: true }, user)).data.status === 'canceled',
  ];
  for (const giveUp of ways) {
    const { record } = (await start(app, user, project_id, content.length)).data;
    const { record_uuid, upload_url } = record;
    await sendBytes(app, user.token, record, content);
    expect(partsIn(app)).toEqual([record_uuid]);
    expect(await giveUp(record_uuid, upload_url ?? '')).toBe(true);
    expect(partsIn(app)).toEqual([]);
    expect((await app.call('upload.detail', { record_uuid }, user)).data.status).toBe('canceled');
    expect(await app.call('upload.end', { record_uuid }, user)).toMatchObject({ code: 409 });
    expect((await fetch(app.url + upload_url, { method: 'HEAD', headers: tus(user.token) })).status).toBe(404);
  }
  expect(await app.db.$count(material)).toBe(0);
});

test('records are listed newest first, and forgetting one keeps its material', async () => {
  const { app, user, project_id } = await uploadWorld();
  const done = await upload(app, user, project_id, await filmOf(app, 10_000), { file_name: '完成.mp4' });
  const { record: open } = (await start(app, user, project_id, 5000, { file_name: '途中.mp4' })).data;
  const { data } = await app.call('upload.list', { project_id }, user);
  expect(data.items.map(({ file_name, status }) => [file_name, status])).toEqual([
    ['途中.mp4', 'uploading'],
    ['完成.mp4', 'completed'],
  ]);
  const filtered = await app.call('upload.list', { project_id, status: 'completed' }, user);
  expect(filtered.data.page_info.total).toBe(1);
  const both = [open.record_uuid, done.record_uuid];
  const read = await app.call('upload.read', { record_uuids: both }, user);
  expect(read.data.items.map(({ record_uuid }) => record_uuid)).toEqual(both);
  expect((await app.call('upload.forget', { record_uuids: both }, user)).data.deleted).toBe(2);
  expect((await app.call('upload.list', { project_id }, user)).data.items).toEqual([]);
  expect(await app.db.$count(material)).toBe(1);
});

test('a full space is refused before anything is sent, and again at the end', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 10_000);
  const { record } = (await start(app, user, project_id, content.length)).data;
  const quota = (quota_bytes: number) =>
    app.db.update(space).set({ quota_bytes }).where(eq(space.space_id, user.space_id));
  await quota(9999);
  expect(await start(app, user, project_id, content.length)).toMatchObject({ code: 30001 });
  await sendBytes(app, user.token, record, content);
  const { record_uuid } = record;
  expect(await app.call('upload.end', { record_uuid }, user)).toMatchObject({ code: 30001 });
  expect(await app.db.$count(vlc_file)).toBe(0);
  await quota(10_000);
  const ended = await app.call('upload.end', { record_uuid }, user);
  expect(ended.data.status).toBe('completed');
  expect((await readQuota(app.db, user.space_id)).left_bytes).toBe(0);
});

test('after seven days an unfinished upload is gone with its bytes, and bytes without a record too', async () => {
  const { app, user, project_id } = await uploadWorld();
  const content = await filmOf(app, 10_000);
  const old = (await start(app, user, project_id, content.length)).data.record;
  const young = (await start(app, user, project_id, content.length)).data.record;
  await sendBytes(app, user.token, old, content.subarray(0, 5000));
  await sendBytes(app, user.token, young, content.subarray(0, 5000));
  await app.db
    .update(upload_record)
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where(eq(upload_record.record_uuid, old.record_uuid));
  expect((await fetch(app.url + old.upload_url, { method: 'HEAD', headers: tus(user.token) })).status).toBe(404);
  await forgetOldUploads(app);
  expect(await app.call('upload.detail', { record_uuid: old.record_uuid }, user)).toMatchObject({ code: 404 });
  expect(await sweepParts(app, -1000)).toBe(1);
  expect(partsIn(app)).toEqual([young.record_uuid]);
  const mode = statSync(join(app.config.dataDir, 'uploads')).mode & 0o777;
  const file = statSync(join(app.config.dataDir, 'uploads', young.record_uuid)).mode & 0o777;
  expect([mode, file]).toEqual([0o700, 0o600]);
});
