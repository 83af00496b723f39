import { type ExportProblem, mixKind, type ProblemFix } from '@mixreel/contract';
import { describe, type Operation, Session } from '@mixreel/document';
import { expect, test } from 'vitest';
import { mend } from './mend.ts';

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
