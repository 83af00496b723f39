import { type DocumentAct, mixKind, planClip, planNewClips, planRemove, planText } from '@mixreel/contract';
import { type Operation, placeActs, refuseAll, type State } from '@mixreel/document';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLiveDocument, type Loss } from '#features/document/live-document.ts';
import { createPresence } from '#features/document/presence.ts';
import { newClipOf } from '#features/mix/new-parts.ts';
import { useToasts } from '#lib/toast.ts';
import { addClips } from './acts.ts';
import { createDesk } from './desk.ts';
import { sampleClip, sampleMix, sampleState } from './testing/sample-mix.ts';

/** A desk whose server is a log in memory, in which others can do something, too. */
function setUp() {
  let state = sampleState();
  const log: DocumentAct[] = [];
  const losses: Loss[] = [];
  const judge = (before: State, operations: readonly Operation[]) => refuseAll(mixKind, before, operations);
  const about = { words: '改了', user_uid: 'u', user_name: '小李', created_at: '2026-01-01T00:00:00.000Z' };
  const live = createLiveDocument({
    opened: { document_id: 'm', kind: 'mix', sequence: 0, state },
    kind: mixKind,
    onLoss: (loss) => losses.push(loss),
    transport: {
      async perform({ sequence, acts }) {
        const placed = placeActs(state, { sequence, acts }, log.slice(sequence), judge);
        state = placed.state;
        log.push(...placed.acts.map((act) => ({ ...about, ...act })));
        return { acts: log.slice(sequence), refused: placed.refused };
      },
      acts: async ({ sequence }) => ({ acts: log.slice(sequence) }),
    },
  });
  const presence = createPresence('m', 'c', async () => {});
  const desk = createDesk({ live, presence }, sampleMix(), true);
  desk.start();
  const others = (operations: Operation[]) => {
    const sequence = log.length;
    const act_id = `other ${sequence}`;
    const placed = placeActs(state, { sequence, acts: [{ act_id, operations }] }, [], judge);
    state = placed.state;
    log.push(...placed.acts.map((act) => ({ ...about, ...act })));
    live.hear(log.slice(sequence));
  };
  return { desk, others, losses, server: () => state };
}

const clipsOf = (desk: ReturnType<typeof setUp>['desk'], n: number) =>
  desk.mix.shootings[n]?.clips.map(({ video_clip_id }) => video_clip_id).join('');

test('what somebody does shows at once, has a name, and is taken back after others went on', async () => {
  const { desk, others, server } = setUp();
  desk.act(planRemove(desk.state, 'clip', ['b']));
  expect(clipsOf(desk, 0)).toBe('ac');
  expect(desk.use.getState().undo_name).toBe('删除片段「b.mp4」');
  await desk.live.flush();
  others(planNewClips(server(), 's1', [newClipOf(sampleClip('x', { material_id: 'material-a' }))]));
  desk.step('undo');
  expect(clipsOf(desk, 0)).toBe('abcx');
  await desk.live.flush();
  expect(desk.use.getState()).toMatchObject({ undo_name: null, saving: { state: 'saved' } });
});

test('a letter draws only its own shot again, and a clip of somebody else is seen to come until it is known', () => {
  const { desk, others, server } = setUp();
  const before = desk.mix;
  desk.act(planText(desk.state, 's1-1', '新的一句'));
  expect(desk.mix.shootings[0]?.scripts[0]?.text).toBe('新的一句');
  expect(desk.mix.shootings[0]?.clips).toBe(before.shootings[0]?.clips);
  expect(desk.mix.shootings[1]).toBe(before.shootings[1]);
  expect(desk.mix.header).toBe(before.header);

  others(planNewClips(server(), 's2', [newClipOf(sampleClip('y'))]));
  expect(clipsOf(desk, 1)).toBe('de');
  expect(desk.shown.getState().coming).toEqual({ s2: 1 });
  const told = sampleMix();
  told.shootings[1]?.clips.push(sampleClip('y', { shooting_id: 's2', cover_url: '/y.jpg', source_ms: 8000 }));
  desk.takeFacts(told);
  expect(desk.mix.shootings[1]?.clips.at(-1)).toMatchObject({ cover_url: '/y.jpg', source_ms: 8000 });
  expect(desk.shown.getState().coming).toEqual({});
  expect(desk.mix.shootings[0]?.scripts[0]?.text).toBe('新的一句');
});

