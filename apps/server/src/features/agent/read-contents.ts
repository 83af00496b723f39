import { createHash } from 'node:crypto';
import type { AgentShot } from '@mixreel/contract';
import { type Forecast, groupLooks, type Shown, wordsOfHash } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, asc, eq, inArray, isNotNull, sql } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { recent } from '#memory.ts';
import type { Looks } from './foretell.ts';

/** What materials show, by name: two have the same name that are the same file, or look the same to the judge. */
export type Contents = {
  of: ReadonlyMap<string, string>;
  /** Those that are there. */
  live: ReadonlySet<string>;
  looks: Looks;
  /** Videos of before, by the same names. */
  named(past: Forecast[]): Forecast[];
};

/** What films look like and which look the same, by what they are: a batch is read again with every change of it. */
const known = recent<Seen>(20);
type Seen = { groups: ReadonlyMap<string, string>; looks: Looks };
const NOTHING: Seen = { groups: new Map(), looks: new Map() };

export async function readContents(app: App, space_id: string, shots: Iterable<AgentShot | null>): Promise<Contents> {
  const ids = [...new Set([...shots].flatMap((shot) => shot?.material_id ?? []))].toSorted();
  const found =
    ids.length === 0
      ? []
      : await app.db
          .select({
            material_id: material.material_id,
            sha256: vlc_file.sha256,
            deleted_at: material.deleted_at,
            is_seen: sql<boolean>`${material_facts.stills} is not null`,
          })
          .from(material)
          .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
          .leftJoin(material_facts, eq(material_facts.material_id, material.material_id))
          .where(and(eq(material.space_id, space_id), inArray(material.material_id, ids)))
          .orderBy(asc(material.material_id));
  const { groups, looks } = await lookAt(app, found);
  const contents = found.map(({ material_id, sha256 }) => [material_id, groups.get(sha256) ?? sha256] as const);
  const renamed = (part: Shown): Shown => ({ ...part, content: groups.get(part.content) ?? part.content });
  return {
    of: new Map(contents),
    looks,
    live: new Set(found.flatMap(({ material_id, deleted_at }) => (deleted_at === null ? material_id : []))),
    named: (past) => past.map((one) => ({ ...one, shown: one.shown.map(renamed), own: one.own.map(renamed) })),
  };
}

type Found = { material_id: string; sha256: string; is_seen: boolean };

/** What was seen of films when they were analysed; by the hash of a file that of the first one that looks like it. */
async function lookAt(app: App, found: Found[]): Promise<Seen> {
  const seen = found.filter(({ is_seen }) => is_seen);
  if (seen.length < 2) return NOTHING;
  const key = createHash('sha256')
    .update(seen.map(({ material_id }) => material_id).join())
    .digest('hex');
  const before = known(app).get(key);
  if (before) return before;
  const ids = seen.map(({ material_id }) => material_id);
  const rows = await app.db
    .select({ material_id: material_facts.material_id, stills: material_facts.stills })
    .from(material_facts)
    .where(and(inArray(material_facts.material_id, ids), isNotNull(material_facts.stills)));
  const stills = new Map(rows.map((row) => [row.material_id, row.stills ?? []]));
  const films = new Map(
    seen.map(({ material_id, sha256 }) => [sha256, (stills.get(material_id) ?? []).map(([, , , hash]) => hash)]),
  );
  const made: Seen = {
    groups: groupLooks([...films].map(([id, hashes]) => ({ id, hashes }))),
    looks: new Map(
      [...stills].map(([id, all]) => [id, all.map(([seconds, , , hash]) => [seconds, ...wordsOfHash(hash)] as const)]),
    ),
  };
  known(app).set(key, made);
  return made;
}
