import {
  applyAll,
  compare,
  describe,
  invertAll,
  type Operation,
  type OrderedAct,
  placeActs,
  planDifference,
  refuseAll,
  Session,
  type State,
} from '@mixreel/document';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_CAPTION_STYLE } from './mix-config.ts';
import { clipsBySlot, mixRecordOf, shootingsOf } from './mix-content.ts';
import { mixKind } from './mix-kind.ts';
import {
  planClip,
  planMix,
  planMixConfig,
  planMove,
  planNewClips,
  planNewShootings,
  planOrder,
  planRemove,
  planShooting,
  planSplit,
  planText,
  UNTOUCHED_CLIP,
} from './mix-plans.ts';

const script = (script_id: string, text: string) => {
  return { script_id, text, recording_material_id: null, captions: null };
};
const clip = (video_clip_id: string) => ({
  ...UNTOUCHED_CLIP,
  video_clip_id,
  material_id: 'm',
  material_name: `${video_clip_id}.mp4`,
  shot_id: null,
  start_ms: 0,
  end_ms: 4000,
});
const MIX = { mproject_name: '夏日', config: {}, template_name: null, template_config: null };

/** Two shots with clips a b c and d e. */
function sample(): State {
  let state: State = { mix: { mix: MIX } };
  const shots = ['s', 't'].map((id) => ({ shooting_id: id, scripts: [script(`${id}1`, `${id} 的台词`)] }));
  state = applyAll(state, planNewShootings(state, shots));
  state = applyAll(state, planNewClips(state, 's', ['a', 'b', 'c'].map(clip)));
  return applyAll(state, planNewClips(state, 't', ['d', 'e'].map(clip)));
}

/** The clips of every shot, as short as can be read; what is not shown is left out. */
function places(state: State): string {
  const clips = clipsBySlot(state);
  const row = (slot: string) => (clips.get(slot) ?? []).map(({ video_clip_id }) => video_clip_id).join('');
  return shootingsOf(state)
    .map(({ shooting_id }) => `${shooting_id}:${row(shooting_id)}`)
    .join('|');
}

const judge = (now: State, operations: readonly Operation[]) => refuseAll(mixKind, now, operations);

/** What two people did to the same mix, in this order, and what the second one hears. */
function meet(first: (state: State) => Operation[], second: (state: State) => Operation[]) {
  const state = sample();
  const one: OrderedAct = { act_id: 'one', operations: first(state), sequence: 1 };
  const request = { sequence: 0, acts: [{ act_id: 'two', operations: second(state) }] };
  return placeActs(applyAll(state, one.operations), request, [one], judge);
}

const move = (state: State) => planMove(state, ['a'], 't', 1);
const dropShot = (state: State) => planRemove(state, 'shooting', ['s']);
const drop = (state: State) => planNewClips(state, 's', [clip('x')], 1);
const order = (state: State) => planOrder(state, ['t', 's']);
const remove = (state: State) => planRemove(state, 'clip', ['a']);
const style = (state: State) => planMixConfig(state, { caption: { style: DEFAULT_CAPTION_STYLE } });
const template = (state: State) => planMix(state, { template_name: '爆款', template_config: { voice: { rate: 1.2 } } });

test('what two people do at once ends in one sensible mix, whoever comes first', () => {
  // A clip that is dragged out of a shot stays when that shot is deleted.
  expect(places(meet(move, dropShot).state)).toBe('t:dae');
  expect(places(meet(dropShot, move).state)).toBe('t:dae');
  // Clips land in a shot that is moved meanwhile.
  expect(places(meet(order, drop).state)).toBe('t:de|s:axbc');
  expect(places(meet(drop, order).state)).toBe('t:de|s:axbc');
  // Into one that is gone they cannot go, and whoever tried hears it; dropped just before, they go along and come back.
  expect(meet(dropShot, drop).refused?.message).toBe('这个镜头已被删除，片段没有放进去');
  const gone = meet(drop, dropShot);
  expect(places(gone.state)).toBe('t:de');
  const back = invertAll(applyAll(sample(), drop(sample())), dropShot(sample()));
  expect(places(applyAll(gone.state, back)).replace('s:', '')).toContain('axbc');
  // A dragged clip that somebody deletes is gone, and the one who dragged it is told.
  expect(places(meet(move, remove).state)).toBe('s:bc|t:de');
  expect(meet(remove, move).acts[0]?.lost).toHaveLength(2);
  // A look of captions and a template.
  for (const met of [meet(style, template), meet(template, style)]) {
    expect(mixRecordOf(met.state)).toEqual({
      ...MIX,
      config: { caption: { style: DEFAULT_CAPTION_STYLE } },
      template_name: '爆款',
      template_config: { voice: { rate: 1.2 } },
    });
  }
});

test('acts have names in words', () => {
  const state = sample();
  const words = (operations: Operation[]) => describe(mixKind, state, operations);
  expect(words(planRemove(state, 'clip', ['a']))).toBe('删除片段「a.mp4」');
  expect(words(planRemove(state, 'shooting', ['s']))).toBe('删除镜头「s 的台词」');
  expect(words(planMove(state, ['a'], 't', 0))).toBe('移动片段「a.mp4」');
  expect(words(planSplit(state, 'a', 2000, 'z'))).toBe('切开片段「a.mp4」');
  expect(words(planNewShootings(state, [{ shooting_id: 'n', scripts: [script('n1', '')] }]))).toBe('添加镜头');
  expect(words(planMixConfig(state, { caption: { style: DEFAULT_CAPTION_STYLE } }))).toBe('修改字幕样式');
  expect(words(planText(state, 's1', 's 的台词！'))).toBe('修改台词「s 的台词」的文字');
  expect(words(planMix(state, { template_name: '爆款', template_config: {} }))).toBe('套用模板「爆款」');
  const later = applyAll(state, planRemove(state, 'shooting', ['t']));
  expect(compare(mixKind, state, later).map((one) => one.words)).toEqual(['删除镜头「t 的台词」']);
});