test('whoever loses to somebody else hears of it, and can have it their way', async () => {
  const { desk, others, losses, server } = setUp();
  const speed = () => desk.mix.shootings[0]?.clips[0]?.speed;
  desk.act(planClip(desk.state, 'a', { speed: 2 }));
  await desk.live.flush();
  others(planClip(server(), 'a', { speed: 0.5 }));
  expect(speed()).toBe(0.5);
  expect(losses[0]?.message).toBe('小李刚刚「改了」，保留了对方的');
  losses[0]?.again?.();
  expect(speed()).toBe(2);

  // The shot that a clip was put into goes: that is told, too.
  await desk.live.flush();
  others(planRemove(server(), 'shooting', ['s1']));
  expect(losses[1]?.message).toContain('你在那里的修改也不在了');
});

test('whoever writes in a shot that somebody deletes meanwhile is told once, with the words to take along', async () => {
  const { desk, others, losses, server } = setUp();
  desk.act(planText(desk.state, 's1-1', 's1 的台词，别丢'));
  others(planRemove(server(), 'shooting', ['s1']));
  expect(losses).toEqual([]);
  await desk.live.flush();
  const operations = [expect.objectContaining({ do: 'type', edit: [6, '，别丢'] })];
  expect(losses).toEqual([{ message: '这个镜头已被删除，台词没有放进去', operations }]);
  expect(desk.use.getState().saving.state).toBe('saved');
});

test('a version of the past is shown instead of the present, and becomes it as a step that can be taken back', async () => {
  const { desk } = setUp();
  const first = desk.state;
  const entry = { sequence: 0, words: '', count: 1, user_name: '', cause: null, version_name: null, created_at: '' };
  desk.act(planRemove(desk.state, 'shooting', ['s2']));
  desk.showPast({ entry, state: first, mix: sampleMix() });
  expect(desk.mix.shootings).toHaveLength(2);
  desk.act(planRemove(desk.state, 'clip', ['a']));
  expect(desk.state['clip']).toHaveProperty('a');
  desk.restorePast();
  expect(clipsOf(desk, 1)).toBe('de');
  expect(desk.use.getState()).toMatchObject({ past: null, undo_name: '恢复历史版本' });
  desk.step('undo');
  expect(desk.mix.shootings).toHaveLength(1);

  // What it showed then is gone for good: the server would refuse all of it for one clip.
  const gone = { ...first, clip: { ...first['clip'], b: { ...first['clip']!['b'], material_id: 'gone' } } } as State;
  const { shootings, ...mix } = sampleMix();
  const shown = shootings.map((one) => ({
    ...one,
    clips: one.clips.filter(({ video_clip_id }) => video_clip_id !== 'b'),
  }));
  desk.showPast({ entry, state: gone, mix: { ...mix, shootings: shown } });
  desk.restorePast();
  expect(clipsOf(desk, 1)).toBe('de');
  expect(desk.state['clip']?.['b']?.['material_id']).toBe('material-b');
});

test('clips that were asked for before somebody looked into the past are put into the present, and that is said', async () => {
  const { desk, server } = setUp();
  desk.live.start()();
  const entry = { sequence: 0, words: '', count: 1, user_name: '', cause: null, version_name: null, created_at: '' };
  const planned = { clips: [sampleClip('x', { material_id: 'material-a' })], notices: [] };
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  onTestFinished(() => void vi.unstubAllGlobals());
  const adding = addClips(desk, 's1', 3, [{ material_id: 'material-a' }]);
  desk.showPast({ entry, state: desk.state, mix: sampleMix() });
  answer.resolve(Response.json({ code: 0, message: '', data: planned }));
  await adding;
  expect(desk.state['clip']).toHaveProperty('x');
  expect(useToasts.getState().toasts.at(-1)?.text).toContain('回到现在');
  // The page was left by then, too.
  await expect.poll(server).toHaveProperty('clip.x');

  // Whoever may only look by now hears that nothing came of it.
  desk.allow(false);
  desk.finish(planRemove(desk.state, 'clip', ['a']));
  expect(desk.state['clip']).toHaveProperty('a');
  expect(useToasts.getState().toasts.at(-1)?.text).toContain('没有放进去');
});
