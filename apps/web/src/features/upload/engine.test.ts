import type { UploadRecord } from '@mixreel/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#lib/call.ts';
import { NetworkError } from '#lib/send.ts';
import { createEngine, type NewUpload } from './engine.ts';
import { SendError, type UploadWire } from './upload-wire.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('files are sent four at a time, in the order they were chosen', async () => {
  const { engine, sending, sent } = world();
  engine.add(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => video(`${name}.mp4`)));
  await settle();
  expect([...sending.keys()]).toEqual(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4']);
  sending.get('b.mp4')?.done();
  await settle();
  expect([...sending.keys()]).toEqual(['a.mp4', 'c.mp4', 'd.mp4', 'e.mp4']);
  for (;;) {
    const [next] = sending.values();
    if (!next) break;
    next.done();
    await settle();
  }
  expect(sent).toHaveLength(6);
  expect(states(engine)).toEqual(Array(6).fill('done'));
});

test('content that the space has is not sent: the server asks for the hash, and that is all', async () => {
  const { engine, sent, done } = world({ known: ['hash of a.mp4'] });
  engine.add([video('a.mp4')]);
  await settle();
  expect(states(engine)).toEqual(['instant']);
  expect(sent).toEqual([]);
  expect(done).toHaveLength(1);
});

test('without a network a file waits, says so, and goes on by itself when the network is back', async () => {
  const { engine, sending, online, starts } = world();
  engine.add([video('a.mp4', 1000)]);
  await settle();
  sending.get('a.mp4')?.progress(400);
  online.value = false;
  sending.get('a.mp4')?.fail(new SendError(null, ''));
  await settle();
  expect(engine.store.getState().items[0]).toMatchObject({
    state: 'waiting',
    sent_bytes: 400,
    message: '网络断开了，恢复后自动继续',
  });
  online.value = true;
  engine.wake();
  await settle();
  expect(states(engine)).toEqual(['sending']);
  sending.get('a.mp4')?.done();
  await settle();
  expect(states(engine)).toEqual(['done']);
  // The same upload went on: nothing was begun anew.
  expect(starts).toHaveLength(1);
});

test('a server that restarts is tried again, more and more rarely', async () => {
  const { engine, starts, fail } = world();
  fail.start = new NetworkError('refused');
  engine.add([video('a.mp4')]);
  await settle();
  expect(starts).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(starts).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(starts).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(starts).toHaveLength(3);
});

test('a pause frees the place, and going on continues the same upload', async () => {
  const { engine, sending, starts } = world({ at_once: 1 });
  const [first] = engine.add([video('a.mp4'), video('b.mp4')]);
  await settle();
  engine.pause([first!]);
  await settle();
  expect([...sending.keys()]).toEqual(['b.mp4']);
  engine.resume([first!]);
  sending.get('b.mp4')?.done();
  await settle();
  expect([...sending.keys()]).toEqual(['a.mp4']);
  expect(starts.map(({ file_name }) => file_name)).toEqual(['a.mp4', 'b.mp4']);
});

test('what is refused for its content is told in the words of the server, and not to be tried again', async () => {
  const { engine, sending, server } = world();
  server.refuses = { message: '这不是视频，而是一个程序', can_retry: false };
  engine.add([video('a.mp4')]);
  await settle();
  sending.get('a.mp4')?.done();
  await settle();
  const refused = { state: 'failed', message: '这不是视频，而是一个程序', can_retry: false };
  expect(engine.store.getState().items[0]).toMatchObject(refused);
});

test('what the file is to blame for is told apart from what may pass', async () => {
  const { engine, fail } = world();
  const failures: [Error, boolean][] = [
    [new CallError(415, '这里只接受视频文件', null), false],
    [new DOMException('gone', 'NotReadableError'), false],
    [new CallError(30001, '空间容量已用完', null), true],
  ];
  for (const [error, can_retry] of failures) {
    fail.start = error;
    engine.add([video('a.mp4')]);
    await settle();
    expect(engine.store.getState().items[0]).toMatchObject({ state: 'failed', can_retry });
  }
});

