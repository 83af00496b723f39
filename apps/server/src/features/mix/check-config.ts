import { AppError, type MixConfigChange } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { dir } from '#features/dir/dir.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { requireMusic } from '#features/music/music.queries.ts';
import { video_clip } from './mix.tables.ts';

type Where = { space_id: string; mproject_id: string };

/** Settings whose ids are all of this space. A pair of clips of which one is not of this mix says nothing and is left out. */
export async function checkConfig<T extends MixConfigChange>(
  app: Pick<App, 'db' | 'shelf' | 'secret'>,
  { space_id, mproject_id }: Where,
  config: T,
): Promise<T> {
  const { db } = app;
  const { music, logo, output, combine, vary } = config;
  if (music?.music_id) await requireMusic(app, space_id, music.music_id);
  for (const music_id of vary?.music_ids ?? []) await requireMusic(app, space_id, music_id);
  if (music?.material_id) await requireMaterialOf(db, space_id, music.material_id, 'audio', '音乐');
  if (logo?.material_id) await requireMaterialOf(db, space_id, logo.material_id, 'image', '角标');
  if (output?.dir_id) {
    const known = and(eq(dir.dir_id, output.dir_id), eq(dir.space_id, space_id), isNull(dir.deleted_at));
    if (!(await db.$count(dir, known))) throw new AppError('not_found', '成片目录不存在或已被删除，请重新选择');
  }
  if (!combine?.forbidden_pairs?.length) return config;
  const ids = combine.forbidden_pairs.flat();
  const rows = await db
    .select({ id: video_clip.video_clip_id })
    .from(video_clip)
    .where(and(eq(video_clip.mproject_id, mproject_id), inArray(video_clip.video_clip_id, ids)));
  const known = new Set(rows.map(({ id }) => id));
  const forbidden_pairs = combine.forbidden_pairs.filter(([a, b]) => a !== b && known.has(a) && known.has(b));
  return { ...config, combine: { ...combine, forbidden_pairs } };
}

export async function requireMaterialOf(
  db: Queryable,
  space_id: string,
  material_id: string,
  material_type: 'audio' | 'image',
  use: string,
): Promise<void> {
  const [found] = await db
    .select({ material_type: material.material_type })
    .from(material)
    .where(and(eq(material.material_id, material_id), eq(material.space_id, space_id), isNull(material.deleted_at)));
  if (!found) throw new AppError('not_found', '素材不存在或已被删除，请重新选择');
  if (found.material_type !== material_type) {
    throw new AppError('invalid', `${use}要用${material_type === 'audio' ? '音频' : '图片'}素材，请重新选择`);
  }
}
