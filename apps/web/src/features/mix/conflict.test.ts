import { expect, test } from 'vitest';
import { mergeScripts, settleConflict } from './conflict.ts';
import { applyEdit, type Edit } from './edits.ts';
import { sampleMix, sampleScript } from './testing/sample-mix.ts';

test('what the other one did not touch is kept and sent again over the newest', () => {
  const mix = sampleMix();
  const edit: Edit = { kind: 'config', change: { voice: { rate: 1.4 } } };
  const newest = { ...mix, revision: 2, config: { music: { volume: 0.5 } } };
  const settled = settleConflict(mix, edit, newest);
  expect(settled).toEqual({ mix: newest, rest: edit, lost: [] });
});

test('what both changed stays theirs, and the rest of the change is kept', () => {
  const mix = sampleMix();
  const edit: Edit = { kind: 'clip', video_clip_id: 'a', change: { start_ms: 500, volume: 0.5 } };
  const newest = { ...mix.shootings[0]?.clips[0], revision: 2, start_ms: 900 };
  const settled = settleConflict(mix, edit, newest);
  expect(settled?.rest).toEqual({ ...edit, change: { volume: 0.5 } });
  expect(settled?.lost).toEqual(['入点']);
  expect(settled?.mix.shootings[0]?.clips[0]).toMatchObject({ start_ms: 900, revision: 2 });
});

test('the same change made twice is no conflict', () => {
  const mix = sampleMix();
  const newest = { ...mix, revision: 2, mproject_name: mix.mproject_name, config: { combine: { count: 50 } } };
  const settled = settleConflict(mix, { kind: 'config', change: { combine: { count: 50 } } }, newest);
  expect(settled).toMatchObject({ rest: null, lost: [] });
});

test('setting back to inherited what the other one changed is told', () => {
  const mix = sampleMix({ config: { voice: { rate: 1.2 } } });
  const newest = { ...mix, revision: 2, config: { voice: { rate: 1.3 } } };
  const settled = settleConflict(mix, { kind: 'config', change: { voice: { rate: null } } }, newest);
  expect(settled).toMatchObject({ rest: null, lost: ['配音设置'] });
});

test('two people write two wordings of one shot and both stay', () => {
  const base = [sampleScript('1', '甲'), sampleScript('2', '乙')];
  const mine = [sampleScript('1', '甲改'), sampleScript('2', '乙'), sampleScript('3', '我加的')];
  const theirs = [sampleScript('1', '甲'), sampleScript('2', '乙改'), sampleScript('4', '他加的')];
  const { scripts, lost } = mergeScripts(base, mine, theirs);
  expect(scripts.map(({ text }) => text)).toEqual(['甲改', '乙改', '他加的', '我加的']);
  expect(lost).toEqual([]);
});

test('the same wording written by both is theirs; a wording that one took away and the other changed stays', () => {
  const base = [sampleScript('1', '甲'), sampleScript('2', '乙')];
  const merged = mergeScripts(
    base,
    [sampleScript('1', '我的')],
    [sampleScript('1', '他的'), sampleScript('2', '改了')],
  );
  expect(merged.scripts.map(({ text }) => text)).toEqual(['他的', '改了']);
  expect(merged.lost).toEqual(['台词']);
});

test('a shot renamed by one and rewritten by the other has both', () => {
  const mix = sampleMix();
  const edit: Edit = { kind: 'shooting', shooting_id: 's1', change: { scripts: [sampleScript('s1-1', '新台词')] } };
  const newest = { ...mix.shootings[0], revision: 2, shooting_name: '开场' };
  const settled = settleConflict(mix, edit, newest);
  const shown = settled?.rest && applyEdit(settled.mix, settled.rest);
  expect(shown?.shootings[0]).toMatchObject({ shooting_name: '开场', scripts: [{ text: '新台词' }], revision: 2 });
});
