import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { debounce, gather, poll, throttle } from './timing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('debounce waits for half a second of quiet and runs once, with the last arguments', async () => {
  const ran: string[] = [];
  const save = debounce((text: string) => ran.push(text));
  save('a');
  await vi.advanceTimersByTimeAsync(499);
  save('ab');
  await vi.advanceTimersByTimeAsync(499);
  expect(ran).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ran).toEqual(['ab']);
  save('abc');
  save.cancel();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ran).toEqual(['ab']);
});

test('throttle runs at once, then every half second at most, and does not lose the last', async () => {
  const ran: number[] = [];
  const move = throttle((at: number) => ran.push(at));
  for (let at = 0; at < 10; at += 1) {
    move(at);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(ran).toEqual([0, 4, 9]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ran).toEqual([0, 4, 9]);
});

test('poll asks every two seconds, one question at a time, until it is told to stop', async () => {
  let asked = 0;
  const stop = poll(async () => {
    asked += 1;
    await new Promise((done) => setTimeout(done, 3000));
    return false;
  });
  await vi.advanceTimersByTimeAsync(4999);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toBe(2);
  stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toBe(2);

  let left = 3;
  poll(() => {
    left -= 1;
    return left === 0;
  });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(left).toBe(0);
});

test('what comes within an interval is handed over together, and what comes after a rest at once', () => {
  const taken: string[][] = [];
  const hear = gather((all: string[]) => taken.push(all), 100);
  hear('一');
  expect(taken).toEqual([['一']]);
  for (const word of ['二', '三', '四']) hear(word);
  expect(taken).toHaveLength(1);
  vi.advanceTimersByTime(100);
  expect(taken).toEqual([['一'], ['二', '三', '四']]);
});
