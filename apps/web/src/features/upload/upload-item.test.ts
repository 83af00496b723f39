import type { UploadRecord } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { isHidden, judgeFile } from './file-kind.ts';
import { createSpeed } from './speed.ts';
import { belongsTo, putRecord, removeRecords, type UploadItem } from './upload-item.ts';

test('the upload list goes by record_uuid: delete removes, existing replaces, new goes to the front', () => {
  let items: UploadItem[] = [];
  items = putRecord(items, record('a'));
  items = putRecord(items, record('b'));
  expect(items.map(({ record_uuid }) => record_uuid)).toEqual(['b', 'a']);
  items = putRecord(items, record('a', { status: 'failed', message: '打不开' }));
  expect(items).toMatchObject([{ record_uuid: 'b' }, { record_uuid: 'a', state: 'failed', message: '打不开' }]);
  items = removeRecords(items, new Set(['b']));
  expect(items.map(({ record_uuid }) => record_uuid)).toEqual(['a']);
});

test('a finished upload belongs to a list of the same project, type and, for videos, sub-type', () => {
  const view = { project_id: 'p', material_type: 'video', material_sub_type: 'shot_video' } as const;
  expect(belongsTo(record('a'), view)).toBe(true);
  expect(belongsTo(record('a'), { ...view, project_id: 'q' })).toBe(false);
  expect(belongsTo(record('a'), { ...view, material_sub_type: 'header_video' })).toBe(false);
  const picture = record('a', {
    upload_record_data: {
      project_id: 'p',
      dir_id: null,
      material_type: 'image',
      extra_args: { material_sub_type: null },
    },
  });
  expect(belongsTo(picture, view)).toBe(false);
  expect(belongsTo(picture, { ...view, material_type: 'image' })).toBe(true);
});

test('what cannot be taken is said before it is sent', () => {
  expect(judgeFile('a.MOV', 10)).toEqual({ kind: 'video' });
  expect(judgeFile('a.jpeg', 10_000_000)).toEqual({ kind: 'image' });
  expect(judgeFile('a.png', 10_000_001)).toEqual({ problem: '图片大小不能超过 10 MB' });
  expect(judgeFile('a.mp4', 5 * 1024 ** 3)).toEqual({ problem: '视频大小不能超过 4 GiB，这个有 5 GiB' });
  expect(judgeFile('a.mp4', 0)).toEqual({ problem: '文件是空的，没有内容可以上传' });
  expect(judgeFile('setup.exe', 10)).toMatchObject({ problem: expect.stringContaining('不支持这种文件') });
  expect(judgeFile('mp4', 10)).toMatchObject({ problem: expect.any(String) });
});

test('what systems leave in folders is not uploaded', () => {
  expect(['夏季/.DS_Store', '.git/a.mp4', '夏季/__MACOSX/a.mp4', 'Thumbs.db'].map(isHidden)).toEqual(
    Array(4).fill(true),
  );
  expect(isHidden('夏季/a.mp4')).toBe(false);
});

test('the speed settles on what is really sent and forgets a pause within seconds', () => {
  let now = 0;
  const speed = createSpeed(() => now);
  const send = (bytes: number) => {
    now += 500;
    speed.add(bytes);
    return speed.tick();
  };
  expect(send(500_000)).toBeCloseTo(1_000_000);
  for (let i = 0; i < 20; i += 1) send(500_000);
  expect(send(500_000)).toBeCloseTo(1_000_000);
  for (let i = 0; i < 40; i += 1) send(0);
  expect(send(0)).toBeLessThan(10_000);
});

function record(record_uuid: string, changed: Partial<UploadRecord> = {}): UploadRecord {
  return {
    record_uuid,
    status: 'completed',
    file_name: 'a.mp4',
    relative_path: '',
    bytes: 3,
    received_bytes: 3,
    upload_url: null,
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
