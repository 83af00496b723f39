import type { ArtworkFilter, ReviewState } from '@mixreel/contract';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { BIN } from '#features/dir/dir-words.ts';
import type { InputOf } from '#lib/call.ts';
import { changeQuery } from '#lib/go.ts';
import { type ArtworkOrder, ORDER_NAMES, ORIENTATION_NAMES, REVIEWS } from './artwork-words.ts';

/** What is shown of the finished videos. All of it stands in the address. */
export type ArtworkView = {
  /** A directory, the bin, or null for all. */
  dir: string | null;
  key: string;
  review: ReviewState | null;
  /** Marks that all of them carry. */
  mark: string[];
  orientation: keyof typeof ORIENTATION_NAMES | null;
  /** Only with comments that nobody has resolved. */
  open_comments: boolean;
  ai: 'with' | 'without' | null;
  order: ArtworkOrder;
  /** The one that is open. */
  video: string | null;
};

const FIRST: ArtworkView = {
  dir: null,
  key: '',
  review: null,
  mark: [],
  orientation: null,
  open_comments: false,
  ai: null,
  order: 'newest',
  video: null,
};

export const NO_CONDITIONS = {
  key: '',
  review: null,
  mark: [],
  orientation: null,
  open_comments: false,
  ai: null,
} satisfies Partial<ArtworkView>;

export function readArtworkView(params: URLSearchParams): ArtworkView {
  const maybe = <T extends string>(name: string, allowed: readonly T[]) =>
    allowed.find((value) => value === params.get(name)) ?? null;
  return {
    dir: params.get('dir'),
    key: params.get('key')?.trim() ?? '',
    review: maybe('review', REVIEWS),
    mark: params.getAll('mark'),
    orientation: maybe('orientation', Object.keys(ORIENTATION_NAMES) as (keyof typeof ORIENTATION_NAMES)[]),
    open_comments: params.get('open_comments') === '1',
    ai: maybe('ai', ['with', 'without'] as const),
    order: maybe('order', Object.keys(ORDER_NAMES) as ArtworkOrder[]) ?? FIRST.order,
    video: params.get('video'),
  };
}

/** Writes a change into the address; what is as at first is left out. Names of others (tab, projectId) stay. */
export function writeArtworkView(params: URLSearchParams, change: Partial<ArtworkView>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    next.delete(name);
    if (JSON.stringify(value) === JSON.stringify(FIRST[name as keyof ArtworkView])) continue;
    if (Array.isArray(value)) value.forEach((one) => next.append(name, one));
    else next.set(name, value === true ? '1' : String(value));
  }
  return next;
}

export function isNarrowed(view: ArtworkView): boolean {
  return (Object.keys(NO_CONDITIONS) as (keyof typeof NO_CONDITIONS)[]).some(
    (name) => JSON.stringify(view[name]) !== JSON.stringify(NO_CONDITIONS[name]),
  );
}

/** The conditions by themselves, as a smart directory remembers them. */
export function conditionsOf({ key, review, mark, orientation, open_comments, ai }: ArtworkView): ArtworkFilter {
  return {
    ...(key && { keyword: key }),
    ...(review && { review_state: [review] }),
    ...(mark.length > 0 && { checkbox_ids: mark }),
    ...(orientation && { orientation }),
    ...(open_comments && { has_open_comments: true }),
    ...(ai && { ai_origin: ai === 'with' }),
  };
}

export type ListFilter = Omit<InputOf<'artwork.list'>, 'page_index' | 'page_size'>;

/** What the server is asked for. */
export function listFilterOf(view: ArtworkView, project_id: string): ListFilter {
  const { dir, order } = view;
  return {
    project_id,
    ...conditionsOf(view),
    ...(dir === BIN && { is_deleted: true }),
    ...(dir !== null && dir !== BIN && { dir_id: dir }),
    order,
  };
}

export type ChangeView = (to: Partial<ArtworkView>, options?: { replace?: boolean }) => void;

export function useArtworkView(): { view: ArtworkView; change: ChangeView } {
  const [params] = useSearchParams();
  const view = useMemo(() => readArtworkView(params), [params]);
  const change: ChangeView = useCallback(
    (to, { replace = false } = {}) => changeQuery((now) => writeArtworkView(now, to), { replace }),
    [],
  );
  return { view, change };
}
