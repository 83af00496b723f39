import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { identify } from './authorize.ts';

const ROW = { user_uid: 'ann', name: '安', session_id: 's', current_space_id: 'x', scopes: null };
const ASKED = { by: 'document_id', ids: ['d'] } as const;

/** Somebody who writes in a document, and what this process has heard of others so far. */
function writing() {
  const state = { heard_at: -Infinity, questions: 0 };
  const app = {
    pool: {
      async query() {
        state.questions += 1;
        return { rows: [{ ...ROW, space_id: 'x', space_role: 'editor', found: 1 }] };
      },
    },
    memory: new Map(),
    streams: { heardAt: () => state.heard_at },
  } as unknown as Parameters<typeof identify>[0];
  return { state, ask: () => identify(app, 'token', 'call', { by: ASKED.by, ids: [...ASKED.ids] }) };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

test('a process that hears nothing asks within two seconds again who may write in a document', async () => {
  const { state, ask } = writing();
  await ask();
  vi.advanceTimersByTime(1900);
  await ask();
  expect(state.questions).toBe(1);
  vi.advanceTimersByTime(200);
  await ask();
  expect(state.questions).toBe(2);
});

test('one that hears of all that others do asks once in ten seconds', async () => {
  const { state, ask } = writing();
  await ask();
  for (let second = 1; second < 10; second += 1) {
    vi.advanceTimersByTime(1000);
    state.heard_at = performance.now();
    await ask();
  }
  expect(state.questions).toBe(1);
  vi.advanceTimersByTime(1000);
  await ask();
  expect(state.questions).toBe(2);
});
