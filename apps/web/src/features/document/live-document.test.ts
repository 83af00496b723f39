import { audioKind, type DocumentAct } from '@mixreel/contract';
import { type Operation, placeActs, refuseAll, type State } from '@mixreel/document';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#lib/call.ts';
import { NetworkError } from '#lib/send.ts';
import { sendKept, wordsIn } from './kept-acts.ts';
import { createLiveDocument, type Loss } from './live-document.ts';

const LINE = {
  text: '你好',
  rank: 'V1',
  voice_id: 'a:b',
  rate: 1,
  pitch: 0,
  volume: 1,
  emotion: null,
  pause_ms: 0,
  shot_ms: null,
};
const START: State = {
  piece: { piece: { audio_name: '名', music: null, target_lufs: -14, ai_mark: 'end' } },
  line: { l: LINE },
};
const on = { table: 'line', id: 'l' };
const typed = (...edit: (number | string)[]): Operation => ({ ...on, do: 'type', path: ['text'], edit });

/** The server: one order, the kind's rules; and pages of it. */
function setUp() {
  let state = START;
  const log: DocumentAct[] = [];
  const server = { isReachable: true, asked: 0, answer_ms: 0, takes: 50 };
  const perform = async (request: { sequence: number; acts: { act_id: string; operations: Operation[] }[] }) => {
    server.asked += 1;
    if (!server.isReachable) throw new NetworkError('away');
    if (request.acts.length > server.takes) throw new CallError(413, '提交的内容过大', null);
    if (JSON.stringify(request.acts).includes('unreadable')) throw new CallError(400, '内容不对', null);
    const since = log.slice(request.sequence);
    const judge = (before: State, operations: readonly Operation[]) => refuseAll(audioKind, before, operations);
    const placed = placeActs(state, request, since, judge);
    state = placed.state;
    const about = { words: '改', user_uid: 'u', user_name: '本', created_at: '' };
    log.push(...placed.acts.map(({ lost: _lost, ...act }) => ({ ...act, ...about })));
    const answer = { acts: log.slice(request.sequence), refused: placed.refused };
    if (server.answer_ms > 0) await new Promise((resolve) => setTimeout(resolve, server.answer_ms));
    return answer;
  };
  const open = () => {
    const losses: Loss[] = [];
    const live = createLiveDocument({
      opened: { document_id: 'd', kind: 'audio', sequence: 0, state: START },
      kind: audioKind,
      onLoss: (loss) => losses.push(loss),
      transport: { perform, acts: async ({ sequence }) => ({ acts: log.slice(sequence) }) },
    });
    const text = () => live.view.getState().state['line']?.['l']?.['text'];
    return { ...live, losses, text, saving: () => live.view.getState().saving.state };
  };
  const at = async () => ({ sequence: 0, state: START });
  return { server, log, open, perform, at, text: () => state['line']?.['l']?.['text'] };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('saving waits for what came while an answer was on its way, also when the stream was quicker than the answer', async () => {
  const { open, text, log, server } = setUp();
  const page = open();
  server.answer_ms = 50;
  page.act([typed(2, '啊')]);
  await vi.advanceTimersByTimeAsync(120);
  page.hear(log);
  page.act([typed(3, '！')]);
  const saved = page.flush();
  await vi.advanceTimersByTimeAsync(300);
  expect([await saved, text(), page.saving()]).toEqual([true, '你好啊！', 'saved']);
});

test('letters typed quickly show at once, go together, and are one step of undo with a name', async () => {
  const { open, text, log, server } = setUp();
  const page = open();
  page.act([typed(2, '啊')], { tag: 't' });
  page.act([typed(3, '！')], { tag: 't' });
  expect([page.text(), page.saving()]).toEqual(['你好啊！', 'sending']);
  await vi.advanceTimersByTimeAsync(100);
  expect([text(), page.saving(), server.asked, log.length]).toEqual(['你好啊！', 'saved', 1, 2]);
  expect(page.view.getState().undo_name).toBe('修改台词「你好」的文字');
  expect(page.step('undo')).toEqual({ name: '修改台词「你好」的文字', is_lost: false });
  expect(page.text()).toBe('你好');
  expect(page.step('undo')).toBeNull();
  // Between two visits lies a rest, however short.
  page.act([typed(2, '啊')], { tag: 't' });
  page.rest();
  page.act([typed(3, '！')], { tag: 't' });
  page.step('undo');
  expect(page.text()).toBe('你好啊');
});

test('who types without a rest is heard meanwhile', async () => {
  const { open, server } = setUp();
  const [page, other] = [open(), open()];
  for (let n = 0; n < 20; n += 1) {
    page.act([typed(2 + n, '哈')], { tag: 't' });
    await vi.advanceTimersByTimeAsync(25);
  }
  // The first at once, the others together, every tenth of a second.
  expect(server.asked).toBe(5);
  await other.catchUp();
  expect(other.text()).toMatch(/^你好哈{15}/);
});

test('without a server it says so, tries again by itself, and merges with what others did meanwhile', async () => {
  const { open, text, server } = setUp();
  const [page, other] = [open(), open()];
  server.isReachable = false;
  page.act([typed('我说')]);
  await vi.advanceTimersByTimeAsync(100);
  expect(page.saving()).toBe('offline');
  expect(page.waiting()).toMatchObject({ sequence: 0, acts: [{ operations: [typed('我说')] }] });
  server.isReachable = true;
  other.act([typed(2, '吗')]);
  await other.flush();
  await vi.advanceTimersByTimeAsync(3000);
  expect([text(), page.text(), page.saving()]).toEqual(['我说你好吗', '我说你好吗', 'saved']);
});

test('what is refused is taken out and told, and what stands beside it is saved', async () => {
  const { open, text } = setUp();
  const page = open();
  page.act([{ ...on, do: 'set', path: ['rate'], value: 9 }]);
  page.act([typed(2, '啊')]);
  expect(await page.flush()).toBe(true);
  expect(page.losses.map(({ message }) => message)).toEqual(['语速：语速最快 2 倍']);
  expect([text(), page.text(), page.view.getState().state['line']?.['l']?.['rate']]).toEqual(['你好啊', '你好啊', 1]);
});

test('who writes in a line that somebody else deletes is told, with their words', async () => {
  const { open } = setUp();
  const [page, other] = [open(), open()];
  other.act([{ ...on, do: 'remove' }]);
  await other.flush();
  page.act([typed(2, '别丢')]);
  expect(await page.flush()).toBe(true);
  expect(page.losses).toMatchObject([{ operations: [typed(2, '别丢')] }]);
  expect(page.text()).toBeUndefined();
});

test('a long time away: everything that was typed arrives in its place, in the page or after the tab was closed', async () => {
  for (const isClosed of [true, false]) {
    const { server, open, perform, at, text } = setUp();
    const [mine, theirs] = [open(), open()];
    server.isReachable = false;
    const words = Array.from({ length: 130 }, (_, n) => String.fromCharCode(0x4e00 + n)).join('');
    for (const [n, letter] of Array.from(words).entries()) mine.act([typed(2 + n, letter)]);
    server.isReachable = true;
    theirs.act([typed('喂')]);
    await theirs.flush();
    const send = () => sendKept({ document_id: 'd', ...mine.waiting() }, { at, perform });
    expect([await (isClosed ? send() : mine.flush()), text()]).toEqual([true, `喂你好${words}`]);
  }
});

test('too much at once goes in parts, and only what cannot be read alone is taken out', async () => {
  const { server, open, text } = setUp();
  const mine = open();
  server.takes = 4;
  for (let n = 0; n < 12; n += 1) mine.act([typed(`${n % 10}`)]);
  mine.act([{ ...on, do: 'set', path: ['voice_id'], value: 'unreadable' }]);
  mine.act([typed('末')]);
  await vi.runAllTimersAsync();
  expect(await mine.flush()).toBe(true);
  expect(text()).toBe('末109876543210你好');
  expect(mine.losses).toMatchObject([{ message: '内容不对', operations: [{ value: 'unreadable' }] }]);
});

test('of what could not be saved all words can be copied, in whichever column they stood', () => {
  const row = {
    rank: 'V1',
    section: 'hook',
    picture: '倒进杯里',
    line: '先加冰',
    caption: '',
    props: '玻璃杯',
    reference: null,
  };
  const text = { text: '夏日特惠', font_id: 'hei', align: 'left' };
  const words = wordsIn([
    { do: 'add', table: 'row', id: 'a', record: row },
    { do: 'add', table: 'layer', id: 'b', record: { layer_name: '', kind: 'text', text } },
    {
      do: 'set',
      table: 'script',
      id: 'c',
      path: ['captions'],
      value: [{ text: '第一条', start_ms: 0 }, { text: '第二条' }],
    },
    typed(2, '别丢'),
  ]);
  expect(words).toBe('倒进杯里\n先加冰\n玻璃杯\n夏日特惠\n第一条\n第二条\n别丢');
});
