import { expect, test } from 'vitest';
import { neighbour } from './read-candidates.ts';

const all = ['a', 'b', 'c'].map((candidate_id) => ({ candidate_id }));

test('leafing through combinations goes around the end', () => {
  expect(neighbour(all, 'c', 1)?.candidate_id).toBe('a');
  expect(neighbour(all, 'a', -1)?.candidate_id).toBe('c');
});

test('from a combination that is no longer among them it goes to the first or the last', () => {
  expect(neighbour(all, 'gone', 1)?.candidate_id).toBe('a');
  expect(neighbour(all, null, -1)?.candidate_id).toBe('c');
  expect(neighbour([], null, 1)).toBeUndefined();
});
