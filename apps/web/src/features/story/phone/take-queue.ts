import { ERRORS, type PhoneTake } from '@mixreel/contract';
import { createStore } from 'zustand/vanilla';
import { judgeFailure } from '#features/upload/judge-failure.ts';
import { CallError } from '#lib/call.ts';

/** A take as the phone keeps it until the server has it. */
export type KeptTake = {
  take_id: string;
  story_board_id: string;
  row_id: string;
  /** What it is of, in words. */
  title: string;
  shot_by: string;
  file_name: string;
  blob: Blob;
  seconds: number;
  /** Not looked at yet: it is sent when somebody said that it is good, or when the page was closed meanwhile. */
  is_held: boolean;
};

export type TakeState = 'held' | 'waiting' | 'sending' | 'failed';
export type QueuedTake = Omit<KeptTake, 'blob' | 'is_held'> & {
  bytes: number;
  sent_bytes: number;
  /** Whether the server counts it already. */
  is_known: boolean;
  state: TakeState;
  /** Why it failed or waits. */
  message: string | null;
};

type Start = { take_id: string; row_id: string; shot_by: string; file_name: string; bytes: number; is_again: boolean };

/** What the queue asks of the world; tests bring their own. */
export type TakeWire = {
  start(code: string, given: Start): Promise<PhoneTake>;
  end(code: string, given: { take_id: string; sha256: string }): Promise<PhoneTake>;
  send(blob: Blob, begun: PhoneTake, onProgress: (bytes: number) => void): Promise<void>;
  hash(blob: Blob): Promise<string>;
  keep(take: KeptTake): Promise<boolean>;
  read(take_id: string): Promise<KeptTake | null>;
  all(): Promise<KeptTake[]>;
  drop(take_id: string): Promise<void>;
  /** One tab at a time sends. */
  alone(run: () => Promise<void>): Promise<void>;
};

type State = {
  takes: QueuedTake[];
  /** Why the code is not taken any more; takes wait for another one. */
  over: string | null;
  /** How many this page has brought to the server. */
  sent: number;
};

const AGAIN_MS = { first: 1000, most: 30_000 };
const OVER = new Set<number>([ERRORS.shoot_over.code, ERRORS.sign_in_failed.code]);

export type TakeQueue = ReturnType<typeof createTakeQueue>;

