import type { AiAudio } from '@mixreel/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError, type InputOf } from '#lib/call.ts';
import { NetworkError } from '#lib/send.ts';
import { createAutosave } from './autosave.ts';
import { newLine } from './lines.ts';
import { createStudio, edit, editLines, takeContent, takePiece, undoEdit } from './studio.ts';

function pieceOf(given: Partial<AiAudio> = {}): AiAudio {
  return {
    ai_audio_id: 'a',
    project_id: 'p',
    audio_name: '开场',
    status: 'draft',
    revision: 3,
    lines: [newLine(undefined, { text: '一' })],
    music: null,
    target_lufs: -14,
    ai_mark: 'end',
    duration: null,
    audio_url: null,
    peaks: [],
    line_times: [],
    material_id: null,
    task_id: null,
    error: null,
    is_stale: false,
    music_title: null,
    music_licence: null,
    music_problem: null,
    creator_name: '小王',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    ...given,
  };
}

type Update = InputOf<'audio.update'>;

/** A server that keeps one piece and refuses old revisions. */
function setUp() {
  let kept = pieceOf();
  const asked: Update[] = [];
  let isReachable = true;
  const studio = createStudio(kept, true);
  const saver = createAutosave(studio, async (input) => {
    asked.push(input);
    if (!isReachable) throw new NetworkError('away');
    await Promise.resolve();
    if (input.revision !== kept.revision) throw new CallError(409, '刚被他人修改', kept);
    kept = { ...kept, ...(input as Partial<AiAudio>), revision: kept.revision + 1 };
    return kept;
  });
  saver.start();
  return {
    studio,
    saver,
    asked,
    kept: () => kept,
    changeElsewhere: (changed: Partial<AiAudio>) => (kept = { ...kept, ...changed, revision: kept.revision + 1 }),
    setReachable: (value: boolean) => (isReachable = value),
    say: (text: string) => editLines(studio, (lines) => lines.map((line) => ({ ...line, text })), 'text'),
    saving: () => studio.getState().saving,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('quick changes are saved once, with what changed only, and the next carries the new revision', async () => {
  const { say, asked, saving, studio } = setUp();
  say('你');
  await vi.advanceTimersByTimeAsync(500);
  say('你好');
  expect(saving().state).toBe('waiting');
  await vi.advanceTimersByTimeAsync(800);
  expect(saving().state).toBe('saved');
  edit(studio, { audio_name: '新名字' });
  await vi.advanceTimersByTimeAsync(800);
  expect(asked.map(({ revision, lines, audio_name }) => [revision, lines?.[0]?.text, audio_name])).toEqual([
    [3, '你好', undefined],
    [4, undefined, '新名字'],
  ]);
});

test('what is changed while a save is under way is saved after it', async () => {
  const { say, asked, saver } = setUp();
  say('一');
  const first = saver.flush();
  say('二');
  expect(await first).toBe(true);
  expect(asked.map(({ lines }) => lines?.[0]?.text)).toEqual(['一', '二']);
});

test('without a network it says so and tries again by itself, at once when the network is back', async () => {
  const { say, saving, setReachable, asked } = setUp();
  setReachable(false);
  say('一');
  await vi.advanceTimersByTimeAsync(800);
  expect(saving().state).toBe('offline');
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toHaveLength(2);
  setReachable(true);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(saving().state).toBe('saved');
});

test('a conflict keeps both versions until a person chooses: the newest, which undo takes back', async () => {
  const { studio, saver, say, saving, changeElsewhere, asked } = setUp();
  const theirs = changeElsewhere({ lines: [newLine(undefined, { text: '别人的' })] });
  say('我的');
  await vi.advanceTimersByTimeAsync(800);
  expect(saving()).toMatchObject({ state: 'conflict', message: '刚被他人修改' });
  say('我又改了');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await saver.flush()).toBe(false);
  expect(asked).toHaveLength(1);

  takeContent(studio, theirs);
  expect(studio.getState().history.now.lines[0]?.text).toBe('别人的');
  expect(saving().state).toBe('saved');
  undoEdit(studio);
  expect(studio.getState().history.now.lines[0]?.text).toBe('我又改了');
  await vi.advanceTimersByTimeAsync(800);
  expect(asked.at(-1)).toMatchObject({ revision: theirs.revision });
  expect(saving().state).toBe('saved');
});

test('… or ours, with every field, so that nothing of theirs stays', async () => {
  const { say, saver, changeElsewhere, kept } = setUp();
  changeElsewhere({ audio_name: '别人的名字', target_lufs: -16 });
  say('我的');
  await vi.advanceTimersByTimeAsync(800);
  expect(await saver.overwrite()).toBe(true);
  expect(kept()).toMatchObject({ audio_name: '开场', target_lufs: -14, lines: [{ text: '我的' }] });
});

test('a newer version is taken over only when nothing here is unsaved', async () => {
  const { studio, say } = setUp();
  const newer = pieceOf({ revision: 4, audio_name: '别人改的' });
  expect(takePiece(studio, newer)).toBe(true);
  expect(studio.getState().history.now.audio_name).toBe('别人改的');
  say('没保存');
  expect(takePiece(studio, pieceOf({ revision: 5, audio_name: '又改' }))).toBe(false);
  expect(studio.getState().history.now.audio_name).toBe('别人改的');
  expect(studio.getState().piece.revision).toBe(4);
});

test('a viewer changes nothing', () => {
  const studio = createStudio(pieceOf(), false);
  const before = studio.getState().history;
  edit(studio, { audio_name: '改' });
  expect(studio.getState().history).toBe(before);
});
