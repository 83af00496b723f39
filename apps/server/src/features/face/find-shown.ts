import type { FaceUse } from '@mixreel/contract';
import { toIso } from '#db/columns.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, notExists, or, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { content_source, vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { face, face_use } from './face.tables.ts';

/** Something that shows a face, with the contents that must not leave once it may not be shown. */
export type Shown = Omit<FaceUse, 'is_withheld'> & { hashes: string[] };

/** A file that is a material, or a copy that is made of one. */
const OF_MATERIAL = sql`${vlc_file.vlc_id} in (${material.vlc_id}, ${material.preview_vlc_id}, ${material.mezzanine_vlc_id})`;

type Walk = { hashes: Set<string>; material_ids: Set<string> };

/**
 * Whatever shows a face: what was made with it, its pictures themselves, and all that was made of one of these, however
 * often. Contents know what they show (`content_source`) long after materials and projects are gone; what is older than that
 * is found by what materials and finished videos say of themselves.
 */
export async function findShown(db: Queryable, space_id: string, face_id: string): Promise<Shown[]> {
  const uses = await db.select().from(face_use).where(eq(face_use.face_id, face_id));
  const [row] = await db.select({ pictures: face.pictures }).from(face).where(eq(face.face_id, face_id));
  const seeds = [...uses.map(({ sha256 }) => sha256), ...(row?.pictures ?? []).map(({ sha256 }) => sha256)];
  const found = await walk(db, space_id, seeds);
  const videos = await readVideos(db, space_id, found);
  const materials = await readMaterials(db, space_id, found);
  const results = uses.map(({ sha256, swap_id, made_name, created_at }): Shown => {
    return { kind: 'result', id: swap_id, name: made_name, project_id: null, created_at, hashes: [sha256] };
  });
  const known = new Set([...videos, ...materials, ...results].flatMap(({ hashes }) => hashes));
  const files = await readFiles(db, space_id, [...found.hashes.difference(known)]);
  return [...videos, ...materials, ...results, ...files];
}

async function walk(db: Queryable, space_id: string, seeds: string[]): Promise<Walk> {
  const all: Walk = { hashes: new Set(), material_ids: new Set() };
  let fresh = [...new Set(seeds)];
  while (fresh.length > 0) {
    for (const sha256 of fresh) all.hashes.add(sha256);
    const made = await db
      .select({ sha256: content_source.sha256 })
      .from(content_source)
      .where(and(eq(content_source.space_id, space_id), inArray(content_source.source_sha256, fresh)));
    const material_ids = await freshMaterials(db, space_id, fresh, all);
    const copies = await contentsOf(db, space_id, material_ids);
    const covered = await oldVideos(db, space_id, material_ids);
    fresh = [...new Set([...made.map(({ sha256 }) => sha256), ...copies, ...covered])].filter(
      (sha256) => !all.hashes.has(sha256),
    );
  }
  return all;
}

/** Materials with one of the contents, and what was made of them. */
async function freshMaterials(db: Queryable, space_id: string, hashes: string[], all: Walk): Promise<string[]> {
  const { rows } = await db.execute<{ material_id: string }>(sql`
    with recursive shown as (
      select m.material_id from material m join vlc_file f on f.vlc_id = m.vlc_id
      where m.space_id = ${space_id} and f.sha256 = any(${sql.param(hashes)}::text[])
      union
      select m.material_id from material m join shown s on m.made_of_id = s.material_id where m.space_id = ${space_id})
    select material_id from shown`);
  const fresh = rows.map((row) => row.material_id).filter((id) => !all.material_ids.has(id));
  for (const id of fresh) all.material_ids.add(id);
  return fresh;
}

/** The films and pictures of materials, with the copies that are made of them. */
async function contentsOf(db: Queryable, space_id: string, material_ids: string[]): Promise<string[]> {
  if (material_ids.length === 0) return [];
  const rows = await db
    .selectDistinct({ sha256: vlc_file.sha256 })
    .from(material)
    .innerJoin(vlc_file, OF_MATERIAL)
    .where(and(eq(material.space_id, space_id), inArray(material.material_id, material_ids)));
  return rows.map(({ sha256 }) => sha256);
}

/** Videos that were finished before contents were known by what they show. */
async function oldVideos(db: Queryable, space_id: string, material_ids: string[]): Promise<string[]> {
  if (material_ids.length === 0) return [];
  const holds = material_ids.flatMap((material_id) => [
    sql`timeline @> ${JSON.stringify({ cuts: [{ material_id }] })}::jsonb`,
    sql`timeline @> ${JSON.stringify({ logo: { material_id } })}::jsonb`,
  ]);
  const rows = await db
    .select({ sha256: vlc_file.sha256 })
    .from(artwork)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, artwork.vlc_id))
    .where(and(eq(artwork.space_id, space_id), sql`(${sql.join(holds, sql` or `)})`));
  return rows.map(({ sha256 }) => sha256);
}

