import { readFile, writeFile } from 'node:fs/promises';
import { AppError } from '@mixreel/contract';
import { inFolder, labelPicture, markFilm, markPicture, readPictureLabel } from '@mixreel/media';
import type { App } from '#context.ts';
import { eq, type SQL, sql } from '#db/orm.ts';
import { addFile } from '#features/file/add-file.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { requireFile, type VlcFile } from '#features/file/file.queries.ts';
import { needsNotice } from '#features/label/duty.ts';
import { noteUnmarked, type Taker } from '#features/label/label-log.ts';
import { requireFree } from '#features/label/withheld.ts';
import { requireRow } from './generate.queries.ts';
import { ai_generation, type GenerationOutput } from './generate.tables.ts';

const LINK_SECONDS = 3600;
const BYTES_MOST = 2_000_000_000;

type Needs = Pick<App, 'db' | 'storage' | 'tools' | 'scratch' | 'secret'> & { signal: AbortSignal };
type Wish = { generation_id: string; vlc_id: string };

/**
 * A link to what came of it, for taking it away: with the notice that people see, which is put on when somebody first asks and
 * kept. A space that has taken that duty upon itself gets it as it was made, and that is written down.
 */
export async function downloadFile(app: Needs, taker: Taker, { generation_id, vlc_id }: Wish) {
  const { space_id } = taker;
  const { files } = await requireRow(app.db, space_id, generation_id);
  const made = files.find((one) => one.vlc_id === vlc_id);
  if (!made) throw new AppError('not_found', '这个结果不存在或已被删除');
  const file = await requireFile(app.db, space_id, vlc_id);
  const { file_name, sha256 } = file;
  await requireFree(app.db, space_id, [sha256]);
  const isMarked = await needsNotice(app.db, space_id);
  if (!isMarked) await noteUnmarked(app.db, taker, { vlc_id, file_name });
  const leaving = isMarked ? (made.marked_vlc_id ?? (await mark(app, { ...file, generation_id }))) : vlc_id;
  const link = signFileLink(app, { vlc_id: leaving, file_name }, { seconds: LINK_SECONDS, disposition: 'attachment' });
  return { url: link.url, file_name };
}

async function mark(app: Needs, file: VlcFile & { generation_id: string }): Promise<string> {
  const { generation_id, vlc_id } = file;
  const marked = await addMarked(app, file);
  const change = { files: withField(vlc_id, 'marked_vlc_id', marked.vlc_id) };
  await app.db.update(ai_generation).set(change).where(eq(ai_generation.generation_id, generation_id));
  return marked.vlc_id;
}

/** A copy of a film or picture with the notice that people see, as a file that costs the space nothing. */
export async function addMarked(app: Needs, file: VlcFile): Promise<VlcFile> {
  const { db, storage, tools, scratch, signal } = app;
  const { space_id, sha256, content_type, created_by } = file;
  const isFilm = content_type.startsWith('video/');
  return inFolder(scratch, async (folder) => {
    const { path: source, release } = await storage.open(sha256);
    try {
      const format = content_type === 'image/png' ? 'png' : 'jpg';
      const path = await (isFilm
        ? markFilm(tools, source, { folder, signal })
        : markPicture(tools, source, { folder, format, signal }));
      // A picture is drawn anew, and says nothing any more of who made it.
      const label = isFilm ? undefined : readPictureLabel(await readFile(source));
      if (label) await writeFile(path, labelPicture(await readFile(path), label));
      return await addFile(db, storage, {
        space_id,
        created_by,
        file_name: file.file_name,
        content_type,
        is_free: true,
        shows: [sha256],
        source: { path, given: true },
        max_bytes: BYTES_MOST,
        signal,
      });
    } finally {
      await release();
    }
  });
}

/** The list of files with one field of one of them changed: whoever changes another at the same time is not undone. */
export function withField(vlc_id: string, field: keyof GenerationOutput, value: string): SQL {
  const { files } = ai_generation;
  const place = sql`(select (n - 1)::text from jsonb_array_elements(${files}) with ordinality as f(file, n)
    where file->>'vlc_id' = ${vlc_id})`;
  return sql`jsonb_set(${files}, array[${place}, ${field}], to_jsonb(${value}::text))`;
}
