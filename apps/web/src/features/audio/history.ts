const STEPS_MAX = 200;
/** Typing in one place without a rest this long is one step. */
const REST_MS = 1000;

/** A value with the ones before it and those taken back. */
export type History<T> = { past: T[]; now: T; future: T[]; tag: string | null; changed_at: number };

export function historyOf<T>(now: T): History<T> {
  return { past: [], now, future: [], tag: null, changed_at: 0 };
}

/** Changes with the same tag in quick succession are undone together; without a tag each is a step of its own. */
export function change<T>(history: History<T>, now: T, tag: string | null, at = Date.now()): History<T> {
  if (now === history.now) return history;
  const isSameStep = tag !== null && tag === history.tag && at - history.changed_at < REST_MS;
  const past = isSameStep ? history.past : [...history.past, history.now].slice(-STEPS_MAX);
  return { past, now, future: [], tag, changed_at: at };
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    now: before,
    future: [history.now, ...history.future],
    tag: null,
    changed_at: 0,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future, tag: null, changed_at: 0 };
}
