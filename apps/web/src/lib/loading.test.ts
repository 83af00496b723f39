import { LOADING_CLOSE_DELAY_MS } from '@mixreel/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLoading, whileLoading } from './loading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isShown = () => useLoading.getState().is_shown;
const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

test('the spinner stays until the last of those that asked for it, and 400 ms longer', async () => {
  void whileLoading(() => wait(100));
  void whileLoading(() => wait(1000));
  expect(isShown()).toBe(true);
  await vi.advanceTimersByTimeAsync(1000 + LOADING_CLOSE_DELAY_MS - 1);
  expect(isShown()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(isShown()).toBe(false);
});

test('a call that begins while the spinner is about to close keeps it', async () => {
  void whileLoading(() => wait(100));
  await vi.advanceTimersByTimeAsync(100 + LOADING_CLOSE_DELAY_MS - 1);
  void whileLoading(() => wait(1000));
  await vi.advanceTimersByTimeAsync(1000);
  expect(isShown()).toBe(true);
  await vi.advanceTimersByTimeAsync(LOADING_CLOSE_DELAY_MS);
  expect(isShown()).toBe(false);
});

test('work that fails closes it too, and its error goes on to whoever called', async () => {
  const failed = whileLoading(() => Promise.reject(new Error('没有成功')));
  await expect(failed).rejects.toThrow('没有成功');
  await vi.advanceTimersByTimeAsync(LOADING_CLOSE_DELAY_MS);
  expect(isShown()).toBe(false);
});
