import { expect, test } from 'vitest';
import { estimateBytes } from './known-artworks.ts';

test('the size of all is told from those that are known, and not at all from none', () => {
  expect(estimateBytes([{ bytes: 100 }, { bytes: 300 }], 10)).toBe(2000);
  expect(estimateBytes([{ bytes: 100 }, { bytes: 300 }], 2)).toBe(400);
  expect(estimateBytes([], 3)).toBeNull();
});
