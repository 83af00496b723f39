import { TASK_TYPES, type TaskStatus, type TaskType } from '@mixreel/contract';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { InputOf } from '#lib/call.ts';
import { changeQuery } from '#lib/go.ts';
import { OPEN_STATUSES, TROUBLE_STATUSES } from './task-words.ts';

/** The states that people tell apart when they look for something. */
export const STATES = {
  open: { label: '进行中', status: OPEN_STATUSES },
  trouble: { label: '需要处理', status: TROUBLE_STATUSES },
  succeeded: { label: '已完成', status: ['succeeded'] },
  canceled: { label: '已取消', status: ['canceled'] },
} as const satisfies Record<string, { label: string; status: readonly TaskStatus[] }>;
export type State = keyof typeof STATES;

export const SPANS = { day: '今天', week: '最近 7 天', month: '最近 30 天' } as const;
export type Span = keyof typeof SPANS;
const DAYS: Record<Span, number> = { day: 0, week: 6, month: 29 };

export type TaskView = {
  state: State | null;
  type: TaskType | null;
  span: Span | null;
  mine: boolean;
  unread: boolean;
  q: string;
};

export const NO_VIEW: TaskView = { state: null, type: null, span: null, mine: false, unread: false, q: '' };

export function readView(params: URLSearchParams): TaskView {
  const one = <T extends string>(name: string, allowed: readonly T[]) =>
    allowed.find((value) => value === params.get(name)) ?? null;
  return {
    state: one('state', Object.keys(STATES) as State[]),
    type: one('type', TASK_TYPES),
    span: one('span', Object.keys(SPANS) as Span[]),
    mine: params.get('mine') === '1',
    unread: params.get('unread') === '1',
    q: params.get('q') ?? '',
  };
}

/** Writes a change into the address; what is as at first is left out, names of others stay. */
export function writeView(params: URLSearchParams, change: Partial<TaskView>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (!value) next.delete(name);
    else next.set(name, value === true ? '1' : value);
  }
  return next;
}

export function isNarrowed(view: TaskView): boolean {
  return Object.values(view).some(Boolean);
}

/** What the server is asked for. Days begin at midnight where the person is. */
export function filterOf({ state, type, span, mine, unread, q }: TaskView, now = new Date()): InputOf<'task.list'> {
  return {
    ...(state && { status: [...STATES[state].status] }),
    ...(type && { task_type: [type] }),
    ...(span && { created_from: midnight(now, DAYS[span]).toISOString() }),
    ...(mine && { only_mine: true }),
    ...(unread && { unread: true }),
    ...(q.trim() && { keyword: q.trim() }),
  };
}

function midnight(now: Date, daysAgo: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
}

/** What the page shows stands in its address. */
export function useTaskView() {
  const [params] = useSearchParams();
  const view = useMemo(() => readView(params), [params]);
  const change = useCallback(
    (to: Partial<TaskView>) => changeQuery((now) => writeView(now, to), { replace: true }),
    [],
  );
  return { view, change };
}
