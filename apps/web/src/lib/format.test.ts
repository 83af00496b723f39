import { expect, test } from 'vitest';
import {
  formatAgo,
  formatCount,
  formatDuration,
  formatLeft,
  formatQuota,
  formatShare,
  formatSize,
  formatWait,
  initialOf,
} from './format.ts';

test('counts above ten thousand and a hundred million get their Chinese unit, one decimal, no trailing zero', () => {
  const counts = [0, 9999, 10_000, 10_001, 12_345, 20_000, 99_999_999, 100_000_000, 123_456_789];
  expect(counts.map(formatCount)).toEqual([
    '0',
    '9999',
    '10000',
    '1万',
    '1.2万',
    '2万',
    '9999.9万',
    '10000万',
    '1.2亿',
  ]);
});

test('files are counted in thousands, quotas in 1024s', () => {
  expect([0, 999, 1000, 1500, 999_960, 10_000_000].map(formatSize)).toEqual([
    '0 B',
    '999 B',
    '1 KB',
    '1.5 KB',
    '1 MB',
    '10 MB',
  ]);
  expect([1023, 1024, 500 * 1024 ** 3].map(formatQuota)).toEqual(['1023 B', '1 KiB', '500 GiB']);
});

test('durations show hours only when there are some', () => {
  expect([0, 7.4, 65, 3599.6, 3661].map(formatDuration)).toEqual(['00:00', '00:07', '01:05', '1:00:00', '1:01:01']);
});

test('waiting and the past are said as people say them', () => {
  expect([0.2, 59, 90, 3600, 5400].map(formatWait)).toEqual(['1 秒', '59 秒', '2 分钟', '1 小时', '1 小时 30 分钟']);
  const now = Date.parse('2026-07-01T12:00:00Z');
  expect(
    ['2026-07-01T11:59:30Z', '2026-07-01T11:00:00Z', '2026-06-29T12:00:00Z'].map((at) => formatAgo(at, now)),
  ).toEqual(['刚刚', '1 小时前', '2 天前']);
});

test('a time to come is a range as long as it is a guess', () => {
  expect([3, 20, 40, 110, 1500, 5000].map((seconds) => formatLeft(seconds))).toEqual([
    '约 2–5 秒',
    '约 10–35 秒',
    '约 25 秒–1 分钟',
    '约 1–3 分钟',
    '约 15–43 分钟',
    '约 49 分钟–2.5 小时',
  ]);
  expect(formatLeft(110, 25)).toBe('约 1–2 分钟');
  expect([0.2, 8, 42, 110, 7300].map((seconds) => formatLeft(seconds, 50))).toEqual([
    '约 1 秒',
    '约 8 秒',
    '约 40 秒',
    '约 2 分钟',
    '约 2 小时',
  ]);
});

test('a share below a level never reads as that level', () => {
  expect([0.2996, 0.29, 0.3, 1].map(formatShare)).toEqual(['29%', '29%', '30%', '100%']);
});

test('people of one family, or all called 小 something, are told apart by the last character of their names', () => {
  expect(['小安', '欧阳明月', 'ann', '小V', ''].map(initialOf)).toEqual(['安', '月', 'A', '小', '']);
});
