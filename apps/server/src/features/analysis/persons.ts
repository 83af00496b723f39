import { clusterFaces, type FaceCluster, findPerson, type SeenFace } from '@mixreel/ai';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray, notExists, type SQL, sql } from '#db/orm.ts';
import type { Transactional } from '#features/file/content-claims.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { person, shot, shot_face } from './analysis.tables.ts';
import { toFloats } from './look.ts';

export type ShotFaces = { shot_id: string; faces: SeenFace[] };

/** Faces that are too small, turned away or blurred look like anybody: they make no new person. */
const LEAST_SCORE = 0.6;
const LEAST_SHARPNESS = 0.02;
/** Who is known already is recognised also in a poor picture, when there is little doubt. */
const SURELY_SAME = 0.5;
const LEAST_HEIGHT = 0.06;

function isGood({ score, sharpness, box }: SeenFace): boolean {
  return score >= LEAST_SCORE && sharpness >= LEAST_SHARPNESS && box.height >= LEAST_HEIGHT;
}

/**
 * Replaces the faces of a material's shots and gives each to a person of the space: one that looks the same, else a new
 * one. Persons that people named stay, also without faces; others go with their last face.
 */
export async function replaceFaces(
  tx: Queryable & Transactional,
  { space_id, material_id }: { space_id: string; material_id: string },
  shots: ShotFaces[],
): Promise<void> {
  const touched = new Set(await removeFaces(tx, space_id, eq(shot.material_id, material_id)));
  const persons = await tx.select().from(person).where(eq(person.space_id, space_id));
  const known = persons.map(({ vector }): FaceCluster => ({ vector: toFloats(vector), count: 1 }));
  const all = shots.flatMap(({ shot_id, faces }) => faces.map((face) => ({ shot_id, face })));
  const good = all.filter(({ face }) => isGood(face));
  const { clusters, of } = clusterFaces(
    good.map(({ face }) => face.vector),
    known,
    // The faces of a shot are those of one of its pictures.
    { pictures: good.map(({ shot_id }) => shot_id) },
  );
  const made = clusters
    .slice(known.length)
    .map(({ vector }) => ({ person_id: newId(), space_id, vector: toBytes(vector) }));
  if (made.length > 0) await tx.insert(person).values(made);
  const ids = [...persons, ...made].map(({ person_id }) => person_id);
  const personOf = new Map(good.map((one, i) => [one, ids[of[i] ?? -1] ?? null]));
  for (const one of all.filter(({ face }) => !isGood(face))) {
    personOf.set(one, ids[findPerson(one.face.vector, clusters, SURELY_SAME) ?? -1] ?? null);
  }
  const rows = all.map((one) => ({
    face_id: newId(),
    shot_id: one.shot_id,
    person_id: personOf.get(one) ?? null,
    box: one.face.box,
    vector: toBytes(one.face.vector),
    score: one.face.score,
  }));
  if (rows.length > 0) await tx.insert(shot_face).values(rows);
  for (const { person_id } of rows) if (person_id) touched.add(person_id);
  // Shots that were cut anew took their faces along.
  const faces = tx
    .select({ one: sql`1` })
    .from(shot_face)
    .where(eq(shot_face.person_id, person.person_id));
  const unseen = await tx
    .select({ person_id: person.person_id })
    .from(person)
    .where(and(eq(person.space_id, space_id), notExists(faces)));
  for (const { person_id } of unseen) touched.add(person_id);
  await recount(tx, [...touched]);
}

/** Removes the faces of some shots, whose material is held. Says whose they were: these are to be counted anew. */
export async function removeFaces(tx: Queryable, space_id: string, which: SQL): Promise<string[]> {
  // Two materials at once would each make a person of the same stranger.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`persons:${space_id}`}, 0))`);
  const gone = await tx
    .delete(shot_face)
    .where(inArray(shot_face.shot_id, tx.select({ shot_id: shot.shot_id }).from(shot).where(which)))
    .returning({ person_id: shot_face.person_id });
  return [...new Set(gone.flatMap(({ person_id }) => person_id ?? []))];
}

/**
 * Brings persons in line with their faces: how many, and what they look like on average. Who has neither face nor name
 * goes.
 */
export async function recount(tx: Queryable & Transactional, person_ids: string[]): Promise<void> {
  for (const person_id of person_ids.toSorted()) {
    const faces = await tx
      .select({ vector: shot_face.vector })
      .from(shot_face)
      .where(eq(shot_face.person_id, person_id));
    const change = { faces_count: faces.length, ...(faces.length > 0 && { vector: toBytes(meanOf(faces)) }) };
    await tx.update(person).set(change).where(eq(person.person_id, person_id));
  }
  const isNobody = and(eq(person.faces_count, 0), eq(person.person_name, ''));
  if (person_ids.length === 0) return;
  const gone = await tx
    .delete(person)
    .where(and(inArray(person.person_id, person_ids), isNobody))
    .returning({ space_id: person.space_id, cover: person.cover_vlc_id });
  for (const { space_id, cover } of gone) if (cover) await removeFiles(tx, space_id, [cover]);
}

function meanOf(faces: { vector: Uint8Array }[]): Float32Array {
  const vectors = faces.map(({ vector }) => toFloats(vector));
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [i, value] of vector.entries()) sum[i]! += value;
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

function toBytes(vector: Float32Array): Buffer {
  return Buffer.from(Uint8Array.from(Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)));
}
