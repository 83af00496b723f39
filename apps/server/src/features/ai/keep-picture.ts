import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GivenFile } from '@mixreel/ai/providers';
import { AppError, IMAGE_PIXELS_MAX, IMAGE_SIDE_MAX } from '@mixreel/contract';
import { aigcLabel, inFolder, labelPicture, runFfmpeg } from '@mixreel/media';
import { convertPicture, wantsConversion } from '#features/accept/convert-picture.ts';
import { readPictureSize } from '#features/accept/picture-size.ts';
import { sniffMedia } from '#features/accept/sniff-media.ts';
import { addStaged } from '#features/file/add-file.ts';
import type { JobContext } from '#queue/job.ts';
import { type AiJob, type KeptFile, filesOf, keepFiles } from './ai-job.queries.ts';
import { fetchResult } from './fetch-result.ts';

const PICTURE_BYTES_MAX = 50_000_000;
const ENDINGS: Record<string, string> = { 'image/png': '.png', 'image/jpeg': '.jpg' };

/** A picture that a service made as a file of the space: what it really is, upright, with the label inside. */
export async function keepPicture(
  context: JobContext,
  job: AiJob,
  given: GivenFile,
  host: string | null,
): Promise<KeptFile> {
  const { storage, db, config, scratch, signal, task } = context;
  return inFolder(scratch, async (folder) => {
    const place = join(folder, 'given');
    await fetchResult(given, { path: place, max_bytes: PICTURE_BYTES_MAX, host, signal });
    const whole = await judge(place, folder, signal);
    const cell = 'cell' in given ? given.cell : undefined;
    const { path, content_type, width, height } =
      cell === undefined ? whole : await cutCell(context, whole, cell, folder);
    const files = filesOf(job);
    const label = aigcLabel({ producer: config.aigcProducer, contentId: `${job.job_id}-${files.length}` });
    await writeFile(path, labelPicture(await readFile(path), label));
    const staged = await storage.stage({ path, given: true }, { maxBytes: PICTURE_BYTES_MAX, signal });
    try {
      const file_name = `AI图片-${files.length + 1}${ENDINGS[content_type] ?? ''}`;
      const naming = { space_id: task.space_id, file_name, content_type, created_by: task.user_uid };
      // With the job's row: another attempt goes on behind the files that are here.
      return await addStaged(db, staged, naming, async (tx, { vlc_id }) => {
        const kept = { vlc_id, content_type, width, height };
        await keepFiles(tx, job, [...files, kept]);
        return kept;
      });
    } finally {
      await staged.discard();
    }
  });
}

type Judged = { path: string; content_type: string; width: number; height: number };

/** One of four pictures that came as one. */
async function cutCell({ tools, signal }: JobContext, { path, width, height }: Judged, cell: number, folder: string) {
  const size = { width: Math.floor(width / 2), height: Math.floor(height / 2) };
  const from = { x: (cell % 2) * size.width, y: Math.floor(cell / 2) * size.height };
  const cut = join(folder, 'cell.png');
  const filter = `crop=${size.width}:${size.height}:${from.x}:${from.y}`;
  await runFfmpeg(
    tools,
    [
      ['-i', path, '-vf', filter],
      ['-frames:v', 1, '-f', 'image2', '-update', 1, cut],
    ],
    { folder, signal },
  );
  return { path: cut, content_type: 'image/png', ...size };
}

async function judge(path: string, folder: string, signal: AbortSignal) {
  const file = await open(path);
  try {
    const readAt = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const { kind, name, content_type } = await sniffMedia(readAt);
    if (kind !== 'image') throw new AppError('ai_failed', `服务商发来的不是图片，而是${name}`);
    const size = await readPictureSize(readAt);
    const { width = 0, height = 0 } = size ?? {};
    if (width === 0 || height === 0) throw new AppError('ai_failed', '服务商发来的图片已损坏');
    if (Math.max(width, height) > IMAGE_SIDE_MAX || width * height > IMAGE_PIXELS_MAX) {
      throw new AppError('ai_failed', `服务商发来的图片太大（${width}×${height}）`);
    }
    if (!wantsConversion({ kind, content_type })) return { path, content_type, width, height };
    const converted = await convertPicture({ path, folder, content_type, signal });
    return { path: converted.path, content_type: converted.content_type, width, height };
  } finally {
    await file.close();
  }
}