test('what would break a mix is refused', () => {
  const state = sample();
  const refused = (operations: Operation[]) => refuseAll(mixKind, state, operations);
  expect(refused(planShooting(state, 's', { scripts: [] }))).toBe('至少保留一个台词版本');
  expect(refused(planClip(state, 'a', { start_ms: 5000 }))).toBe('片段的结束要晚于开始');
  expect(refused(planClip(state, 'a', { start_ms: 5000, end_ms: 6000 }))).toBeNull();
  expect(refused(planClip(state, 'a', { crop: { x: 0.9, y: 0, width: 0.5, height: 1 } }))).toContain('裁切');
  expect(refused([{ do: 'set', table: 'clip', id: 'a', path: ['pool'], value: 'header' }])).toContain('片头');
  expect(
    refused([{ do: 'set', table: 'mix', id: 'mix', path: ['config', 'caption', 'style', 'box'], value: null }]),
  ).toContain('不能这样修改');
  const many = Array.from({ length: 198 }, (_, n) => clip(`n${n}`));
  expect(refused(planNewClips(state, 's', many))).toBe('一个镜头最多 200 个片段，请先删除一些');
});

/** `npm run bench document` plays more of them. */
const SCHEDULES = Number(process.env['SCHEDULES'] ?? 400);

const someText = fc.constantFrom('好', '新品', '快来看', 'ab');
const one = fc.record({
  who: fc.nat({ max: 2 }),
  what: fc.constantFrom(
    'type',
    'type',
    'move',
    'shot',
    'drop',
    'clips',
    'config',
    'split',
    'undo',
    'redo',
    'send',
    'hear',
  ),
  text: someText,
  at: fc.nat({ max: 20 }),
  to: fc.nat({ max: 5 }),
});

test('whatever three people do, and however late they hear of it, all end with the same mix', () => {
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), (steps) => {
      let ids = 0;
      const newId = () => `x${(ids += 1)}`;
      const first = sample();
      let state = first;
      const log: OrderedAct[] = [];
      const people = [0, 1, 2].map(() => new Session({ state, sequence: 0, newId }));
      const send = (session: Session) => {
        const request = session.send();
        if (!request) return;
        const placed = placeActs(state, request, log.slice(request.sequence), judge);
        state = placed.state;
        log.push(...placed.acts);
        hear(session);
        if (placed.refused) session.refuse(placed.refused.act_id);
        session.sendAgain();
      };
      const hear = (session: Session) => {
        for (const act of log.slice(session.sequence)) session.receive(act);
      };
      for (const { who, what, text, at, to } of steps) {
        const session = people[who]!;
        const now = session.state;
        const shots = shootingsOf(now);
        const shot = shots[at % Math.max(1, shots.length)];
        const clips = Object.keys(now['clip'] ?? {});
        const chosen = clips[at % Math.max(1, clips.length)] ?? '';
        const acts: Record<string, () => Operation[]> = {
          type: () => {
            const line = shot?.scripts[0];
            const old = line?.text ?? '';
            const whole = old.slice(0, at % (old.length + 1)) + text + old.slice(at % (old.length + 1));
            return line ? planText(now, line.script_id, whole) : [];
          },
          move: () => (shot ? planMove(now, [chosen], shot.shooting_id, to) : []),
          shot: () => planNewShootings(now, [{ shooting_id: newId(), scripts: [script(newId(), text)] }], to),
          drop: () => (shot ? planRemove(now, 'shooting', [shot.shooting_id]) : planRemove(now, 'clip', [chosen])),
          clips: () => (shot ? planNewClips(now, shot.shooting_id, [clip(newId())], to) : []),
          config: () => planMixConfig(now, { voice: { rate: 1 + to / 10 }, title: to > 3 ? { text } : { text: null } }),
          split: () => (now['clip']?.[chosen] ? planSplit(now, chosen, 100 * (to + 1), newId()) : []),
        };
        if (what === 'undo' || what === 'redo') session.step(what);
        else if (what === 'send') send(session);
        else if (what === 'hear') hear(session);
        else {
          const operations = acts[what]!();
          if (operations.length > 0) session.act(operations);
        }
      }
      for (let round = 0; round < 60 && people.some((person) => !person.isSaved); round += 1) people.forEach(send);
      people.forEach(hear);
      for (const person of people) expect(person.state).toEqual(state);
      // Whatever is shown can be read, and no shot is without a line.
      expect(shootingsOf(state).every(({ scripts }) => scripts.length > 0)).toBe(true);
      // And there is a way back to how it was.
      const back = planDifference(mixKind, state, first);
      expect(refuseAll(mixKind, state, back)).toBeNull();
      expect(applyAll(state, back)).toEqual(first);
    }),
    { numRuns: SCHEDULES },
  );
});
