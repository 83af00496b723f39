import type { MixProject } from '@mixreel/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#lib/call.ts';
import { NetworkError } from '#lib/send.ts';
import { applyEdit, type Edit, mapClip, mapShooting, takeClips, withoutClips } from './edits.ts';
import { MixEdits } from './mix-edits.ts';
import type { Answer } from './send-edit.ts';
import { findClip } from './slots.ts';
import { placesOf, sampleClip, sampleMix, sampleScript } from './testing/sample-mix.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that keeps one mix, refuses old revisions of clips and shots, and remembers what was deleted. */
function setUp() {
  let kept = sampleMix();
  const deleted = new Map<string, MixProject>();
  const asked: Edit[] = [];
  const told: string[] = [];
  let again: (() => void) | undefined;
  let failure: Error | null = null;
  let isRefused: (edit: Edit) => boolean = () => false;
  let made = 0;

  const send = async (edit: Edit, mix: MixProject): Promise<Answer> => {
    asked.push(edit);
    await Promise.resolve();
    if (failure) throw failure;
    if (isRefused(edit)) throw new CallError(400, '不行', null);
    const answer: Answer = { take: () => kept, made: [], notices: [] };
    if (edit.kind === 'clip') {
      const newest = findClip(kept, edit.video_clip_id);
      const sent = findClip(mix, edit.video_clip_id);
      if (newest?.revision !== sent?.revision) throw new CallError(409, '刚被他人修改', newest);
      kept = mapClip(applyEdit(kept, edit), edit.video_clip_id, (clip) => ({ ...clip, revision: clip.revision + 1 }));
    } else if (edit.kind === 'shooting') {
      const newest = kept.shootings.find((one) => one.shooting_id === edit.shooting_id);
      const sent = mix.shootings.find((one) => one.shooting_id === edit.shooting_id);
      if (newest?.revision !== sent?.revision) throw new CallError(409, '刚被他人修改', newest);
      kept = mapShooting(applyEdit(kept, edit), edit.shooting_id, (one) => ({ ...one, revision: one.revision + 1 }));
    } else if (edit.kind === 'add_clips') {
      const ids = edit.clips.map(() => `new${(made += 1)}`);
      kept = takeClips(
        kept,
        ids.map((id, n) => sampleClip(id, { shooting_id: edit.slot_id, position: 100 + n })),
      );
      answer.made = ids;
      answer.undo = [{ kind: 'delete_clips', video_clip_ids: ids }];
      answer.redo = [{ kind: 'restore_clips', video_clip_ids: ids }];
    } else if (edit.kind === 'delete_clips') {
      for (const id of edit.video_clip_ids) deleted.set(id, kept);
      kept = withoutClips(kept, edit.video_clip_ids);
    } else if (edit.kind === 'restore_clips') {
      const back = edit.video_clip_ids.flatMap((id) => findClip(deleted.get(id) ?? kept, id) ?? []);
      kept = takeClips(kept, back);
    } else kept = applyEdit(kept, edit);
    return answer;
  };
  const edits = new MixEdits(kept, true, {
    send,
    read: async () => kept,
    tell: (_, text, repeat) => {
      told.push(text);
      again = repeat;
    },
  });
  return {
    edits,
    asked,
    told,
    kept: () => kept,
    repeat: () => again?.(),
    fail: (error: Error | null) => (failure = error),
    refuse: (which: typeof isRefused) => (isRefused = which),
    changeElsewhere: (change: (mix: MixProject) => MixProject) => (kept = change(kept)),
    state: () => edits.use.getState(),
  };
}

const write = (text: string): Edit => ({
  kind: 'shooting',
  shooting_id: 's1',
  change: { scripts: [sampleScript('s1-1', text)] },
});
const lineOf = (mix: MixProject) => mix.shootings[0]?.scripts[0]?.text;
const settle = () => vi.advanceTimersByTimeAsync(2000);

test('what is done is shown before the server has heard of it, and saved after it has', async () => {
  const { edits, state, kept } = setUp();
  void edits.edit({ kind: 'delete_clips', video_clip_ids: ['b'] });
  expect(placesOf(state().mix)).toBe('h|ac|de|');
  expect(state().saving.state).toBe('saving');
  await settle();
  expect(placesOf(kept())).toBe('h|ac|de|');
  expect(state().saving.state).toBe('saved');
});

