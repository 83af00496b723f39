import { writeFile } from 'node:fs/promises';
import { captionsFrom } from '@mixreel/ai';
import { AppError, type AUDIO_FORMATS } from '@mixreel/contract';
import { aigcLabel, labelWav, runFfmpeg, SOUND_TYPES, soundArgs, srtOf } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq, sql } from '#db/orm.ts';
import { addFile } from '#features/file/add-file.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import type { AudioRow } from './audio.queries.ts';
import { ai_audio, type Rendition } from './audio.tables.ts';

type Format = (typeof AUDIO_FORMATS)[number];
const BYTES_MAX = 2_000_000_000;

/** The finished piece in a format: made from the master the first time, kept for the next. */
export async function exportAudio(
  app: App,
  row: AudioRow,
  format: Format,
  { user_uid, signal }: { user_uid: string; signal: AbortSignal },
): Promise<string> {
  const { rendition } = row;
  if (!rendition) throw new AppError('invalid', '请先合成整篇，再导出');
  const known = rendition.files[format];
  if (known) return known;

  const { db, storage, scratch } = app;
  const path = scratch.file(`.${format}`);
  if (format === 'srt') await writeFile(path, `\uFEFF${srtOf(cuesOf(rendition))}`);
  else await convert(app, row, rendition, format, path, signal);
  const { vlc_id } = await addFile(db, storage, {
    space_id: row.space_id,
    file_name: `${row.audio_name}.${format}`,
    content_type: format === 'srt' ? 'application/x-subrip' : SOUND_TYPES[format],
    created_by: user_uid,
    source: { path, given: true },
    max_bytes: BYTES_MAX,
    signal,
  });
  // Converting takes a while, in which the piece may have been made anew: what was made then stays.
  const isSame = sql`${ai_audio.rendition} -> 'files' ->> 'flac' = ${rendition.files['flac']}`;
  const kept = await db
    .update(ai_audio)
    .set({ rendition: sql`jsonb_set(${ai_audio.rendition}, array['files', ${format}], to_jsonb(${vlc_id}::text))` })
    .where(and(eq(ai_audio.ai_audio_id, row.ai_audio_id), isSame))
    .returning();
  if (kept.length > 0) return vlc_id;
  await removeFiles(db, row.space_id, [vlc_id]);
  throw new AppError('conflict', '这篇配音刚刚重新合成了，请再导出一次，得到的就是新的');
}

async function convert(
  { db, storage, tools, config }: App,
  row: AudioRow,
  rendition: Rendition,
  format: Exclude<Format, 'srt'>,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const master = await requireFile(db, row.space_id, rendition.files['flac'] ?? '');
  const { path: source, release } = await storage.open(master.sha256);
  try {
    const label = aigcLabel({ producer: config.aigcProducer, contentId: `${row.ai_audio_id}-${rendition.revision}` });
    await runFfmpeg(tools, [['-i', source], ...soundArgs(format, label), [path]], { signal });
    if (format === 'wav') await labelWav(path, label);
  } finally {
    await release();
  }
}

/** Captions line by line of the script, long ones broken between words. */
function cuesOf({ lines, words }: Rendition) {
  return lines.flatMap(({ start, end, text }) => {
    const inside = words.filter((word) => word.start >= start - 0.01 && word.end <= end + 0.01);
    return captionsFrom({ segments: [{ start, end, text, words: inside }] }, {});
  });
}
