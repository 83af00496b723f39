import type { DocumentAct } from '@mixreel/contract';
import { type Act, describe, type Kind, type Operation, PACE, Session, type State } from '@mixreel/document';
import { createStore, type StoreApi } from 'zustand';
import { call, type InputOf, isAway, isPassing, type OutputOf } from '#lib/call.ts';
import { randomId } from '#lib/random.ts';
import { behindFrame } from '#lib/timing.ts';
import { rememberMine } from './remember-mine.ts';
import { sendPart } from './send-part.ts';

const RETRY_MS = 3000;
/** Doing the same without a rest this long is one step of undo. */
const REST_MS = 1000;

export type Saving = { state: 'saved' | 'sending' | 'offline' } | { state: 'refused'; message: string };

export type DocumentView = {
  state: State;
  sequence: number;
  saving: Saving;
  /** What would be taken back or done again, in words; null: nothing. */
  undo_name: string | null;
  redo_name: string | null;
};

/** What could not be done, or did not stay, and why, for the page to tell; `again` does it all the same. */
export type Loss = { message: string; operations: readonly Operation[]; again?: () => void };

type Transport = {
  perform: (input: InputOf<'document.perform'>) => Promise<OutputOf<'document.perform'>>;
  acts: (input: InputOf<'document.acts'>) => Promise<OutputOf<'document.acts'>>;
};
const CALLS: Transport = {
  async perform(input) {
    const answer = await call('document.perform', input, { is_quiet: true });
    // What others did comes with it, and is drawn at once.
    await behindFrame();
    return answer;
  },
  acts: (input) => call('document.acts', input, { is_quiet: true }),
};

export type DoOptions = {
  /** Joins quick acts of the same tag to one step. */ tag?: string | null;
  cause?: Act['cause'];
};

export type LiveDocument = {
  document_id: string;
  kind: Kind;
  view: StoreApi<DocumentView>;
  act(operations: Operation[], options?: DoOptions): void;
  /** What comes next is another step, however quickly it comes: a cell was left, and entered again. */
  rest(): void;
  /** Takes the own last step back, or does it again; in words what that was, null when there is none. */
  step(direction: 'undo' | 'redo'): { name: string; is_lost: boolean } | null;
  /** Acts that others, or this page, have done. */
  hear(acts: readonly DocumentAct[]): void;
  /** What was said while nobody listened. */
  catchUp(): Promise<void>;
  /** Sends what waits. True when everything is saved. */
  flush(): Promise<boolean>;
  /** What is not saved yet, as it would be sent. */
  waiting(): { sequence: number; acts: readonly Act[] };
  /** Begins to send by itself; gives the way to end that. */
  start(): () => void;
};

type Given = {
  opened: OutputOf<'document.open'>;
  kind: Kind;
  onLoss: (loss: Loss) => void;
  transport?: Transport;
};

