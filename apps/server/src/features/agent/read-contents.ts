import { createHash } from 'node:crypto';
import type { AgentShot } from '@mixreel/contract';
import { type Forecast, groupLooks, type Shown } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, asc, eq, inArray, isNotNull, sql } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { recent } from '#memory.ts';

/** What materials show, by name: two have the same name that are the same file, or look the same to the judge. */
export type Contents = {
  of: ReadonlyMap<string, string>;
  /** Those that are there. */
  live: ReadonlySet<string>;
  /** Videos of before, by the same names. */
  named(past: Forecast[]): Forecast[];
};

/** Which films look the same, by what they are: a batch is read again with every change of it. */
const grouped = recent<ReadonlyMap<string, string>>(100);

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
  const looks = await groupsOf(app, found);
  const contents = found.map(({ material_id, sha256 }) => [material_id, looks.get(sha256) ?? sha256] as const);
  const renamed = (part: Shown): Shown => ({ ...part, content: looks.get(part.content) ?? part.content });
  return {
    of: new Map(contents),
    live: new Set(found.flatMap(({ material_id, deleted_at }) => (deleted_at === null ? material_id : []))),
    named: (past) => past.map((one) => ({ ...one, shown: one.shown.map(renamed), own: one.own.map(renamed) })),
  };
}

type Found = { material_id: string; sha256: string; is_seen: boolean };

/** By the hash of a file that of the first one that looks like it. */
async function groupsOf(app: App, found: Found[]): Promise<ReadonlyMap<string, string>> {
  const seen = found.filter(({ is_seen }) => is_seen);
  if (seen.length < 2) return new Map();
  const key = createHash('sha256')
    .update(seen.map(({ material_id }) => material_id).join())
    .digest('hex');
  const before = grouped(app).get(key);
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
  const made = groupLooks([...films].map(([id, hashes]) => ({ id, hashes })));
  grouped(app).set(key, made);
  return made;
}