test('what was damaged on its way begins anew with a retry', async () => {
  const { engine, sending, starts, forgotten, server } = world();
  server.refuses = { message: '文件在上传途中损坏', can_retry: true };
  const [key] = engine.add([video('a.mp4')]);
  await settle();
  sending.get('a.mp4')?.done();
  await settle();
  expect(engine.store.getState().items[0]).toMatchObject({ state: 'failed', can_retry: true });
  server.refuses = null;
  engine.resume([key!]);
  await settle();
  sending.get('a.mp4')?.done();
  await settle();
  expect(states(engine)).toEqual(['done']);
  expect(starts).toHaveLength(2);
  expect(forgotten).toEqual(['r1']);
});

test('a disk that was full and is cleared gets the last word, not all bytes again', async () => {
  const { engine, sending, sent, starts, fail } = world();
  fail.end = new CallError(30004, '服务器磁盘空间不足', null);
  const [key] = engine.add([video('a.mp4')]);
  await settle();
  sending.get('a.mp4')?.done();
  await settle();
  expect(engine.store.getState().items[0]).toMatchObject({ state: 'failed', message: '服务器磁盘空间不足' });
  fail.end = null;
  engine.resume([key!]);
  await settle();
  sending.get('a.mp4')?.done();
  await settle();
  expect(states(engine)).toEqual(['done']);
  expect(starts).toHaveLength(1);
  expect(sent).toHaveLength(2);
});

test('an end whose answer got lost does not make a second material', async () => {
  const { engine, sending, starts, fail, server } = world();
  engine.add([video('a.mp4')]);
  await settle();
  fail.end = new NetworkError('cut');
  server.status = 'completed';
  sending.get('a.mp4')?.done();
  await settle();
  expect(states(engine)).toEqual(['waiting']);
  fail.end = null;
  engine.wake();
  await settle();
  // The upload is not open any more; its record tells that it has become a material.
  sending.get('a.mp4')?.fail(new SendError(404, ''));
  await settle();
  expect(states(engine)).toEqual(['done']);
  expect(starts).toHaveLength(1);
});

test('an upload that the server has forgotten begins anew by itself', async () => {
  const { engine, sending, starts, server } = world();
  engine.add([video('a.mp4')]);
  await settle();
  server.status = 'canceled';
  sending.get('a.mp4')?.fail(new SendError(410, ''));
  await settle();
  sending.get('a.mp4')?.done();
  await settle();
  expect(states(engine)).toEqual(['done']);
  expect(starts).toHaveLength(2);
});

test('a file given up while the server was answering leaves nothing behind', async () => {
  const { engine, forgotten } = world();
  const [key] = engine.add([video('a.mp4')]);
  engine.remove([key!]);
  await settle();
  expect(engine.store.getState().items).toEqual([]);
  expect(forgotten).toEqual(['r1']);
});

test('a file chosen again after a reload goes on where the server stands', async () => {
  const { engine, sending, starts } = world();
  engine.take([record('old', { file_name: 'a.mp4', bytes: 1000, received_bytes: 600 })]);
  expect(states(engine)).toEqual(['needs_file']);
  engine.attach('old', video('a.mp4', 1000).file);
  await settle();
  await vi.advanceTimersByTimeAsync(300);
  expect(engine.store.getState().items[0]).toMatchObject({ state: 'sending', sent_bytes: 600 });
  sending.get('a.mp4')?.done();
  await settle();
  expect(states(engine)).toEqual(['done']);
  expect(starts).toEqual([]);
});

test('a picture that cannot be opened is refused before anything is sent', async () => {
  const { engine, starts } = world({ picture_problem: '图片打不开，请换一张' });
  engine.add([{ ...video('a.png'), material_type: 'image', material_sub_type: null }]);
  await settle();
  expect(engine.store.getState().items[0]).toMatchObject({ state: 'refused', message: '图片打不开，请换一张' });
  expect(starts).toEqual([]);
});