/** A document that is open: what is done here shows at once and is sent, what others do comes in between. */
export function createLiveDocument({ opened, kind, onLoss, transport = CALLS }: Given): LiveDocument {
  const { document_id, sequence, state } = opened;
  const session = new Session({ state, sequence, newId: () => randomId(12), kind });
  const names = new Map<string, string>();
  const mine = rememberMine(kind);
  let last = { tag: null as string | null, at: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sent_at = -Infinity;
  let running: Promise<void> | null = null;
  let isOpen = true;
  const view = createStore<DocumentView>(() => ({
    state,
    sequence,
    saving: { state: 'saved' },
    undo_name: null,
    redo_name: null,
  }));

  const nameOf = (direction: 'undo' | 'redo') => {
    const ids = session.next(direction);
    return ids && (names.get(ids[0] ?? '') ?? `修改${kind.noun}`);
  };
  const show = (saving: Saving = view.getState().saving) =>
    view.setState(({ saving: before }) => ({
      state: session.state,
      sequence: session.sequence,
      undo_name: nameOf('undo'),
      redo_name: nameOf('redo'),
      // The same as long as it says the same: whoever shows it is not drawn again.
      saving: JSON.stringify(saving) === JSON.stringify(before) ? before : saving,
    }));
  const unplan = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const plan = (ms: number) => {
    unplan();
    if (isOpen) timer = setTimeout(() => void flush(), ms);
  };
  const planSending = () => {
    // However quickly somebody types, what waits is not put off again and again.
    if (timer === undefined) plan(Math.max(PACE.show_ms, sent_at + PACE.gather_ms - performance.now()));
  };

  function hear(acts: readonly DocumentAct[]): void {
    for (const act of acts) {
      if (act.sequence <= session.sequence) continue;
      if (act.sequence !== session.sequence + 1) {
        void catchUp();
        break;
      }
      const { lost } = session.receive(act);
      const who = names.has(act.act_id) ? '你打开的另一个页面先保存了' : `${act.user_name}「${act.words}」`;
      if (lost.length > 0) onLoss({ message: `${who}，你刚才的修改没能放进去`, operations: lost });
      if (!names.has(act.act_id)) tellOverwritten(act, lost);
    }
    show(session.isSaved ? { state: 'saved' } : undefined);
  }

  function tellOverwritten({ user_name, operations, words }: DocumentAct, lost: Operation[]): void {
    // What is lost was told already, and of what is not sent yet the server will say what becomes of it.
    const told = new Set([...lost, ...session.pending.flatMap((act) => act.operations)].map(({ id }) => id));
    const over = mine.takeOver(operations, session.state).filter(({ id }) => !told.has(id));
    if (over.length === 0) return;
    const isGone = over.every((one) => mine.isGone(session.state, one));
    const who = user_name || '别处';
    if (isGone) onLoss({ message: `${who}刚刚「${words}」，你在那里的修改也不在了`, operations: over });
    else {
      const message = `${who}刚刚「${words}」，保留了对方的`;
      onLoss({ message, operations: over, again: () => doAct(over) });
    }
  }

  async function catchUp(): Promise<void> {
    const { acts } = await transport.acts({ document_id, sequence: session.sequence }).catch(() => ({ acts: [] }));
    if (acts === null) show({ state: 'refused', message: '离开太久，请刷新页面' });
    else if (acts.length > 0) hear(acts);
  }

  function refuse(act_id: string, message: string): void {
    const { lost } = session.refuse(act_id);
    onLoss({ message, operations: lost });
    show(session.isSaved ? { state: 'saved' } : undefined);
  }

  async function send(): Promise<void> {
    if (session.isSaved) return;
    sent_at = performance.now();
    show({ state: 'sending' });
    try {
      const { acts, refused } = await sendPart(session, document_id, transport.perform);
      hear(acts);
      if (refused) refuse(refused.act_id, refused.message);
      // Whatever the answer did not hold, as after a gap, goes again.
      session.sendAgain();
    } catch (error) {
      session.sendAgain();
      if (isAway(error) || isPassing(error)) {
        show({ state: 'offline' });
        plan(RETRY_MS);
      } else show({ state: 'refused', message: error instanceof Error ? error.message : '请重试' });
    }
  }

  async function flush(): Promise<boolean> {
    unplan();
    while (!session.isSaved) {
      // One that is on its way may carry only what was done before: what came since goes with the next.
      const isOwn = running === null;
      const first = session.pending[0]?.act_id;
      running ??= send().finally(() => {
        running = null;
      });
      await running;
      const { state: now } = view.getState().saving;
      if (now === 'offline' || now === 'refused') return false;
      // An answer that neither takes nor refuses what waits would be asked for without end.
      if (isOwn && session.pending[0]?.act_id === first) {
        plan(RETRY_MS);
        return false;
      }
    }
    show({ state: 'saved' });
    return true;
  }

  function doAct(operations: Operation[], { tag = null, cause }: DoOptions = {}): void {
    if (operations.length === 0) return;
    const at = Date.now();
    mine.note(operations);
    const joins = tag !== null && tag === last.tag && at - last.at < REST_MS;
    last = { tag, at };
    const words = cause === 'restore' ? '恢复历史版本' : describe(kind, session.state, operations);
    const act = session.act(operations, { joins, cause });
    names.set(act.act_id, words);
    const { saving } = view.getState();
    show(saving.state === 'saved' ? { state: 'sending' } : saving);
    if (saving.state !== 'offline') planSending();
  }

  return {
    document_id,
    kind,
    view,
    act: doAct,
    rest: () => void (last = { tag: null, at: 0 }),
    step(direction) {
      const name = nameOf(direction);
      const done = session.step(direction);
      last = { tag: null, at: 0 };
      mine.forget();
      if (!done || name === null) return null;
      if (done.act) names.set(done.act.act_id, name);
      show(done.act ? { state: 'sending' } : undefined);
      if (done.act) planSending();
      return { name, is_lost: done.act === null };
    },
    hear,
    catchUp,
    flush,
    waiting: () => ({ sequence: session.sequence, acts: session.pending }),
    start() {
      isOpen = true;
      return () => {
        isOpen = false;
        void flush();
      };
    },
  };
}
