import type { Candidate } from '@mixreel/contract';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { InputOf } from '#lib/call.ts';
import { changeQuery } from '#lib/go.ts';

export const FILTERS = { all: '全部', picked: '已选', exported: '已导出', failed: '失败', excluded: '已排除' } as const;
export type ResultFilter = keyof typeof FILTERS;

export const PANELS = { likeness: '重复度', advice: '建议', exports: '导出进度' } as const;
export type ResultPanel = keyof typeof PANELS;

export const SORTS = { number: '按编号', likeness: '重复度从高到低' } as const;
export type ResultSort = keyof typeof SORTS;

export const LEVELS = { '': '全部级别', 1: 'L1', 2: 'L2', 3: 'L3', 4: 'L4', 5: 'L5' } as const;

/** What is shown of the candidates; empty where that is left open. */
export type ResultView = {
  filter: ResultFilter;
  panel: ResultPanel;
  sort: ResultSort;
  level: string;
  opening: string;
  voice: string;
};

/** What the page shows stands in its address. */
export function useResultView() {
  const [params] = useSearchParams();
  const one = <T extends string>(name: string, allowed: Record<T, string>, or: T): T => {
    const given = params.get(name);
    return given !== null && given in allowed ? (given as T) : or;
  };
  const view: ResultView = {
    filter: one('filter', FILTERS, 'all'),
    panel: one('panel', PANELS, 'likeness'),
    sort: one('sort', SORTS, 'number'),
    level: one('level', LEVELS, '' as never),
    opening: params.get('opening') ?? '',
    voice: params.get('voice') ?? '',
  };
  const change = useCallback(
    (to: Partial<ResultView>) =>
      changeQuery(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(to)) {
            if (value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
    [],
  );
  return { view, change };
}

/** What the server is asked for. */
export function filterOf(
  { filter, sort, level, opening, voice }: ResultView,
  mproject_id: string,
): Omit<InputOf<'candidate.list'>, 'page_index'> {
  const status: Partial<Record<ResultFilter, Candidate['status']>> = { exported: 'exported', failed: 'failed' };
  return {
    mproject_id,
    is_excluded: filter === 'excluded',
    ...(filter === 'picked' && { is_picked: true }),
    ...(status[filter] && { status: status[filter] }),
    ...(sort !== 'number' && { sort }),
    ...(level !== '' && { level: Number(level) }),
    ...(opening !== '' && { opening }),
    ...(voice !== '' && { voice }),
  };
}
