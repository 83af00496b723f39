import type { Material } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { fromKept, toKept } from './kept-form.ts';

const EMPTY = { prompt: '', count: 1, is_loop: false, ratio: '9:16', pictures: [] as Material[], parent_id: null };

test('a form comes back as it was, its pictures by their numbers; what another version wrote is left out', () => {
  const picture = { material_id: 'm1' } as Material;
  const form = { ...EMPTY, prompt: '杯子', count: 3, is_loop: true, pictures: [picture], parent_id: 'p' };
  const kept = JSON.parse(JSON.stringify(toKept(form, ['pictures']))) as ReturnType<typeof toKept>;
  expect(kept.pictures).toEqual({ pictures: ['m1'] });
  // Another version of a record is no part of what is wished.
  expect(fromKept(EMPTY, kept)).toEqual({ ...EMPTY, prompt: '杯子', count: 3, is_loop: true });

  const strange = { plain: { prompt: 3, count: '2', pictures: 'all', gone: 'x' }, pictures: {} };
  expect(fromKept(EMPTY, strange)).toEqual(EMPTY);
});
