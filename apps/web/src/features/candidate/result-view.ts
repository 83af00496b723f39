import type { Candidate } from '@mixreel/contract';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { InputOf } from '#lib/call.ts';

export const FILTERS = { all: '全部', picked: '已选', exported: '已导出', failed: '失败', excluded: '已排除' } as const;
export type ResultFilter = keyof typeof FILTERS;

export const PANELS = { likeness: '重复度', advice: '建议', exports: '导出进度' } as const;
export type ResultPanel = keyof typeof PANELS;

type ResultView = { filter: ResultFilter; panel: ResultPanel };

/** What the page shows stands in its address. */
export function useResultView() {
  const [params, setParams] = useSearchParams();
  const one = <T extends string>(name: string, allowed: Record<T, string>, or: T): T => {
    const given = params.get(name);
    return given !== null && given in allowed ? (given as T) : or;
  };
  const view: ResultView = { filter: one('filter', FILTERS, 'all'), panel: one('panel', PANELS, 'likeness') };
  const change = useCallback(
    (to: Partial<ResultView>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(to)) next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { view, change };
}

/** What the server is asked for. */
export function filterOf(filter: ResultFilter, mproject_id: string): Omit<InputOf<'candidate.list'>, 'page_index'> {
  const status: Partial<Record<ResultFilter, Candidate['status']>> = { exported: 'exported', failed: 'failed' };
  return {
    mproject_id,
    is_excluded: filter === 'excluded',
    ...(filter === 'picked' && { is_picked: true }),
    ...(status[filter] && { status: status[filter] }),
  };
}
