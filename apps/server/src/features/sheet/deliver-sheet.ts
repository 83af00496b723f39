import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError, type SheetExportFormat } from '@mixreel/contract';
import { inFolder } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { addFile } from '#features/file/add-file.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { needsNotice } from '#features/label/duty.ts';
import { noteUnmarked, type Taker } from '#features/label/label-log.ts';
import { material } from '#features/material/material.tables.ts';
import { addMaterial } from '#features/upload/add-material.ts';
import { renderSheet } from './render-sheet.ts';
import { requireSheetRow } from './sheet.queries.ts';
import { sheet } from './sheet.tables.ts';

const LINK_SECONDS = 3600;
const COVER_SIDE = 480;
const BYTES_MOST = 200_000_000;
const TYPES: Record<SheetExportFormat, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

type Needs = Pick<App, 'db' | 'storage' | 'config' | 'secret'> & { signal: AbortSignal };

/** Draws it for taking away: with the notice that people see, unless the space has taken that upon itself. */
export async function exportSheet(
  app: Needs,
  taker: Taker & { user_uid: string },
  { sheet_id, format }: { sheet_id: string; format: SheetExportFormat },
) {
  const { db, storage, signal } = app;
  const { space_id, user_uid } = taker;
  const row = await requireSheetRow(db, space_id, sheet_id);
  const hasNotice = await needsNotice(db, space_id);
  const { bytes, ai_origin, shows } = await renderSheet(app, row, { format, hasNotice, signal });
  const file_name = `${row.sheet_name}.${format}`;
  const file = await addFile(db, storage, {
    space_id,
    file_name,
    content_type: TYPES[format],
    created_by: user_uid,
    is_free: true,
    shows,
    source: Readable.from([bytes]),
    max_bytes: BYTES_MOST,
    signal,
  });
  if (ai_origin && !hasNotice) await noteUnmarked(db, taker, file);
  const { url } = signFileLink(app, file, { seconds: LINK_SECONDS, disposition: 'attachment' });
  return { url, file_name, is_marked: ai_origin && hasNotice };
}

type Covers = Pick<App, 'db' | 'storage' | 'config'> & { signal: AbortSignal };

/** Draws it small, for lists. */
export async function coverSheet(
  app: Covers,
  { space_id, user_uid, sheet_id }: { space_id: string; user_uid: string; sheet_id: string },
) {
  const { db, storage, signal } = app;
  const row = await requireSheetRow(db, space_id, sheet_id);
  const scale = Math.min(1, COVER_SIDE / Math.max(row.width, row.height));
  const { bytes, shows } = await renderSheet(app, row, { format: 'jpg', scale, hasNotice: false, signal });
  const naming = {
    space_id,
    file_name: 'cover.jpg',
    content_type: TYPES.jpg,
    created_by: user_uid,
    is_free: true,
    shows,
  };
  const file = await addFile(db, storage, { ...naming, source: Readable.from([bytes]), max_bytes: BYTES_MOST, signal });
  await db.update(sheet).set({ cover_vlc_id: file.vlc_id }).where(eq(sheet.sheet_id, sheet_id));
  if (row.cover_vlc_id) await removeFiles(db, space_id, [row.cover_vlc_id]);
}

type Saves = Parameters<typeof addMaterial>[0] & Pick<App, 'config' | 'secret'> & { signal: AbortSignal };
type Wish = { space_id: string; user_uid: string; sheet_id: string; how: 'new' | 'over' };

/** Makes a material of it, or puts it in the place of the one that was made of it before. */
export async function saveSheet(app: Saves, { space_id, user_uid, sheet_id, how }: Wish) {
  const { db, scratch, signal } = app;
  const row = await requireSheetRow(db, space_id, sheet_id);
  const before = how === 'over' && row.material_id ? await readMaterial(app, row.material_id) : null;
  const format = before && /\.jpe?g$/i.test(before.material_name) ? 'jpg' : 'png';
  // The notice is put on where it leaves: in the library it is a part of other things, which have their own.
  const { bytes, ai_origin, shows } = await renderSheet(app, row, { format, hasNotice: false, signal });
  const file_name = before?.material_name ?? `${row.sheet_name}.${format}`;
  return inFolder(scratch, async (folder) => {
    const path = join(folder, `picture.${format}`);
    await writeFile(path, bytes);
    const { material_id } = await addMaterial(
      app,
      {
        space_id,
        project_id: before?.project_id ?? row.project_id,
        dir_id: before?.dir_id ?? null,
        user_uid,
        file: { path, given: true },
        file_name,
        material_type: ai_origin ? 'ai_image' : 'image',
        material_sub_type: null,
        material_source: ai_origin ? 'ai_generate' : 'user_upload',
        ai_origin,
        shows,
        same_name: before ? 'replace' : 'keep_both',
        signal,
      },
      async (tx, added) => {
        await tx.update(sheet).set({ material_id: added.material_id }).where(eq(sheet.sheet_id, sheet_id));
      },
    );
    const saved = await readMaterial(app, material_id);
    if (!saved) throw new AppError('not_found', '素材刚刚被删除，请再存一次');
    return { material_id, material_name: saved.material_name, ai_origin };
  });
}

async function readMaterial({ db }: Pick<App, 'db'>, material_id: string) {
  const [found] = await db
    .select({ material_name: material.material_name, project_id: material.project_id, dir_id: material.dir_id })
    .from(material)
    .where(and(eq(material.material_id, material_id), isNull(material.deleted_at)));
  return found ?? null;
}
