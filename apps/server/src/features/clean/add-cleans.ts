import { readFile } from 'node:fs/promises';
import { AppError } from '@mixreel/contract';
import { readPictureLabel } from '@mixreel/media';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, inArray, isNull } from '#db/orm.ts';
import { readingContent } from '#features/accept/accept-content.ts';
import { readPictureSize } from '#features/accept/picture-size.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { findText } from './clean.jobs.ts';
import { clean } from './clean.tables.ts';
import { labelledRefusal, readRefusal } from './refuse-clean.ts';

type Wish = { project_id: string; material_ids: string[] };
type Who = { space_id: string; user_uid: string };

/** Puts materials in line to be looked at for text: all of them, or none. */
export async function addCleans(app: App, { space_id, user_uid }: Who, { project_id, material_ids }: Wish) {
  await requireProject(app.db, space_id, project_id);
  const rows: (typeof clean.$inferInsert)[] = [];
  const batch_id = newId();
  for (const material_id of new Set(material_ids)) {
    const source = await readSource(app, space_id, material_id);
    const refusal =
      (await readRefusal(app.db, { space_id, material_id, ...source })) ?? (await labelProblem(app.storage, source));
    if (refusal) throw new AppError('invalid', refusal);
    const ids = { clean_id: newId(), batch_id, space_id, project_id, material_id, created_by: user_uid };
    rows.push({ ...ids, ...source });
  }
  const added = await app.db.transaction(async (tx) => {
    const task_ids: string[] = [];
    for (const row of rows) {
      const work = Math.max(1, row.duration_ms / 1000);
      const asked = { space_id, project_id, user_uid, title: `查找文字：${row.material_name}`, work };
      const find_task_id = await app.queue.add(findText, { ...asked, input: { clean_id: row.clean_id } }, tx);
      await tx.insert(clean).values({ ...row, find_task_id });
      task_ids.push(find_task_id);
    }
    return task_ids;
  });
  return { clean_ids: rows.map(({ clean_id }) => clean_id), task_ids: added };
}

/** A picture says itself that a machine made it, looked through or not. Of a film that was not, nobody knows the length here. */
async function labelProblem(
  storage: App['storage'],
  { material_name, sha256, content_type }: Awaited<ReturnType<typeof readSource>>,
): Promise<string | null> {
  if (!content_type.startsWith('image/')) return null;
  const { path, release } = await storage.open(sha256);
  try {
    return readPictureLabel(await readFile(path)) ? labelledRefusal(material_name) : null;
  } finally {
    await release();
  }
}

/** A video or picture of the library with what has to be known to work on its frames. */
export async function readSource({ db, storage }: Pick<App, 'db' | 'storage'>, space_id: string, material_id: string) {
  const [found] = await db
    .select({ row: material, file: vlc_file })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(and(eq(material.space_id, space_id), eq(material.material_id, material_id), isNull(material.deleted_at)));
  if (!found) throw new AppError('not_found', '选的素材不存在或已被删除');
  const { row, file } = found;
  const { material_name } = row;
  const { vlc_id, sha256, content_type } = file;
  const common = { material_name, vlc_id, sha256, content_type };
  if (content_type.startsWith('image/')) {
    // The head of a photo says how it is stored; cameras turn it by a note, which its analysis has read.
    const { width, height } = row;
    const size =
      width && height ? { width, height } : await readPictureSize(readingContent(storage, sha256, file.bytes));
    if (!size) throw new AppError('invalid', `「${material_name}」已损坏，打不开`);
    return { ...common, ...size, fps: 0, duration_ms: 0, cuts_ms: [] };
  }
  if (!content_type.startsWith('video/')) throw new AppError('invalid', `「${material_name}」没有画面`);
  const { width, height, fps, duration } = row;
  if (!width || !height || !duration) throw new AppError('conflict', `「${material_name}」还在分析，请稍后再试`);
  const shots = await db
    .select({ start_ms: shot.start_ms })
    .from(shot)
    .where(inArray(shot.material_id, [material_id]))
    .orderBy(asc(shot.start_ms));
  const cuts_ms = shots.map(({ start_ms }) => start_ms).filter((start_ms) => start_ms > 0);
  return { ...common, width, height, fps: fps ?? 30, duration_ms: Math.round(duration * 1000), cuts_ms };
}
