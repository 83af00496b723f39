import { EMPTY_ROW, type FactSheet, type StoryLink, type StoryRow } from '@mixreel/contract';
import { factsIn } from '@mixreel/contract/fact';
import { findTaboo } from '@mixreel/contract/taboo';
import { expect, test } from 'vitest';
import { mendedRow, problemsOf } from './cell-problems.ts';
import { rowTags } from './row-tags.ts';

const find = (text: string) => findTaboo(text);
const SHEET: FactSheet = { facts: factsIn('到手价 39.9 元。'), acceptances: [] };
const row = (line: string, caption = ''): StoryRow => ({ ...EMPTY_ROW, row_id: 'r', line, caption });

test('a cell that breaks a fact or a rule says which words, why, and what one click makes of it', () => {
  const one = row('全网最低价，到手价三十八块九', '只要 ￥38');
  const { problems, marks } = problemsOf(one, SHEET, find);
  expect(problems.map(({ field, message, fix }) => [field, message.slice(0, 12), fix?.put])).toEqual([
    ['line', '写的是「三十八块九」，资', '三十九块九'],
    ['line', '「全网最低价」绝对化用语', '优惠价'],
    ['caption', '写的是「￥38」，资料里', '￥39.9'],
  ]);
  expect(marks['line']?.map(({ start, end, tone }) => [one.line.slice(start, end), tone])).toEqual([
    ['三十八块九', 'bad'],
    ['全网最低价', 'warning'],
  ]);
  expect(problemsOf(one, SHEET, find)).toBe(problemsOf(one, SHEET, find));
  const mended = mendedRow(one, SHEET, find);
  expect([mended.line, mended.caption]).toEqual(['优惠价，到手价三十九块九', '只要 ￥39.9']);
  expect(problemsOf(mended, SHEET, find).problems).toEqual([]);
});

test('what somebody accepted is left as it is, in that row and for that difference alone', () => {
  const accepted = { accepted_by: 'u', accepted_by_name: '小本', accepted_at: '2026-05-01T08:00:00.000Z' };
  const acceptances = [{ acceptance_id: 'a', place_id: 'r', said: '38 元', sheet: '39.9 元', ...accepted }];
  const sheet = { ...SHEET, acceptances };
  expect(mendedRow(row('到手价 38 元'), sheet, find).line).toBe('到手价 38 元');
  expect(problemsOf(row('到手价 38 元'), sheet, find).marks['line']?.[0]).toMatchObject({
    tone: 'quiet',
    label: '写的是「38 元」，资料里是「39.9 元」，小本接受了这个说法',
  });
  expect(mendedRow(row('到手价 37 元'), sheet, find).line).toBe('到手价 39.9 元');
  expect(mendedRow({ ...row('到手价 38 元'), row_id: 'other' }, sheet, find).line).toBe('到手价 39.9 元');
  const free = { ...sheet, facts: SHEET.facts.map((one) => ({ ...one, locked: false })) };
  expect(problemsOf(row('到手价 37 元'), free, find).problems).toEqual([]);
});

test('a row says how many clips its shot has, that it has none, or that the words differ by now', () => {
  const link = (row_id: string, clip_count: number, news: StoryLink['news'] = 'none') =>
    ({ row_id, clip_count, news, mproject_name: '早餐' }) as StoryLink;
  const tags = rowTags([link('a', 3), link('b', 2), link('b', 0), link('c', 4, 'mix')], () => {});
  expect([...tags].map(([id, [tag]]) => [id, tag?.text, tag?.tone])).toEqual([
    ['a', '3 片段', 'neutral'],
    ['b', '缺片段', 'warning'],
    ['c', '不一致', 'warning'],
  ]);
  expect(tags.get('c')?.[0]?.label).toBe('混剪「早餐」里 4 个候选片段，台词那边改过');
});
