import { expect, test } from 'vitest';
import { createTestApp } from '#testing/test-app.ts';
import { callbackFor, onCallback } from './callback.ts';
import { untilMade } from './poll.ts';

test('a service that calls back is asked at once; only what we signed is a callback, and its words are not believed', async () => {
  const app = await createTestApp({ env: { PUBLIC_URL: 'https://mixreel.example' } });
  const job = { job_id: 'job-1' };
  let looks = 0;
  const until = Date.now() + 3_600_000;
  const look = async () => {
    looks += 1;
    return looks < 3 ? { state: 'waiting' as const, progress: null } : { state: 'made' as const, output: '好' };
  };
  // It would be asked again in an hour.
  const jobs = { poll_ms: 3_600_000, look, submit: async () => ({}) };
  const signal = new AbortController().signal;
  const made = untilMade(jobs, {}, { signal, until, onWake: (wake) => onCallback(app, job, wake) });
  await expect.poll(() => looks).toBe(1);

  const address = new URL(callbackFor(app, job)!);
  expect(address.origin).toBe('https://mixreel.example');
  const call = async (search: string, body: object) => {
    const response = await fetch(`${app.url}${address.pathname}${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { code: number }).code;
  };
  expect(await call(address.search.replace('job-1', 'job-2'), { status: 'succeeded' })).toBe(404);
  expect(await call(`${address.search}x`, {})).toBe(404);
  expect(looks).toBe(1);
  expect(await call(address.search, { id: '9', status: 'failed' })).toBe(0);
  await expect.poll(() => looks).toBe(2);
  expect(await call(address.search, { id: '9', status: 'failed' })).toBe(0);
  expect(await made).toBe('好');

  // Kept open by nobody: a stopped one ends at once, and one who cannot be reached is not told an address.
  const stop = new AbortController();
  const stopped = untilMade(
    { ...jobs, look: async () => ({ state: 'waiting', progress: null }) },
    {},
    { signal: stop.signal, until },
  );
  stop.abort(new Error('gone'));
  await expect(stopped).rejects.toThrow('gone');
  const config = { ...app.config, publicUrl: 'http://10.0.0.5:8080' };
  expect(callbackFor({ ...app, config }, job)).toBeNull();
});
