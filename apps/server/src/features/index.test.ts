import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Job } from '#queue/job.ts';
import { jobs } from './index.ts';

test('every job that is defined is listed: tasks of another would be refused', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const modules = await Promise.all(
    files.filter((file) => file.endsWith('.jobs.ts')).map((file) => import(`./${file}`) as Promise<object>),
  );
  const defined = modules.flatMap((module) => Object.values(module)).filter(isJob);
  expect(defined.length).toBeGreaterThan(10);
  expect(defined.filter((job) => !jobs.includes(job)).map(({ name }) => name)).toEqual([]);
});

function isJob(one: unknown): one is Job {
  return typeof one === 'object' && one !== null && 'task_type' in one;
}