async function readMaterials(db: Queryable, space_id: string, { material_ids }: Walk): Promise<Shown[]> {
  if (material_ids.size === 0) return [];
  const rows = await db
    .select({ row: material, hashes: sql<string[]>`array_remove(array_agg(distinct ${vlc_file.sha256}), null)` })
    .from(material)
    .leftJoin(vlc_file, OF_MATERIAL)
    .where(and(eq(material.space_id, space_id), inArray(material.material_id, [...material_ids])))
    .groupBy(material.material_id);
  return rows.map(({ row: { material_id: id, material_name: name, project_id, created_at }, hashes }) => {
    return { kind: 'material', id, name, project_id, created_at, hashes };
  });
}

/** Finished videos; of one that shows the face on its cover alone, the cover. */
async function readVideos(db: Queryable, space_id: string, { hashes }: Walk): Promise<Shown[]> {
  const all = [...hashes];
  if (all.length === 0) return [];
  const isInside = inArray(vlc_file.sha256, all);
  const { artwork_id, artwork_name, project_id, created_at, preview_vlc_id, cover_vlc_id, cover_full_vlc_id } = artwork;
  const row = { artwork_id, artwork_name, project_id, created_at, preview_vlc_id, cover_vlc_id, cover_full_vlc_id };
  const rows = await db
    .select({ row, sha256: vlc_file.sha256, isInside: sql<boolean>`${isInside}` })
    .from(artwork)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, artwork.vlc_id))
    .where(
      and(eq(artwork.space_id, space_id), or(isInside, inArray(sql`${artwork.cover} -> 'shown' ->> 'content'`, all))),
    );
  const filesOf = ({ row: one, isInside: isShown }: (typeof rows)[number]) => {
    const files = isShown ? [one.preview_vlc_id, one.cover_full_vlc_id] : [one.cover_vlc_id, one.cover_full_vlc_id];
    return files.filter((vlc_id) => vlc_id !== null);
  };
  // A face is in as many videos as a space has: their files are asked for at once.
  const files = await db
    .select({ vlc_id: vlc_file.vlc_id, sha256: vlc_file.sha256 })
    .from(vlc_file)
    .where(and(eq(vlc_file.space_id, space_id), inArray(vlc_file.vlc_id, rows.flatMap(filesOf))));
  const hashOf = new Map(files.map(({ vlc_id, sha256 }) => [vlc_id, sha256]));
  return rows.map((one): Shown => {
    const own = filesOf(one).flatMap((vlc_id) => hashOf.get(vlc_id) ?? []);
    const kept = {
      id: one.row.artwork_id,
      project_id: one.row.project_id,
      created_at: toIso(one.row.created_at),
      hashes: one.isInside ? [one.sha256, ...own] : own,
    };
    return { kind: 'artwork', name: one.isInside ? one.row.artwork_name : `${one.row.artwork_name}（封面）`, ...kept };
  });
}

/** What is neither: posters, generated pictures and films, films without their text, archives. */
async function readFiles(db: Queryable, space_id: string, hashes: string[]): Promise<Shown[]> {
  if (hashes.length === 0) return [];
  const ofMaterial = db
    .select({ one: sql`1` })
    .from(material)
    .where(OF_MATERIAL);
  const ofVideo = db
    .select({ one: sql`1` })
    .from(artwork)
    .where(eq(artwork.vlc_id, vlc_file.vlc_id));
  const ofFace = db
    .select({ one: sql`1` })
    .from(face)
    .where(sql`${face.pictures} @> jsonb_build_array(jsonb_build_object('vlc_id', ${vlc_file.vlc_id}))`);
  const rows = await db
    .select()
    .from(vlc_file)
    .where(
      and(
        eq(vlc_file.space_id, space_id),
        inArray(vlc_file.sha256, hashes),
        notExists(ofMaterial),
        notExists(ofVideo),
        notExists(ofFace),
      ),
    );
  const byContent = new Map(rows.map((row) => [row.sha256, row]));
  return [...byContent.values()].map(({ vlc_id, file_name, created_at, sha256 }): Shown => {
    const kept = { name: file_name, project_id: null, created_at: toIso(created_at), hashes: [sha256] };
    return { kind: 'file', id: vlc_id, ...kept };
  });
}
