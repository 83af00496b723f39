import { type ClipRecord, mixRecordOf, type ScriptRecord, type ShootingRecord } from '@mixreel/contract';
import type { State } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import { readStateAt } from '#features/document/history.ts';
import { arrange, type MixDocument, readDocument, requireMix, withSources } from './document.ts';

type Asked = { hasWords?: boolean; sequence?: number | undefined };

/** A mix whole, as it is or as it was after a step of its history; of clips those whose material there still is. */
export async function readDocumentAt(
  db: Queryable,
  space_id: string,
  mproject_id: string,
  { hasWords = true, sequence }: Asked = {},
): Promise<MixDocument> {
  if (sequence === undefined) return readDocument(db, space_id, mproject_id, { hasWords });
  const mix = await requireMix(db, space_id, mproject_id);
  const state = await readStateAt(db, mproject_id, sequence);
  const of = { space_id, mproject_id, revision: 1, created_at: mix.created_at, deleted_at: null };
  const clips = entries<ClipRecord>(state, 'clip').map(([video_clip_id, clip]) => ({ ...of, ...clip, video_clip_id }));
  return arrange(
    { ...mix, ...mixRecordOf(state) },
    entries<ShootingRecord>(state, 'shooting').map(([shooting_id, one]) => ({ ...of, ...one, shooting_id })),
    entries<ScriptRecord>(state, 'script').map(([script_id, one]) => ({ ...one, mproject_id, script_id })),
    await withSources(db, space_id, clips, hasWords),
  );
}

function entries<T>(state: State, table: string): [string, T][] {
  return Object.entries(state[table] ?? {}) as [string, T][];
}
