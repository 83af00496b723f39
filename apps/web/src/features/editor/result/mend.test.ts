import { type ExportProblem, mixKind, type ProblemFix } from '@mixreel/contract';
import { describe, type Operation, Session } from '@mixreel/document';
import { expect, test } from 'vitest';
import { randomId } from '#lib/random.ts';
import { mend, mendAll } from './mend.ts';

const caption = (text: string, start_ms: number) => ({ text, start_ms, end_ms: start_ms + 900 });
const STATE = {
  mix: { mix: { mproject_name: '夏日', config: {}, template_name: null, template_config: null } },
  shooting: { s: { rank: 'V', shooting_name: '', config: {} } },
  script: {
    l: {
      shooting_id: 's',
      rank: 'V',
      recording_material_id: null,
      text: '全网最低价，快来',
      captions: [caption('全网最低价', 0), caption('快来', 1000)],
    },
  },
  clip: {},
};
const PROBLEM: ExportProblem = {
  kind: 'forbidden',
  blocks: true,
  where: '镜头 1',
  message: '不能说最低',
  at_ms: null,
  taboo_word: null,
  fact: null,
  fixes: [],
  shooting_id: 's',
  script_id: 'l',
  video_clip_id: null,
};
const FIX: ProblemFix = {
  label: '换个说法',
  config: { caption: { source: 'line' } },
  mix: {},
  clip: {},
  source: null,
  wording: [
    { from: '全网最低价，快来', to: '价格实在，快来' },
    { from: '全网最低价', to: '' },
  ],
};

test('what one click puts right is one act with a name, and one step back', async () => {
  const session = new Session({ state: STATE, sequence: 1, newId: () => 'a' });
  const done: Operation[][] = [];
  const acts = {
    async act(plan: Parameters<Parameters<typeof mend>[0]['act']>[0]) {
      done.push(await plan(session.state));
      session.act(done[0]!);
      return true;
    },
    undo: async () => void session.step('undo'),
  };
  expect(await mend(acts, 'm', PROBLEM, FIX)).toBe(true);
  expect(session.state['script']?.['l']).toMatchObject({ text: '价格实在，快来', captions: [caption('快来', 1000)] });
  expect(session.state['shooting']?.['s']).toMatchObject({ config: { caption: { source: 'line' } } });
  expect(describe(mixKind, STATE, done[0]!)).toBe('修改镜头「全网最低价，快来」的字幕来源等 3 项');
  await acts.undo();
  expect(session.state).toEqual(STATE);
});

test('all is put right, each thing once and counted only where something changed, so that taking back takes back no more', async () => {
  const session = new Session({ state: STATE, sequence: 1, newId: randomId });
  session.act([{ do: 'set', table: 'mix', id: 'mix', path: ['mproject_name'], value: '改过的名' }]);
  const acts = {
    async act(plan: Parameters<Parameters<typeof mend>[0]['act']>[0]) {
      const operations = await plan(session.state);
      if (operations.length > 0) session.act(operations);
      return operations.length > 0;
    },
    undo: async (count = 1) => Array.from({ length: count }).forEach(() => session.step('undo')),
  };
  // As the check writes them: each word by itself, of the line as it is now.
  const words = [
    ['全网最低价', '价格实在'],
    ['快来', '看看'],
  ] as const;
  const check = async () => {
    const text = session.state['script']?.['l']?.['text'] as string;
    const found = words.filter(([word]) => text.includes(word));
    const problems = found.map(([word, to]): ExportProblem => {
      const wording = [{ from: text, to: text.replace(word, to) }];
      return { ...PROBLEM, message: `「${word}」`, fixes: [{ ...FIX, config: {}, wording }] };
    });
    return { problems };
  };
  expect(await mendAll(acts, 'm', check)).toBe(2);
  expect(session.state['script']?.['l']).toMatchObject({ text: '价格实在，看看' });
  await acts.undo(2);
  expect(session.state['script']).toEqual(STATE.script);
  expect(session.state['mix']?.['mix']).toMatchObject({ mproject_name: '改过的名' });
});
