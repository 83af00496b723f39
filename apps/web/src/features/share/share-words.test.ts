import { expect, test } from 'vitest';
import { splitMessage, untilWords } from './share-words.ts';

test('the end of a link is told in days and hours', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const after = (hours: number) => untilWords(new Date(now + hours * 3_600_000).toISOString(), now);
  expect([after(24 * 7), after(24), after(5.5), after(0.5), after(-1), untilWords(null)]).toEqual([
    '7 天后到期',
    '1 天后到期',
    '5 小时后到期',
    '不到 1 小时后到期',
    '已过期',
    '长期有效',
  ]);
});

test('a refusal becomes a heading and what to do', () => {
  expect(splitMessage('分享已过期，请联系分享人重新分享')).toEqual({
    title: '分享已过期',
    text: '请联系分享人重新分享',
  });
  expect(splitMessage('不存在')).toEqual({ title: '不存在', text: '' });
});
