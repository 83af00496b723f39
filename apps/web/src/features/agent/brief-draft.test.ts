import { EMPTY_AGENT_BRIEF, type SheetItem } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { agentBriefOf, agentDraftOf, withSheet } from './brief-draft.ts';

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
