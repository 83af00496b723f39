import { expect, test } from 'vitest';
import { colourOf } from './presence.ts';

test('of eight people who are here no two have the same colour, and with more of them everybody has one', () => {
  // All of them would have the same one by themselves.
  const people = Array.from({ length: 12 }, (_, n) => ({ user_uid: `u${String.fromCodePoint(48 + 8 * n)}` }));
  const coloursOf = (here: typeof people) => here.map(({ user_uid }) => colourOf(user_uid, here));
  expect(new Set(coloursOf(people.slice(0, 8))).size).toBe(8);
  expect(coloursOf(people)).not.toContain('');
});
