import { AppError, type BoxSubtitles, type Subtitle } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { requireMaterial } from '#features/material/material.queries.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { box_subtitle } from './box.tables.ts';
import { heardSubtitles } from './said.ts';

/** The subtitles of a material: those that a person corrected, or what was heard. */
export async function readSubtitles(db: Queryable, space_id: string, material_id: string): Promise<BoxSubtitles> {
  const { vlc_id, analysis_status } = await requireMaterial(db, space_id, material_id);
  const [kept] = await db
    .select({ row: box_subtitle, name: user_account.name })
    .from(box_subtitle)
    .leftJoin(user_account, eq(user_account.user_uid, box_subtitle.updated_by))
    .where(eq(box_subtitle.material_id, material_id));
  const revision = kept?.row.revision ?? 0;
  if (kept?.row.subtitles && kept.row.vlc_id === vlc_id) {
    const { subtitles, updated_at } = kept.row;
    const by = { corrected_by_name: kept.name, corrected_at: updated_at };
    return { subtitles, is_corrected: true, revision, ...by, note: null };
  }
  const [sound] = await db.select().from(material_sound).where(eq(material_sound.material_id, material_id));
  const subtitles = heardSubtitles(sound?.words ?? []);
  const isListening = analysis_status === 'waiting' || analysis_status === 'running';
  const note = isListening ? '还在听这个素材，稍后再来，或先导入 SRT' : '没有听到人声，可以自己加，或导入 SRT';
  return {
    subtitles,
    is_corrected: false,
    revision,
    corrected_by_name: null,
    corrected_at: null,
    note: subtitles.length > 0 ? null : note,
  };
}

/** What a person corrected of a file; null where nobody did. */
export async function readCorrected(
  db: Queryable,
  { material_id, vlc_id }: Pick<typeof material.$inferSelect, 'material_id' | 'vlc_id'>,
): Promise<Subtitle[] | null> {
  const [kept] = await db.select().from(box_subtitle).where(eq(box_subtitle.material_id, material_id));
  return kept && kept.vlc_id === vlc_id ? kept.subtitles : null;
}

type Correction = { material_id: string; revision: number; subtitles: Subtitle[] | null };

/** Keeps them; null goes back to what was heard. Refused to whoever has not seen the newest. */
export async function correctSubtitles(
  { db }: Pick<App, 'db'>,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  { material_id, revision, subtitles }: Correction,
): Promise<BoxSubtitles> {
  const { vlc_id, duration } = await requireMaterial(db, space_id, material_id);
  if (vlc_id === null) throw new AppError('conflict', '素材还没有上传完，请稍后再校对');
  const late = subtitles?.findIndex(({ start_ms }) => duration !== null && start_ms >= duration * 1000) ?? -1;
  if (late >= 0) throw new AppError('invalid', `第 ${late + 1} 句在素材结束以后，请改时间或删掉这一句`);
  const changed = { vlc_id, subtitles, revision: revision + 1, updated_by: user_uid, updated_at: sql`now()` };
  const isFirst = revision === 0;
  const rows = isFirst
    ? await db
        .insert(box_subtitle)
        .values({ material_id, ...changed })
        .onConflictDoNothing()
        .returning()
    : await db
        .update(box_subtitle)
        .set(changed)
        .where(and(eq(box_subtitle.material_id, material_id), eq(box_subtitle.revision, revision)))
        .returning();
  if (rows.length === 0) throw new AppError('conflict', '字幕刚被别人改过，请先看对方改的，再决定用哪一份');
  return readSubtitles(db, space_id, material_id);
}
