import type { search as calls } from '@mixreel/contract';
import type { z } from 'zod';
import type { DirsWithin } from './dirs-within.ts';
import { projectLexeme, projectTagLexeme, spaceLexeme, tagLexeme } from './words.ts';

type ClipsInput = z.output<(typeof calls.clips)['input']>;

export type ClipFilter = { space_id: string } & Partial<
  Pick<
    ClipsInput,
    | 'project_id'
    | 'with_subdirs'
    | 'tags'
    | 'material_type'
    | 'material_sub_type'
    | 'duration_min'
    | 'duration_max'
    | 'orientation'
    | 'has_speech'
    | 'quality_min'
    | 'person_id'
    | 'exclude_used_days'
  >
> & {
    exclude_ids?: string[];
    within?: DirsWithin | null;
    /** Only what can be seen: a sound has words that match a line too. */
    is_seen?: boolean;
  };

/**
 * `base` is what the ordered index holds, its values the first `base_values`; `rest` is looked at per row, `lexemes` say
 * the same to the index of words; `owner` is the first of them, unless tags of a project say it as well. `within` are the folders to look in: materials lie in
 * them and shots do not know it, so rows that were not found by way of the folders are asked `held` as well.
 */
export type ClipWhere = {
  base: string[];
  base_values: number;
  rest: string[];
  held: string[];
  owner: string;
  lexemes: string[];
  within: DirsWithin | null;
  /** Words that a sentence asks for, and how common they are. */
  asked: AskedWords[];
  values: unknown[];
};

/** Of the owner's shots the share that has so large a share of all, if its words are those of a filter. */
export function shareOfOwned({ owner, lexemes }: ClipWhere, share: number, of: (lexeme: string) => number): number {
  return lexemes.includes(owner) ? share : Math.min(1, share / of(owner));
}

/** A part of a tsquery and the share of all shots that it finds. */
export type AskedWords = { text: string; share: number };

/** A filter that also asks for words. */
export function askFor(where: ClipWhere, asked: AskedWords[]): ClipWhere {
  const first = where.values.length;
  return {
    ...where,
    rest: [...where.rest, ...asked.map((_, n) => `words @@ $${first + n + 1}::tsquery`)],
    asked: [...where.asked, ...asked],
    values: [...where.values, ...asked.map(({ text }) => text)],
  };
}

/** The folder of a shot's material. */
const FOLDER = '(select m.dir_id from material m where m.material_id = shot.material_id)';

/** What a filter means in SQL, over `shot`. */
export function buildClipWhere(filter: ClipFilter): ClipWhere {
  const { within = null } = filter;
  const project_id = within?.project_id ?? filter.project_id;
  const owner = project_id ? projectLexeme(project_id) : spaceLexeme(filter.space_id);
  const where: ClipWhere = {
    base: ['not is_hidden'],
    base_values: 0,
    rest: [],
    held: [],
    owner,
    lexemes: [owner],
    within,
    asked: [],
    values: [],
  };
  const value = (given: unknown) => `$${where.values.push(given)}`;
  // A project is of one space, and its index is in order; with the space beside it the planner walks all the space.
  // So is a folder of one project.
  if (project_id) where.base.push(`project_id = ${value(project_id)}`);
  else where.base.push(`space_id = ${value(filter.space_id)}`);
  if (filter.material_type) where.base.push(`material_type = ${value(filter.material_type)}`);
  if (within) where.held.push(`${FOLDER} = any(${value(within.dir_ids)}::text[])`);
  where.base_values = where.values.length;

  if (!within && filter.with_subdirs === false) where.rest.push(`${FOLDER} is null`);
  if (filter.is_seen) where.rest.push(`material_type <> 'audio'`);
  for (const field of ['material_sub_type', 'orientation', 'has_speech'] as const) {
    if (filter[field] !== undefined) where.rest.push(`${field} = ${value(filter[field])}`);
  }
  if (filter.duration_min !== undefined) where.rest.push(`duration >= ${value(filter.duration_min)}`);
  if (filter.duration_max !== undefined) where.rest.push(`duration <= ${value(filter.duration_max)}`);
  if (filter.quality_min !== undefined) where.rest.push(`quality >= ${value(filter.quality_min)}`);
  if (filter.exclude_used_days) {
    where.rest.push(
      `(last_used_at is null or last_used_at < now() - make_interval(days => ${value(filter.exclude_used_days)}))`,
    );
  }
  if (filter.person_id) {
    where.rest.push(`shot_id in (select f.shot_id from shot_face f where f.person_id = ${value(filter.person_id)})`);
  }
  if (filter.exclude_ids?.length) where.rest.push(`shot_id <> all(${value(filter.exclude_ids)}::text[])`);
  if (filter.tags?.length) {
    where.rest.push(`tag_keys @> ${value(filter.tags)}::text[]`);
    if (project_id) where.lexemes = filter.tags.map((key) => projectTagLexeme(project_id, key));
    else where.lexemes.push(...filter.tags.map(tagLexeme));
  }
  return where;
}

/**
 * The newest shots of a filter's base, in order, so many at most. Those of folders come in the order of their materials:
 * of each folder the newest are taken, and the newest of those.
 */
export function newestShots({ base, base_values, within }: ClipWhere, rows: string): string {
  const conditions = base.join(' and ');
  if (!within) return `select * from shot where ${conditions} order by shot_id desc limit ${rows}`;
  return `select s.* from (
      select m.material_id from unnest($${base_values}::text[]) d (dir_id), lateral (
        select material_id from material where material.dir_id = d.dir_id and deleted_at is null
        order by material_id desc limit ${rows}
      ) m order by m.material_id desc limit ${rows}
    ) here, lateral (
      select * from shot where shot.material_id = here.material_id and ${conditions} order by index desc
    ) s order by here.material_id desc limit ${rows}`;
}

/** Owners are words to this index; as plain columns they would tempt the planner to walk all that is theirs. */
export function hideOwners(conditions: string[], owners = ['space_id', 'project_id', 'dir_id']): string[] {
  const owner = new RegExp(`^(${owners.join('|')}) = `);
  return conditions.map((condition) => condition.replace(owner, "$1 || '' = "));
}
