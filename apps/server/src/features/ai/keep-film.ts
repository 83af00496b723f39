import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GivenFile } from '@mixreel/ai/providers';
import { AppError } from '@mixreel/contract';
import { aigcArgs, aigcLabel, inFolder, labelPicture, probe, runFfmpeg, SourceError } from '@mixreel/media';
import { sniffMedia } from '#features/accept/sniff-media.ts';
import { addFile, addStaged } from '#features/file/add-file.ts';
import type { JobContext } from '#queue/job.ts';
import { type AiJob, type KeptFile, filesOf, keepFiles } from './ai-job.queries.ts';
import { fetchResult } from './fetch-result.ts';

const FILM_BYTES_MAX = 1_000_000_000;
const COVER_BYTES_MAX = 20_000_000;

/** A film that a machine made as a file of the space: what it really is, with the label inside, and a cover of it. */
export async function keepFilm(
  context: JobContext,
  job: AiJob,
  given: GivenFile,
  host: string | null,
): Promise<KeptFile> {
  const { storage, db, config, scratch, signal, task, tools } = context;
  return inFolder(scratch, async (folder) => {
    const place = join(folder, 'given');
    await fetchResult(given, { path: place, max_bytes: FILM_BYTES_MAX, host, signal });
    const { width, height, duration } = await judge(context, place);
    const files = filesOf(job);
    const label = aigcLabel({ producer: config.aigcProducer, contentId: `${job.job_id}-${files.length}` });
    const [path, cover] = [join(folder, 'film.mp4'), join(folder, 'cover.jpg')];
    const streams = ['-map', '0:V:0', '-map', '0:a:0?', '-c', 'copy', '-map_metadata', '-1', '-movflags', '+faststart'];
    await runFfmpeg(tools, [['-i', place], streams, ...aigcArgs(label), [path]], { signal });
    const still = ['-frames:v', 1, '-vf', "scale='min(720,iw)':-2", '-q:v', 4, '-f', 'image2', '-update', 1];
    await runFfmpeg(tools, [['-i', path], still, [cover]], { signal });
    await writeFile(cover, labelPicture(await readFile(cover), label));
    const naming = { space_id: task.space_id, created_by: task.user_uid };
    const { vlc_id: cover_vlc_id } = await addFile(db, storage, {
      ...naming,
      file_name: 'cover.jpg',
      content_type: 'image/jpeg',
      is_free: true,
      source: { path: cover, given: true },
      max_bytes: COVER_BYTES_MAX,
      signal,
    });
    const staged = await storage.stage({ path, given: true }, { maxBytes: FILM_BYTES_MAX, signal });
    try {
      const film = { ...naming, file_name: `AI视频-${files.length + 1}.mp4`, content_type: 'video/mp4' };
      // With the job's row: another attempt goes on behind the files that are here.
      return await addStaged(db, staged, film, async (tx, { vlc_id }) => {
        const kept = { vlc_id, content_type: 'video/mp4', width, height, duration, cover_vlc_id };
        await keepFiles(tx, job, [...files, kept]);
        return kept;
      });
    } finally {
      await staged.discard();
    }
  });
}

async function judge({ tools, signal }: JobContext, path: string) {
  const file = await open(path);
  try {
    const { kind, name } = await sniffMedia(async (position, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    });
    if (kind !== 'video') throw new AppError('ai_failed', `服务商发来的不是视频，而是${name}`);
  } finally {
    await file.close();
  }
  const facts = await probe(tools, path, { signal }).catch((error: unknown) => {
    throw error instanceof SourceError ? new AppError('ai_failed', '服务商发来的视频已损坏') : error;
  });
  if (!facts.video || facts.seconds <= 0) throw new AppError('ai_failed', '服务商发来的视频里没有画面');
  return { width: facts.video.width, height: facts.video.height, duration: facts.seconds };
}
