import { ERRORS, type PhoneRow, type PhoneTake } from '@mixreel/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#lib/call.ts';
import { NetworkError } from '#lib/send.ts';
import { groupRows, nextOpen } from './sort-rows.ts';
import { createTakeQueue, type KeptTake, type TakeWire } from './take-queue.ts';
import { tiltOf } from './tilt.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BEGUN: PhoneTake = {
  number: 1,
  status: 'uploading',
  received_bytes: 0,
  upload_url: '/u',
  token: 't',
  chunk_size: 1,
  message: null,
  can_retry: false,
};

function takeOf(take_id: string, given: Partial<KeptTake> = {}): KeptTake {
  const about = { story_board_id: 'board', row_id: 'row', title: '倒咖啡', shot_by: '阿强', file_name: 'x.webm' };
  return { take_id, ...about, blob: new Blob(['film']), seconds: 1, is_held: false, ...given };
}

/** A phone whose database and server the test holds in its hands. */
function world({ hasRoom = true } = {}) {
  const kept = new Map<string, KeptTake>();
  const came: string[] = [];
  const said: { problem: Error | null; code: string } = { problem: null, code: '' };
  const wire: TakeWire = {
    start: async (code, { take_id }) => {
      said.code = code;
      if (said.problem) throw said.problem;
      return came.includes(take_id) ? { ...BEGUN, status: 'completed' } : BEGUN;
    },
    send: async () => {
      if (said.problem) throw said.problem;
    },
    hash: async () => 'hash',
    end: async (_code, { take_id }) => {
      came.push(take_id);
      return { ...BEGUN, status: 'completed' };
    },
    keep: async (take) => hasRoom && Boolean(kept.set(take.take_id, take)),
    read: async (take_id) => kept.get(take_id) ?? null,
    all: async () => [...kept.values()],
    drop: async (take_id) => void kept.delete(take_id),
    alone: (run) => run(),
  };
  const open = () => createTakeQueue(wire);
  return { kept, came, said, open };
}

const PHONE = { code: 'first', story_board_id: 'board' };
const settle = () => vi.advanceTimersByTimeAsync(0);
const states = (queue: ReturnType<typeof createTakeQueue>) => queue.store.getState().takes.map(({ state }) => state);

test('a take is kept until the server has it: over a broken network and a closed page, and is then sent once', async () => {
  const { kept, came, said, open } = world();
  const queue = open();
  queue.use(PHONE);
  said.problem = new NetworkError(null);
  await queue.add(takeOf('one'));
  await settle();
  expect([states(queue), kept.size]).toEqual([['waiting'], 1]);
  expect(queue.store.getState().takes[0]?.message).toBe('连不上服务器，会自动再试');

  // The page was closed; another one finds it.
  const later = open();
  later.use(PHONE);
  await later.load();
  await settle();
  said.problem = null;
  later.wake();
  await settle();
  expect([came, states(later), kept.size]).toEqual([['one'], [], 0]);
  queue.wake();
  await settle();
  expect([came, states(queue)]).toEqual([['one'], []]);
});

test('a code that is over leaves the takes on the phone, and the next code of the same board sends them', async () => {
  const { kept, came, said, open } = world();
  const queue = open();
  queue.use(PHONE);
  said.problem = new CallError(ERRORS.shoot_over.code, '这个拍摄码已过期', null);
  await queue.add(takeOf('one'));
  await queue.add(takeOf('two', { story_board_id: 'another' }));
  await settle();
  expect([queue.store.getState().over, states(queue), kept.size]).toEqual([
    '这个拍摄码已过期',
    ['waiting', 'waiting'],
    2,
  ]);
  said.problem = null;
  queue.use({ code: 'second', story_board_id: 'board' });
  await settle();
  expect([said.code, came, queue.store.getState().takes.map(({ take_id }) => take_id)]).toEqual([
    'second',
    ['one'],
    ['two'],
  ]);
});

test('a take waits until somebody has looked at it, and one that was thrown away is never sent', async () => {
  const { kept, came, open } = world();
  const queue = open();
  queue.use(PHONE);
  await queue.add(takeOf('good', { is_held: true }));
  await queue.add(takeOf('bad', { is_held: true }));
  await settle();
  expect([states(queue), came]).toEqual([['held', 'held'], []]);
  await queue.discard('bad');
  await queue.release('good');
  await settle();
  expect([came, kept.size]).toEqual([['good'], 0]);
});

test('a take that the browser has no room for is sent all the same, and what the server refuses says why', async () => {
  const { came, said, open } = world({ hasRoom: false });
  const queue = open();
  queue.use(PHONE);
  expect(await queue.add(takeOf('one'))).toBe(false);
  await settle();
  expect(came).toEqual(['one']);
  said.problem = new CallError(ERRORS.quota_exceeded.code, '空间容量已用完', null);
  await queue.add(takeOf('two'));
  await settle();
  expect(queue.store.getState().takes).toMatchObject([{ state: 'failed', message: '空间容量已用完' }]);
  said.problem = null;
  queue.retry('two');
  await settle();
  expect(came).toEqual(['one', 'two']);
});

test('rows are listed by scene or by what brings most, and what is done or dropped comes last', () => {
  const row = (row_id: string, scene: string, state = 'todo') => ({ row_id, scene, state }) as PhoneRow;
  const rows = [row('a', '厨房'), row('b', '客厅'), row('c', '厨房', 'again'), row('d', '', 'done'), row('e', '客厅')];
  const told = (sort: 'scene' | 'most', order: string[]) =>
    groupRows(rows, sort, order).map(({ title, rows: those }) => [title, those.map(({ row_id }) => row_id).join('')]);
  expect(told('scene', [])).toEqual([
    ['厨房', 'ac'],
    ['客厅', 'be'],
    ['拍好了', 'd'],
  ]);
  const byGain = groupRows(rows, 'most', ['e', 'd', 'a']);
  expect(byGain[0]?.rows.map(({ row_id, number }) => `${row_id}${number}`)).toEqual(['e5', 'a1', 'b2', 'c3']);
  const byScene = groupRows(rows, 'scene', []);
  expect(['a', 'e'].map((id) => nextOpen(byScene, 'scene', id)?.row_id)).toEqual(['c', 'a']);
  expect(['a', 'e'].map((id) => nextOpen(byGain, 'most', id)?.row_id)).toEqual(['e', 'a']);
});

test('the level follows the horizon however the phone is held, and is off while it lies flat', () => {
  // Upright, leaning to the right by 5°, on either side, and on the table.
  expect(tiltOf(90, 0, 0)).toBeCloseTo(0);
  expect(Math.abs(tiltOf(60, 10, 0) ?? 0)).toBeCloseTo(5.7, 0);
  expect(tiltOf(0, -90, 90)).toBeCloseTo(0);
  expect(tiltOf(0, 90, 270)).toBeCloseTo(0);
  expect(tiltOf(2, 3, 0)).toBeNull();
});
