import type { search as calls } from '@mixreel/contract';
import type { z } from 'zod';
import type { DirsWithin } from './dirs-within.ts';
import { projectLexeme, spaceLexeme, tagLexeme } from './words.ts';

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

/** `base` is what the ordered index holds, `rest` is looked at per row, `lexemes` say the same to the index of words. */
export type ClipWhere = {
  base: string[];
  rest: string[];
  lexemes: string[];
  within: DirsWithin | null;
  /** Words that a sentence asks for, and how common they are. */
  asked: AskedWords[];
  values: unknown[];
};

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

/** What a filter means in SQL, over `shot`. */
export function buildClipWhere(filter: ClipFilter): ClipWhere {
  const where: ClipWhere = { base: ['not is_hidden'], rest: [], lexemes: [], within: null, asked: [], values: [] };
  const value = (given: unknown) => `$${where.values.push(given)}`;
  // A project is of one space, and its index is in order; with the space beside it the planner walks all the space.
  // So is a folder of one project.
  if (filter.within) {
    where.within = filter.within;
    where.base.push(`dir_id = any(${value(filter.within.dir_ids)}::text[])`);
  } else if (filter.project_id) {
    where.base.push(`project_id = ${value(filter.project_id)}`);
    where.lexemes.push(projectLexeme(filter.project_id));
  } else {
    where.base.push(`space_id = ${value(filter.space_id)}`);
    where.lexemes.push(spaceLexeme(filter.space_id));
  }
  if (!filter.within && filter.with_subdirs === false) where.rest.push('dir_id is null');
  if (filter.is_seen) where.rest.push(`material_type <> 'audio'`);
  if (filter.material_type) where.base.push(`material_type = ${value(filter.material_type)}`);

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
    where.lexemes.push(...filter.tags.map(tagLexeme));
  }
  return where;
}

/** Owners are words to this index; as plain columns they would tempt the planner to walk all that is theirs. */
export function hideOwners(conditions: string[], owners = ['space_id', 'project_id', 'dir_id']): string[] {
  const owner = new RegExp(`^(${owners.join('|')}) = `);
  return conditions.map((condition) => condition.replace(owner, "$1 || '' = "));
}
