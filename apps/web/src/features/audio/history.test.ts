import { expect, test } from 'vitest';
import { change, historyOf, redo, undo } from './history.ts';

test('typing without a rest is undone as one step, a change elsewhere is its own', () => {
  let history = historyOf('');
  for (const [n, text] of ['你', '你好', '你好啊'].entries()) history = change(history, text, 'text a', n * 300);
  history = change(history, '你好啊！', 'text b', 1000);
  history = undo(history);
  expect(history.now).toBe('你好啊');
  history = undo(history);
  expect(history.now).toBe('');
  expect(undo(history)).toBe(history);
});

test('a rest of a second begins a new step', () => {
  let history = change(historyOf('一'), '二', 'text', 0);
  history = change(history, '三', 'text', 1000);
  expect(undo(history).now).toBe('二');
});

test('what was undone can be done again until something else is changed', () => {
  const history = undo(change(change(historyOf(1), 2, null, 0), 3, null, 0));
  expect(history.now).toBe(2);
  expect(redo(history).now).toBe(3);
  const other = change(history, 9, null, 0);
  expect(redo(other)).toBe(other);
  expect(undo(other).now).toBe(2);
});

test('typing after an undo is a step of its own, even in the same place', () => {
  let history = change(historyOf('a'), 'b', 'text', 0);
  history = undo(change(history, 'c', null, 10));
  history = change(history, 'd', 'text', 20);
  expect(undo(history).now).toBe('b');
});

test('only the last two hundred steps are kept', () => {
  let history = historyOf(0);
  for (let n = 1; n <= 300; n += 1) history = change(history, n, null, 0);
  for (let n = 0; n < 300; n += 1) history = undo(history);
  expect(history.now).toBe(100);
});
