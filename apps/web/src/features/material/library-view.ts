import {
  ANALYSIS_STATUSES,
  type AnalysisStatus,
  MATERIAL_SORTS,
  MATERIAL_SUB_TYPES,
  MATERIAL_TYPES,
  type MaterialFilter,
  type MaterialSubType,
  type MaterialType,
  ORIENTATIONS,
  RIGHTS_PROBLEMS,
  type RightsProblem,
  SEARCH_SORTS,
} from '@mixreel/contract';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Length, LENGTHS, QUALITY_GOOD } from '#features/search/search-words.ts';
import { changeQuery } from '#lib/go.ts';
import { type LibraryTab, TAB_NAMES } from './material-words.ts';

/** Kinds of what a sentence finds: materials, and the videos that were made of them. */
export const FOUND_KINDS = [...MATERIAL_TYPES, 'artwork'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** What the library shows. All of it stands in the address, so that links and going back lead to the same. */
export type LibraryView = {
  tab: LibraryTab;
  type: MaterialType;
  sub_type: MaterialSubType | 'all';
  /** The folder that is shown, and whether without those below it; of no folder: what lies in none. */
  folder: string | null;
  flat: boolean;
  q: string;
  similar_to: string | null;
  /** The look of a picture, or of a part of one, whose look-alikes are wanted. */
  look: string | null;
  /** Somebody who must be seen. */
  person: string | null;
  /** Of what a sentence found, only this kind. */
  found: FoundKind | null;
  tags: string[];
  orientation: (typeof ORIENTATIONS)[number] | null;
  length: Length | null;
  speech: boolean;
  good: boolean;
  liked: boolean;
  unused: boolean;
  status: AnalysisStatus | null;
  rights: RightsProblem | null;
  sort: (typeof MATERIAL_SORTS)[number];
  clip_sort: (typeof SEARCH_SORTS)[number];
  bin: boolean;
  /** The material whose drawer is open, and where in it. */
  open: string | null;
  t: number;
};

const FIRST: LibraryView = {
  tab: 'original',
  type: 'video',
  sub_type: 'shot_video',
  folder: null,
  flat: false,
  q: '',
  similar_to: null,
  look: null,
  person: null,
  found: null,
  tags: [],
  orientation: null,
  length: null,
  speech: false,
  good: false,
  liked: false,
  unused: false,
  status: null,
  rights: null,
  sort: 'newest',
  clip_sort: 'relevance',
  bin: false,
  open: null,
  t: 0,
};

export function readView(params: URLSearchParams): LibraryView {
  const one = <T extends string>(name: string, allowed: readonly T[], or: T) =>
    allowed.find((value) => value === params.get(name)) ?? or;
  const maybe = <T extends string>(name: string, allowed: readonly T[]) =>
    allowed.find((value) => value === params.get(name)) ?? null;
  const is = (name: string) => params.get(name) === '1';
  return {
    tab: one('tab', Object.keys(TAB_NAMES) as LibraryTab[], FIRST.tab),
    type: one('type', MATERIAL_TYPES, FIRST.type),
    sub_type: one('sub_type', [...MATERIAL_SUB_TYPES, 'all' as const], FIRST.sub_type),
    folder: params.get('folder'),
    flat: is('flat'),
    q: params.get('q')?.trim() ?? '',
    similar_to: params.get('similar_to'),
    look: params.get('look'),
    person: params.get('person'),
    found: maybe('found', FOUND_KINDS),
    tags: params.getAll('tags'),
    orientation: maybe('orientation', ORIENTATIONS),
    length: maybe('length', Object.keys(LENGTHS) as Length[]),
    speech: is('speech'),
    good: is('good'),
    liked: is('liked'),
    unused: is('unused'),
    status: maybe('status', ANALYSIS_STATUSES),
    rights: maybe('rights', RIGHTS_PROBLEMS),
    sort: one('sort', MATERIAL_SORTS, FIRST.sort),
    clip_sort: one('clip_sort', SEARCH_SORTS, FIRST.clip_sort),
    bin: is('bin'),
    open: params.get('open'),
    t: Math.max(0, Number(params.get('t')) || 0),
  };
}

/** Writes a change into the address; what is as at first is left out. Names of others (teamId, projectId) stay. */
export function writeView(params: URLSearchParams, change: Partial<LibraryView>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    next.delete(name);
    if (JSON.stringify(value) === JSON.stringify(FIRST[name as keyof LibraryView])) continue;
    if (Array.isArray(value)) value.forEach((one) => next.append(name, one));
    else next.set(name, value === true ? '1' : String(value));
  }
  return next;
}

/** A change of type or tab leaves what narrows the list behind: the tags of pictures say nothing about sounds. */
export const NO_FILTERS = {
  flat: false,
  tags: [],
  orientation: null,
  length: null,
  speech: false,
  good: false,
  liked: false,
  unused: false,
  status: null,
  rights: null,
} satisfies Partial<LibraryView>;

export function isNarrowed(view: LibraryView): boolean {
  return (Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[]).some(
    (name) => JSON.stringify(view[name]) !== JSON.stringify(FIRST[name]),
  );
}

/** Nothing is looked for. */
export const NO_SEARCH = {
  q: '',
  similar_to: null,
  look: null,
  person: null,
  found: null,
} satisfies Partial<LibraryView>;

export function isSearch({ q, similar_to, look, person }: LibraryView): boolean {
  return q !== '' || similar_to !== null || look !== null || person !== null;
}

/** What the server is asked for. */
export function filterOf(view: LibraryView, project_id: string): MaterialFilter {
  if (view.bin) return { project_id, is_deleted: true };
  return {
    ...clipFilterOf(view, project_id),
    ...(view.status && { analysis_status: view.status }),
    ...(view.rights && { rights_problem: view.rights }),
    ...(view.liked && { liked: true }),
    ...(view.unused && { unused: true }),
  };
}

/** Those of the conditions that a search for shots knows too. */
export function clipFilterOf(view: LibraryView, project_id: string) {
  const { type, sub_type, folder, flat, tags, orientation, length, speech, good } = view;
  const { label: _, ...seconds } = length ? LENGTHS[length] : { label: '' };
  return {
    project_id,
    material_type: type,
    ...(folder && { dir_id: folder }),
    ...(flat && { with_subdirs: false }),
    ...(type === 'video' && sub_type !== 'all' && { material_sub_type: sub_type }),
    ...(tags.length > 0 && { tags }),
    ...(orientation && { orientation }),
    ...seconds,
    ...(speech && { has_speech: true }),
    ...(good && { quality_min: QUALITY_GOOD }),
  };
}

export function useLibraryView() {
  const [params] = useSearchParams();
  const view = useMemo(() => readView(params), [params]);
  const change = useCallback(
    (to: Partial<LibraryView>, { replace = false } = {}) => changeQuery((now) => writeView(now, to), { replace }),
    [],
  );
  return { view, change };
}

/** Look-alikes of a shot, a material or a picture are wanted. */
export type OnAlike = (to: { similar_to: string } | { look: string }) => void;
