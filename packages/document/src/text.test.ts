import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyText, diffText, fitsText, invertText, joinText, mergeText, movePosition, type TextEdit } from './text.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '好', '😀', ' '), maxLength: 12 });

/** Any edit of a text: what a selection replaced by letters, several times, comes to. */
const editOf = (text: string): fc.Arbitrary<TextEdit> =>
  fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), letters), { maxLength: 3 }).map((parts) => {
    let now = text;
    let edit: TextEdit = [];
    for (const [at, length, put] of parts) {
      const from = at % (now.length + 1);
      const one = cut([from, put, -Math.min(length, now.length - from)]);
      edit = joinText(edit, one);
      now = applyText(now, one);
    }
    return edit;
  });
const cut = (edit: TextEdit): TextEdit => edit.filter((part) => part !== 0 && part !== '');
const textWithTwo = letters.chain((text) => fc.tuple(fc.constant(text), editOf(text), editOf(text)));

test('two edits of one text come to the same whichever is known first', () => {
  fc.assert(
    fc.property(textWithTwo, ([text, first, second]) => {
      const here = applyText(applyText(text, first), mergeText(second, first));
      const there = applyText(applyText(text, second), mergeText(first, second, { isFirst: true }));
      expect(here).toBe(there);
    }),
    { numRuns: 3000 },
  );
});

test('no letter that one typed is taken out by the other', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('x', 'y'), maxLength: 8 }),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (text, a, b, c) => {
        const from = a % (text.length + 1);
        const typed: TextEdit = cut([c % (text.length + 1), '新']);
        const removed: TextEdit = cut([from, -(b % (text.length - from + 1))]);
        expect(applyText(applyText(text, removed), mergeText(typed, removed))).toContain('新');
        expect(applyText(applyText(text, typed), mergeText(removed, typed))).toContain('新');
      },
    ),
  );
});

test('what takes an edit back gives the text that was, and edits join into one', () => {
  fc.assert(
    fc.property(
      letters.chain((text) => fc.tuple(fc.constant(text), editOf(text))),
      letters,
      ([text, edit], after) => {
        const edited = applyText(text, edit);
        expect(applyText(edited, invertText(text, edit))).toBe(text);
        const further = diffText(edited, after);
        expect(applyText(text, joinText(edit, further))).toBe(after);
        expect(fitsText(text, edit)).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

test('the difference of two texts leads from one to the other and never cuts an emoji', () => {
  fc.assert(
    fc.property(letters, letters, fc.nat(), (before, after, caret) => {
      const edit = diffText(before, after, caret % (after.length + 1));
      expect(applyText(before, edit)).toBe(after);
      expect(edit.map(String).every((part) => part.isWellFormed())).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(diffText('aa', 'aaa', 1)).toEqual(['a']);
  expect(diffText('😀', '😁')).toEqual(['😁', -2]);
});

test('a caret stays between the letters it stood between', () => {
  expect(movePosition(2, ['前'])).toBe(3);
  expect(movePosition(2, [2, '同处'])).toBe(2);
  expect(movePosition(2, [2, '自己'], { isOwn: true })).toBe(4);
  expect(movePosition(5, [1, -3])).toBe(2);
  expect(movePosition(2, [1, -3])).toBe(1);
});
