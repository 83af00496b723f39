import type { Task } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { nextOf, resultOf, sourceOf } from './task-result.ts';

function taskLike(fields: Partial<Task>): Task {
  return {
    task_id: 't1',
    task_type: 'mix_export',
    title: '导出',
    status: 'succeeded',
    progress: 100,
    steps: [],
    eta_s: null,
    attempt: 1,
    error: null,
    result: null,
    about: {},
    project_id: 'p1',
    mproject_id: null,
    user_uid: 'u1',
    read: true,
    created_at: '2026-01-01T00:00:00Z',
    started_at: null,
    finished_at: null,
    ...fields,
  };
}

test('every kind of task that there is leads to what it made', () => {
  const ways = (fields: Partial<Task>) => {
    const way = resultOf(taskLike(fields));
    return way && ('to' in way ? way.to : way.file);
  };
  expect(ways({ task_type: 'mix_export', result: { mproject_id: 'm1', made: 5 } })).toBe(
    '/studio/result?mproject_id=m1&filter=exported&panel=exports',
  );
  expect(ways({ task_type: 'artwork_download' })).toBe('download.status');
  expect(ways({ task_type: 'capcut_export' })).toBe('draft.status');
  expect(ways({ task_type: 'dedup' })).toBe('/studio/likeness?task=t1&projectId=p1');
  expect(ways({ task_type: 'material_import', result: { material_id: 'a1' } })).toBe(
    '/home/material?projectId=p1&open=a1',
  );
  expect(ways({ task_type: 'material_import', result: { project_id: 'p2', added: 17 } })).toBe(
    '/home/material?projectId=p2',
  );
  expect(ways({ task_type: 'material_analysis', about: { material_id: 'a1' } })).toBe(
    '/home/material?projectId=p1&open=a1',
  );
  expect(ways({ task_type: 'ai_audio', about: { ai_audio_id: 's1' } })).toBe(
    '/audioStudio?ai_audio_id=s1&project_id=p1',
  );
  expect(ways({ task_type: 'sku_training', about: { sku_mark_id: 'k1' } })).toBe(
    '/home/material?projectId=p1&more=sku',
  );
});

test('nothing is promised before it is there', () => {
  for (const status of ['queued', 'running', 'failed', 'canceled'] as const) {
    expect(resultOf(taskLike({ status, task_type: 'artwork_download' }))).toBeNull();
  }
});

test('a failure leads to where it can be put right', () => {
  const failed = (next: NonNullable<Task['error']>['next'], fields: Partial<Task> = {}) =>
    taskLike({ status: 'failed', error: { code: 1, message: '不行', can_retry: true, next }, ...fields });
  const admin = { is_admin: true };
  expect(nextOf(failed('free_space'), admin)?.way).toEqual({
    label: '清理空间',
    to: '/home/material?projectId=p1&bin=1',
  });
  expect(nextOf(failed('open_source', { mproject_id: 'm1' }), admin)?.way).toMatchObject({ label: '打开混剪' });
  expect(nextOf(failed('open_source', { task_type: 'dedup' }), admin)?.way).toMatchObject({ label: '打开成片' });
  expect(nextOf(failed('prepare'), admin)?.way).toEqual({ label: '去设置', to: '/admin?tab=ai' });
  expect(nextOf(failed('prepare'), { is_admin: false })).toMatchObject({
    way: null,
    hint: expect.stringMatching(/管理员/) as string,
  });
  expect(nextOf(failed('bring_again'), admin)?.way).toMatchObject({ label: '去上传' });
  expect(nextOf({ ...failed('bring_again'), task_type: 'material_import' }, admin)).toMatchObject({
    hint: '换一个链接，重新导入',
    way: { label: '去导入' },
  });
  expect(nextOf(failed(null), admin)).toMatchObject({ way: null, hint: expect.stringMatching(/直接重试/) as string });
});

test('a failed analysis leads to its material although there is no result', () => {
  const task = taskLike({ status: 'failed', task_type: 'material_analysis', about: { material_id: 'a1' } });
  expect(sourceOf(task)).toMatchObject({ label: '查看素材', to: '/home/material?projectId=p1&open=a1' });
});
