import { type DocumentAct, mixKind, planMix } from '@mixreel/contract';
import { placeActs, type State } from '@mixreel/document';
import { expect, test } from 'vitest';
import { NetworkError } from '#lib/send.ts';
import { distantDocument } from './distant-document.ts';

const STATE: State = {
  mix: { mix: { mproject_name: '夏日', config: {}, template_name: null, template_config: null } },
};

/** A document on a server that can be away. */
function setUp() {
  let state = STATE;
  const log: DocumentAct[] = [];
  const server = { isReachable: true };
  const document = distantDocument('m', mixKind, {
    open: async () => ({ document_id: 'm', kind: 'mix', sequence: log.length, state }),
    acts: async ({ sequence }) => ({ acts: log.slice(sequence) }),
    async perform({ sequence, acts }) {
      if (!server.isReachable) throw new NetworkError('away');
      const placed = placeActs(state, { sequence, acts }, log.slice(sequence), () => null);
      state = placed.state;
      log.push(...placed.acts.map((act) => ({ ...act, words: '改', user_uid: 'u', user_name: '安', created_at: '' })));
      return { acts: log.slice(sequence), refused: placed.refused };
    },
  });
  const rename = (mproject_name: string) => document.act((now) => planMix(now, { mproject_name }));
  return { server, log, document, rename, name: () => state['mix']?.['mix']?.['mproject_name'] };
}

test('what could not be sent does not go later, nor keeps anything else from going', async () => {
  const { server, log, document, rename, name } = setUp();
  expect(await rename('秋日')).toBe(true);
  server.isReachable = false;
  await expect(rename('冬日')).rejects.toThrow('not sent');
  server.isReachable = true;
  expect(await rename('春日')).toBe(true);
  expect([name(), log.length]).toEqual(['春日', 2]);
  // Own steps from before are still taken back one by one.
  await document.undo(2);
  expect(name()).toBe('夏日');
});

test('planning nothing changes nothing, and says so', async () => {
  const { log, rename } = setUp();
  expect(await rename('夏日')).toBe(false);
  expect(log).toEqual([]);
});