test('progress of many files tells the page five times a second, not once for every piece', async () => {
  const { engine, sending } = world();
  engine.add([video('a.mp4', 10_000), video('b.mp4', 10_000)]);
  await settle();
  let told = 0;
  engine.store.subscribe(() => (told += 1));
  for (let bytes = 0; bytes < 10_000; bytes += 10) for (const { progress } of sending.values()) progress(bytes);
  await vi.advanceTimersByTimeAsync(1000);
  // Progress once, the speed twice.
  expect(told).toBeLessThanOrEqual(3);
  expect(engine.store.getState().items.map(({ sent_bytes }) => sent_bytes)).toEqual([9990, 9990]);
});

type Handle = { done: () => void; fail: (error: Error) => void; progress: (bytes: number) => void };

/** A server in memory whose sends the test ends by hand. */
function world({ at_once = 4, known = [] as string[], picture_problem = null as string | null } = {}) {
  const sending = new Map<string, Handle>();
  const sent: string[] = [];
  const done: UploadRecord[] = [];
  const forgotten: string[] = [];
  const starts: { file_name: string }[] = [];
  const online = { value: true };
  const fail: { start: Error | null; end: Error | null } = { start: null, end: null };
  const server: {
    refuses: Pick<UploadRecord, 'message' | 'can_retry'> | null;
    status: UploadRecord['status'];
  } = { refuses: null, status: 'uploading' };
  const wire: UploadWire = {
    start: async (input) => {
      if (!input.record_uuid) starts.push(input);
      if (fail.start) throw fail.start;
      const isKnown = known.includes(input.sha256 ?? '');
      const made = record(input.record_uuid ?? `r${starts.length}`, {
        file_name: input.file_name,
        bytes: input.bytes,
        status: isKnown ? 'completed' : 'uploading',
      });
      return { record: made, instant: isKnown, hash_first: known.length > 0 && !input.sha256 };
    },
    end: async ({ record_uuid }) => {
      if (fail.end) throw fail.end;
      server.status = server.refuses ? 'failed' : 'completed';
      return record(record_uuid, { status: server.status, ...server.refuses });
    },
    read: async ([record_uuid]) => [record(record_uuid!, { status: server.status, received_bytes: 600, bytes: 1000 })],
    forget: async (record_uuids) => void forgotten.push(...record_uuids),
    send: (file, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        const over = (end: () => void) => () => {
          sending.delete(file.name);
          end();
        };
        sending.set(file.name, {
          done: over(() => {
            sent.push(file.name);
            resolve();
          }),
          fail: (error) => over(() => reject(error))(),
          progress: onProgress,
        });
        signal.addEventListener(
          'abort',
          over(() => reject(signal.reason as Error)),
        );
      }),
    hash: async (file) => `hash of ${file.name}`,
    pictureProblem: async () => picture_problem,
    hold: () => {},
    isOnline: () => online.value,
  };
  const engine = createEngine(wire, { at_once, onDone: (one) => done.push(one) });
  return { engine, sending, sent, done, forgotten, starts, online, fail, server };
}

function record(record_uuid: string, changed: Partial<UploadRecord>): UploadRecord {
  return {
    record_uuid,
    status: 'uploading',
    file_name: 'a.mp4',
    relative_path: '',
    bytes: 3,
    received_bytes: 0,
    upload_url: `/tus/${record_uuid}`,
    message: null,
    can_retry: false,
    source_url: null,
    task_id: null,
    upload_record_data: {
      project_id: 'p',
      dir_id: null,
      material_type: 'video',
      extra_args: { material_sub_type: 'shot_video' },
    },
    material_data: null,
    created_at: '2026-01-01T00:00:00Z',
    expires_at: '2026-01-08T00:00:00Z',
    ...changed,
  };
}

function video(file_name: string, bytes = 3): NewUpload {
  return {
    file: new File([new Uint8Array(bytes)], file_name),
    file_name,
    relative_path: file_name,
    goal: { dir_id: null, path: file_name },
    bytes,
    project_id: 'p',
    material_type: 'video',
    material_sub_type: 'shot_video',
    same_name: 'keep_both',
  };
}

function states(engine: ReturnType<typeof createEngine>): string[] {
  return engine.store.getState().items.map(({ state }) => state);
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}
