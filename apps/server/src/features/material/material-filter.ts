import { type MaterialFilter, RIGHTS_SOON_DAYS, type RightsProblem } from '@mixreel/contract';
import { containing } from '#db/containing.ts';
import type { DirsWithin } from '#features/search/dirs-within.ts';

/** Whose materials are asked for, by whom. */
export type MaterialScope = { space_id: string; user_uid: string };

/** Conditions in SQL, with the values that they take. `base` is what the ordered indexes hold; `rest` is looked at per row. */
export type MaterialWhere = {
  base: string[];
  rest: string[];
  /** What the index of keys finds at once, where a filter names tags or a part of the name. */
  keys: string[];
  /** The folders, where they are looked at per row. */
  within: DirsWithin | null;
  values: unknown[];
};

const RIGHTS: Record<RightsProblem, string> = {
  no_consent: `rights ->> 'consent' = 'missing'`,
  over: 'rights_expires_at <= now()',
  soon: `rights_expires_at > now() and rights_expires_at < now() + interval '${RIGHTS_SOON_DAYS} days'`,
};

/**
 * What a filter means in SQL, over `material`. One folder by itself has its materials in the order of ids; several are
 * a condition on the rows, whatever the order.
 */
export function buildWhere(
  filter: MaterialFilter,
  { space_id, user_uid }: MaterialScope,
  { within, isById }: { within: DirsWithin | null; isById: boolean },
): MaterialWhere {
  const where: MaterialWhere = { base: [], rest: [], keys: [], within: null, values: [] };
  const inOrder = isById && within?.dir_ids.length === 1 && !filter.is_deleted;
  const value = (given: unknown) => `$${where.values.push(given)}`;

  where.base.push(filter.is_deleted ? 'deleted_at is not null' : 'deleted_at is null');
  // A project is of one space, and its indexes are in order; with the space beside it the planner walks all the space.
  if (!inOrder && (!filter.project_id || filter.material_sub_type || filter.is_deleted)) {
    where.base.push(`space_id = ${value(space_id)}`);
  }
  // Nor is the project said beside one of its folders.
  if (inOrder) where.base.push(`dir_id = ${value(within.dir_ids[0])}`);
  else if (filter.project_id !== undefined) where.base.push(`project_id = ${value(filter.project_id)}`);
  for (const field of ['material_type', 'material_sub_type'] as const) {
    if (filter[field] !== undefined) where.base.push(`${field} = ${value(filter[field])}`);
  }
  if (within && !inOrder) {
    where.within = within;
    where.rest.push(`dir_id = any(${value(within.dir_ids)}::text[])`);
  }
  if (!within && filter.with_subdirs === false) where.rest.push('dir_id is null');

  for (const field of ['material_source', 'orientation', 'has_speech', 'analysis_status'] as const) {
    if (filter[field] !== undefined) where.rest.push(`${field} = ${value(filter[field])}`);
  }
  if (filter.duration_min !== undefined) where.rest.push(`duration >= ${value(filter.duration_min)}`);
  if (filter.duration_max !== undefined) where.rest.push(`duration <= ${value(filter.duration_max)}`);
  if (filter.quality_min !== undefined) where.rest.push(`quality >= ${value(filter.quality_min)}`);
  if (filter.unused) where.rest.push('used_count = 0');
  if (filter.rights_problem) where.rest.push(RIGHTS[filter.rights_problem]);
  if (filter.liked) {
    where.rest.push(`material_id in (select l.material_id from material_like l where l.user_uid = ${value(user_uid)})`);
  }
  if (filter.tags?.length) {
    where.rest.push(`tag_keys @> ${value(filter.tags)}::text[]`);
    where.keys.push(...filter.tags);
  }
  if (filter.keyword) {
    where.rest.push(`material_name ilike ${value(containing(filter.keyword))}`);
    where.keys.push(...nameKeys(filter.keyword));
  }
  // One owner is enough: each is a long list in which the index seeks.
  if (where.keys.length > 0) where.keys.push(filter.project_id ? `project:${filter.project_id}` : `space:${space_id}`);
  return where;
}

/** The pairs of characters that a name has when it holds the text; as `material_keys` in the database writes them. */
function nameKeys(text: string): string[] {
  const chars = Array.from(text.toLowerCase());
  if (chars.length === 1) return [`name:${text.toLowerCase()}`];
  return chars.slice(1).map((char, n) => `name:${chars[n]}${char}`);
}
