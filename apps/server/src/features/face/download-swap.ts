import { AppError } from '@mixreel/contract';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { requireFile, type VlcFile } from '#features/file/file.queries.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { addMarked } from '#features/generate/download-file.ts';
import { needsNotice } from '#features/label/duty.ts';
import { noteUnmarked, type Taker } from '#features/label/label-log.ts';
import { requireFree } from '#features/label/withheld.ts';
import { noteOfResult, requireSwap, type SwapRow } from './face.queries.ts';
import { face_use } from './face.tables.ts';

const LINK_SECONDS = 3600;
const REMADE = '这条换脸刚刚重新做过，请再下载一次';

type Needs = Parameters<typeof addMarked>[0] & Pick<App, 'secret'>;

/** A link for taking the result away: with the notice that people see, unless the space has taken that duty upon itself. */
export async function downloadSwap(app: Needs, taker: Taker, swap_id: string) {
  const { space_id } = taker;
  const row = await requireSwap(app.db, space_id, swap_id);
  if (!row.result) throw new AppError('conflict', '还没有做好的换脸，请先开始');
  const file = await requireFile(app.db, space_id, row.result.vlc_id);
  await requireFree(app.db, space_id, [file.sha256]);
  const { vlc_id, file_name } = file;
  const isMarked = await needsNotice(app.db, space_id);
  if (!isMarked) await noteUnmarked(app.db, taker, { vlc_id, file_name });
  const leaving = isMarked ? (row.result.marked_vlc_id ?? (await mark(app, row, file))) : vlc_id;
  const link = signFileLink(app, { vlc_id: leaving, file_name }, { seconds: LINK_SECONDS, disposition: 'attachment' });
  return { url: link.url, file_name };
}

/** The copy shows the same faces: whoever withdraws finds it as well. */
async function mark(app: Needs, row: SwapRow, file: VlcFile): Promise<string> {
  const { db } = app;
  const marked = await addMarked(app, file);
  const isNoted = await db.transaction(async (tx) => {
    if (!(await noteOfResult(tx, row, 'marked_vlc_id', marked.vlc_id))) return false;
    const uses = await tx.select().from(face_use).where(eq(face_use.sha256, file.sha256));
    const same = uses.map((use) => ({ ...use, sha256: marked.sha256 }));
    if (same.length > 0) await tx.insert(face_use).values(same).onConflictDoNothing();
    return true;
  });
  if (!isNoted) {
    await removeFiles(db, file.space_id, [marked.vlc_id]);
    // Somebody else took it away at the same time, or made it anew.
    const { result } = await requireSwap(db, file.space_id, row.swap_id);
    if (result?.vlc_id !== file.vlc_id || !result.marked_vlc_id) throw new AppError('conflict', REMADE);
    return result.marked_vlc_id;
  }
  // A consent that was withdrawn while the notice was drawn.
  await requireFree(db, file.space_id, [file.sha256]);
  return marked.vlc_id;
}