/** Takes on their way: one after the other, each until the server has confirmed it, whatever the network does. */
export function createTakeQueue(wire: TakeWire) {
  const store = createStore<State>(() => ({ takes: [], over: null, sent: 0 }));
  /** What could not be kept by the browser is at least sent from here. */
  const unkept = new Map<string, KeptTake>();
  const again = new Set<string>();
  let phone: { code: string; story_board_id: string } | null = null;
  let isRunning = false;
  let wake = () => {};

  const find = (take_id: string) => store.getState().takes.find((take) => take.take_id === take_id);
  const change = (take_id: string, changed: Partial<QueuedTake>) =>
    store.setState(({ takes }) => ({
      takes: takes.map((take) => (take.take_id === take_id ? { ...take, ...changed } : take)),
    }));
  const forget = async (take_id: string) => {
    unkept.delete(take_id);
    again.delete(take_id);
    store.setState(({ takes }) => ({ takes: takes.filter((take) => take.take_id !== take_id) }));
    await wire.drop(take_id);
  };

  /** Kept first of all. False: the browser has no room, and it is lost with the page. */
  const add = async (take: KeptTake): Promise<boolean> => {
    store.setState(({ takes }) => ({ takes: [...takes, queued(take)] }));
    const isKept = await wire.keep(take);
    if (!isKept) unkept.set(take.take_id, take);
    pump();
    return isKept;
  };

  /** It is good, and may go. */
  const release = async (take_id: string) => {
    change(take_id, { state: 'waiting' });
    const take = unkept.get(take_id) ?? (await wire.read(take_id));
    if (take && !unkept.has(take_id)) await wire.keep({ ...take, is_held: false });
    pump();
  };

  /** What an earlier visit left. Nobody looks at it any more, so it is sent. */
  const load = async () => {
    const kept = await wire.all();
    const known = new Set(store.getState().takes.map(({ take_id }) => take_id));
    const left = kept.filter(({ take_id }) => !known.has(take_id)).map((take) => queued({ ...take, is_held: false }));
    store.setState(({ takes }) => ({ takes: [...left, ...takes] }));
    pump();
  };

  /** The code that counts now, and its board. */
  const use = (given: { code: string; story_board_id: string }) => {
    if (phone?.code === given.code && store.getState().over === null) return;
    phone = given;
    store.setState({ over: null });
    wake();
    pump();
  };

  const retry = (take_id: string) => {
    again.add(take_id);
    change(take_id, { state: 'waiting', message: null });
    pump();
  };

  const next = () =>
    store.getState().takes.find((take) => take.state === 'waiting' && take.story_board_id === phone?.story_board_id);

  const pump = () => {
    if (isRunning || !phone || store.getState().over !== null || !next()) return;
    isRunning = true;
    void wire
      .alone(async () => {
        for (let take = next(); take && store.getState().over === null; take = next()) await bring(take.take_id);
      })
      .catch(() => {})
      .finally(() => {
        isRunning = false;
        if (next() && store.getState().over === null) pump();
      });
  };

  const bring = async (take_id: string): Promise<void> => {
    for (let attempts = 1; phone && find(take_id); attempts += 1) {
      const take = unkept.get(take_id) ?? (await wire.read(take_id));
      // Another tab has brought it.
      if (!take) return forget(take_id);
      try {
        change(take_id, { state: 'sending', message: null });
        const ended = await attempt(phone.code, take);
        if (ended.status === 'completed') {
          store.setState(({ sent }) => ({ sent: sent + 1 }));
          return await forget(take_id);
        }
        const message = ended.message ?? '服务器没有收下，请再试一次';
        return change(take_id, { state: 'failed', message });
      } catch (error) {
        const { kind, message } = judgeFailure(error);
        if (error instanceof CallError && OVER.has(error.code)) {
          change(take_id, { state: 'waiting', message: null });
          return store.setState({ over: error.message });
        }
        const isPassing = kind === 'again' || kind === 'gone';
        if (!isPassing) return change(take_id, { state: 'failed', message });
        change(take_id, { state: 'waiting', message: `${message}，会自动再试` });
        await rest(attempts);
      }
    }
  };

  const attempt = async (code: string, { blob, ...take }: KeptTake): Promise<PhoneTake> => {
    const { take_id, row_id, shot_by, file_name } = take;
    const is_again = again.has(take_id);
    const begun = await wire.start(code, { take_id, row_id, shot_by, file_name, bytes: blob.size, is_again });
    again.delete(take_id);
    change(take_id, { is_known: true });
    if (begun.status === 'completed' || begun.status === 'failed') return begun;
    if (begun.upload_url) await wire.send(blob, begun, (sent_bytes) => change(take_id, { sent_bytes }));
    change(take_id, { sent_bytes: blob.size });
    return wire.end(code, { take_id, sha256: await wire.hash(blob) });
  };

  const rest = (attempts: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, Math.min(AGAIN_MS.first * 2 ** (attempts - 1), AGAIN_MS.most));
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });

  return {
    store,
    add,
    release,
    discard: forget,
    load,
    use,
    retry,
    /** The network is back: nobody waits any longer. */
    wake: () => {
      wake();
      pump();
    },
    /** The code is over, as another call was told. */
    end: (message: string) => store.setState({ over: message }),
  };
}

function queued({ blob, is_held, ...take }: KeptTake): QueuedTake {
  return {
    ...take,
    bytes: blob.size,
    sent_bytes: 0,
    is_known: false,
    state: is_held ? 'held' : 'waiting',
    message: null,
  };
}
