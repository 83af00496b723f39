import { EMPTY_AGENT_BRIEF, type SheetItem } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { agentBriefOf, agentDraftOf, problemOf, withSheet } from './brief-draft.ts';
import { readKept, writeKept } from './kept-brief.ts';
import { changedParts, copyParts, meetBriefs } from './meet-briefs.ts';

function item(field: SheetItem['field'], text: string): SheetItem {
  return { field, text, sentence: text, page: null, product: null, facts: [], is_known: false };
}

test('whose it is and what may not be said come from the sheet, beside what was typed', () => {
  const typed = agentDraftOf({ ...EMPTY_AGENT_BRIEF, forbidden: ['最香'] });
  const items = [item('name', '冷萃'), item('brand', '山丘'), item('forbidden', '最香'), item('forbidden', '第一')];
  const brief = agentBriefOf(withSheet(typed, items));
  expect(brief).toMatchObject({ brand: '山丘', forbidden: ['最香', '第一'], product: { name: '冷萃' } });
  const own = withSheet({ ...typed, brand: '自己写的' }, items);
  expect(own.brand).toBe('自己写的');
});

test('what somebody else saved comes in where one wrote nothing oneself; what both changed stays, to be asked about', () => {
  const product = { ...EMPTY_AGENT_BRIEF.product, name: '冷萃', points: ['三秒冲好'], price: '39.9 元' };
  const base = { ...EMPTY_AGENT_BRIEF, product };
  const begun = agentDraftOf(base);
  expect(changedParts(base, agentBriefOf(begun))).toEqual([]);
  const mine = { ...begun, count: 5, brand: '山丘', product: { ...begun.product, points: '三秒冲好\n0 蔗糖' } };
  const theirs = { ...base, forbidden: ['最香'], count: 30, brand: '山丘', product: { ...product, price: '49 元' } };
  const { draft, taken, both } = meetBriefs(base, mine, theirs);
  expect(agentBriefOf(draft)).toEqual({
    ...theirs,
    count: 5,
    product: { ...product, price: '49 元', points: ['三秒冲好', '0 蔗糖'] },
  });
  const names = (parts: typeof taken) => parts.map(({ name }) => name);
  expect([names(taken), names(both)]).toEqual([['价格', '不能出现的词'], ['几条']]);
  expect(copyParts(draft, agentDraftOf(theirs), both).count).toBe(30);
});

test('what was written and not saved comes back with what it was begun with, and what is something else does not', () => {
  const begun = { brief: { ...EMPTY_AGENT_BRIEF, brand: '山丘' }, updated_at: '2026-11-18T08:00:00Z' };
  const draft = { ...agentDraftOf(begun.brief), forbidden: '最香 第一 ', factors: { openings: 4, calls: 2 } };
  const text = writeKept({ begun, draft });
  expect(readKept(text)).toEqual({ begun, draft });
  // What others have saved by then meets it as it does while the page is open.
  expect(meetBriefs(begun.brief, draft, { ...begun.brief, brand: '海边' }).draft).toMatchObject({
    brand: '海边',
    forbidden: draft.forbidden,
  });
  for (const other of [null, '', 'null', '{}', text.replace('"seconds":20', '"seconds":"20"')]) {
    expect(readKept(other)).toBeNull();
  }
});

test('what is wrong with a brief is said with the name of its field', () => {
  const product = { ...EMPTY_AGENT_BRIEF.product, name: '冷萃', points: ['三秒冲好', '好'.repeat(200)] };
  expect(problemOf({ ...EMPTY_AGENT_BRIEF, product })).toMatch(/^卖点第 2 条：最多/);
  const long = {
    ...EMPTY_AGENT_BRIEF,
    product: { ...product, points: ['三秒冲好'] },
    forbidden: ['最香', '第一'.repeat(20)],
  };
  expect(problemOf(long)).toBe('不能出现的词第 2 条：最多 30 个字');
});
