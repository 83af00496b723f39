import { beforeEach, expect, test } from 'vitest';
import { createPicks, goneFrom } from '#lib/picks.ts';
import { pickedMaterials, selection } from './selection.ts';

const { pickOnly, pickRange, toggle, use } = selection;

const shot = (n: number) => ({ id: `s${n}`, material_id: `m${Math.floor(n / 2)}` });
const ids = () => [...use.getState().picked.keys()];

beforeEach(() => selection.clear());

test('a click takes one; with the command key one more or one less', () => {
  pickOnly(shot(1), 1);
  toggle(shot(4), 4);
  expect(ids()).toEqual(['s1', 's4']);
  toggle(shot(1), 1);
  expect(ids()).toEqual(['s4']);
  pickOnly(shot(7), 7);
  expect(ids()).toEqual(['s7']);
});

test('a range begins at the last click, however often its end is moved', () => {
  pickOnly(shot(2), 2);
  pickRange([shot(2), shot(3), shot(4)], 4, { add: false });
  expect(use.getState()).toMatchObject({ anchor: 2, active: 4 });
  pickRange([shot(2), shot(3)], 3, { add: false });
  expect(ids()).toEqual(['s2', 's3']);
  pickRange([shot(8), shot(9)], 9, { add: true });
  expect(ids()).toEqual(['s2', 's3', 's8', 's9']);
});

test('two shots of one material are one material', () => {
  pickRange([shot(2), shot(3), shot(4)], 4, { add: false });
  expect(pickedMaterials()).toEqual(['m1', 'm2']);
});

test('what has left the list is ticked no more; what was only scrolled past stays ticked', () => {
  const held = (total: number, ...ids: string[]) => ({ total, ids: new Set(ids) });
  expect(goneFrom(held(3, 'a', 'b', 'c'), held(2, 'a', 'c'))).toEqual(['b']);
  expect(goneFrom(held(300, 'a', 'b'), held(300, 'y', 'z'))).toEqual([]);
  expect(goneFrom(held(300, 'a', 'b'), held(299, 'y', 'z'))).toEqual([]);
  expect(goneFrom(held(2, 'a', 'b'), held(3, 'new', 'a', 'b'))).toEqual([]);

  const picks = createPicks<string>((id) => id);
  picks.pickThese(['a', 'b']);
  picks.drop(['b', 'c']);
  expect([...picks.use.getState().picked.keys()]).toEqual(['a']);
});