test('typing is one request after it rests and one step of undo', async () => {
  const { edits, asked, state, kept } = setUp();
  for (const text of ['新', '新的', '新的台词']) {
    void edits.edit(write(text), { tag: 'line' });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(asked).toHaveLength(0);
  await settle();
  expect(asked).toHaveLength(1);
  expect(lineOf(kept())).toBe('新的台词');
  edits.undo();
  expect(lineOf(state().mix)).toBe('s1 的台词');
  await settle();
  expect(lineOf(kept())).toBe('s1 的台词');
  edits.redo();
  await settle();
  expect(lineOf(kept())).toBe('新的台词');
});

test('leaving sends what was typed at once', async () => {
  const { edits, kept } = setUp();
  void edits.edit(write('快'), { tag: 'line' });
  expect(edits.is_unsaved).toBe(true);
  const flushed = edits.flush();
  await vi.advanceTimersByTimeAsync(1);
  expect(await flushed).toBe(true);
  expect(lineOf(kept())).toBe('快');
});

test('what was added is taken back by the same ids and brought back as the same clips', async () => {
  const { edits, state, kept } = setUp();
  void edits.edit({ kind: 'add_clips', slot_id: 's2', position: 2, clips: [{ material_id: 'x' }] });
  expect(state().coming).toEqual({ s2: 1 });
  await settle();
  expect(placesOf(state().mix)).toBe('h|abc|denew1|');
  edits.undo();
  await settle();
  expect(placesOf(kept())).toBe('h|abc|de|');
  edits.redo();
  await settle();
  expect(placesOf(kept())).toBe('h|abc|denew1|');
});

test('undo of something that is still on its way waits for the answer', async () => {
  const { edits, kept, asked } = setUp();
  void edits.edit({ kind: 'add_clips', slot_id: 's2', position: 2, clips: [{ material_id: 'x' }] });
  edits.undo();
  await settle();
  expect(asked.map(({ kind }) => kind)).toEqual(['add_clips', 'delete_clips']);
  expect(placesOf(kept())).toBe('h|abc|de|');
});

test('several changes made by one act are undone together, without limit', async () => {
  const { edits, state } = setUp();
  const pin = (video_clip_id: string): Edit => ({ kind: 'clip', video_clip_id, change: { is_pinned: true } });
  for (let n = 0; n < 300; n += 1) {
    void edits.edit({ kind: 'clip', video_clip_id: 'd', change: { start_ms: n } });
  }
  void edits.edit(['a', 'b', 'c'].map(pin));
  await settle();
  expect(state().mix.shootings[0]?.clips.map(({ is_pinned }) => is_pinned)).toEqual([true, true, true]);
  edits.undo();
  await settle();
  expect(state().mix.shootings[0]?.clips.map(({ is_pinned }) => is_pinned)).toEqual([false, false, false]);
  for (let n = 0; n < 300; n += 1) edits.undo();
  await settle();
  expect(findClip(state().mix, 'd')?.start_ms).toBe(0);
  expect(state().undo_name).toBeNull();
});

test('the second of two people keeps what the first did not touch', async () => {
  const { edits, state, kept, told, changeElsewhere } = setUp();
  changeElsewhere((mix) => mapClip(mix, 'a', (clip) => ({ ...clip, volume: 0.3, revision: 9 })));
  void edits.edit({ kind: 'clip', video_clip_id: 'a', change: { start_ms: 400 } });
  await settle();
  expect(findClip(kept(), 'a')).toMatchObject({ volume: 0.3, start_ms: 400 });
  expect(findClip(state().mix, 'a')).toMatchObject({ volume: 0.3, start_ms: 400 });
  expect(told).toEqual([]);
});

test('undo of a wording leaves the wording that somebody else has added since', async () => {
  const { edits, kept, changeElsewhere } = setUp();
  void edits.edit(write('我的'), { tag: 'line' });
  await settle();
  changeElsewhere((mix) =>
    mapShooting(mix, 's1', (one) => ({ ...one, scripts: [...one.scripts, sampleScript('s1-2', '他的')] })),
  );
  edits.takeFresh(kept());
  edits.undo();
  await settle();
  expect(kept().shootings[0]?.scripts.map(({ text }) => text)).toEqual(['s1 的台词', '他的']);
});

test('where both changed the same, theirs stays, it is told, and one press puts ours in its place', async () => {
  const { edits, kept, told, repeat, changeElsewhere } = setUp();
  changeElsewhere((mix) =>
    mapShooting(mix, 's1', (one) => ({ ...one, scripts: [sampleScript('s1-1', '他的')], revision: 9 })),
  );
  void edits.edit(write('我的'), { tag: 'line' });
  await settle();
  expect(lineOf(kept())).toBe('他的');
  expect(told).toEqual(['台词刚在别处改过，保留了那边的']);
  repeat();
  await settle();
  expect(lineOf(kept())).toBe('我的');
});

test.each([
  ['a broken network', new NetworkError('away')],
  ['a proxy without a server behind it', new CallError(502, '请求失败，请稍后重试', undefined)],
])('what %s kept is sent when it is back, in its order', async (_, away) => {
  const { edits, state, kept, fail } = setUp();
  fail(away);
  void edits.edit(write('断网时写的'), { tag: 'line' });
  void edits.edit({ kind: 'delete_clips', video_clip_ids: ['a'] });
  await settle();
  expect(state().saving.state).toBe('offline');
  expect(placesOf(state().mix)).toBe('h|bc|de|');
  fail(null);
  await vi.advanceTimersByTimeAsync(6000);
  expect(state().saving.state).toBe('saved');
  expect(lineOf(kept())).toBe('断网时写的');
  expect(placesOf(kept())).toBe('h|bc|de|');
});

test('what the server refuses for good goes from the screen and from undo, and the reason is told', async () => {
  const { edits, state, told, fail } = setUp();
  fail(new CallError(422, '一句台词最多 1000 字', null));
  void edits.edit(write('太长'), { tag: 'line' });
  await vi.advanceTimersByTimeAsync(500);
  fail(null);
  await settle();
  expect(lineOf(state().mix)).toBe('s1 的台词');
  expect(state().undo_name).toBeNull();
  expect(state().saving.state).toBe('saved');
  expect(told).toEqual(['一句台词最多 1000 字']);
});

test('where one of several changes is refused, the others can still be undone', async () => {
  const { edits, state, told, refuse } = setUp();
  refuse((edit) => edit.kind === 'clip' && edit.video_clip_id === 'b');
  const pin = (video_clip_id: string): Edit => ({ kind: 'clip', video_clip_id, change: { is_pinned: true } });
  void edits.edit(['a', 'b'].map(pin));
  await settle();
  expect(state().mix.shootings[0]?.clips.map(({ is_pinned }) => is_pinned)).toEqual([true, false, false]);
  expect(told).toEqual(['不行']);
  edits.undo();
  await settle();
  expect(findClip(state().mix, 'a')?.is_pinned).toBe(false);
  expect(state().undo_name).toBeNull();
});

test('what somebody else did is taken over below what is being typed', async () => {
  const { edits, state, changeElsewhere, kept } = setUp();
  void edits.edit(write('正在写'), { tag: 'line' });
  changeElsewhere((mix) => withoutClips(mix, ['e']));
  edits.takeFresh(kept());
  expect(placesOf(state().mix)).toBe('h|abc|d|');
  expect(lineOf(state().mix)).toBe('正在写');
  await settle();
  expect(lineOf(kept())).toBe('正在写');
});

test('a read that began before the last answer is not taken for the newest', async () => {
  const { edits, state, kept } = setUp();
  const [old, began] = [kept(), edits.answers];
  void edits.edit({ kind: 'delete_clips', video_clip_ids: ['a'] });
  await vi.advanceTimersByTimeAsync(10);
  expect(edits.takeFresh(old, began)).toBe(false);
  expect(placesOf(state().mix)).toBe('h|bc|de|');
});
