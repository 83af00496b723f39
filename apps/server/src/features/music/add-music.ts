import { copyFile, rm, writeFile } from 'node:fs/promises';
import { AppError, extensionOf, type MusicLicence } from '@mixreel/contract';
import { AIGC_KEY, aigcArgs, labelWav, probe, readPeaks, readWavLabel, runFfmpeg, SourceError } from '@mixreel/media';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { requireAcceptable } from '#features/accept/accept-content.ts';
import { requireKind, requireType } from '#features/accept/media-kind.ts';
import type { ReadAt } from '#features/accept/sniff-media.ts';
import { addFile } from '#features/file/add-file.ts';
import { declaredLabel } from '#features/label/ai-origin.ts';
import { own_music } from './music.tables.ts';

type Needs = Pick<App, 'db' | 'storage' | 'tools' | 'scratch' | 'config'>;

type NewMusic = {
  space_id: string;
  user_uid: string;
  title: string;
  moods: string[];
  is_ai_made: boolean;
  licence: MusicLicence;
  file_name: string;
  bytes: Buffer;
};

/** Takes a space's own music: judged by its bytes as everything that is uploaded, then by what ffprobe finds in it. */
export async function addMusic(
  app: Needs,
  { space_id, user_uid, file_name, bytes, ...given }: NewMusic,
): Promise<string> {
  requireType(requireKind(file_name), 'audio');
  const readAt: ReadAt = async (position, length) => bytes.subarray(position, position + length);
  const { content_type } = await requireAcceptable(file_name, bytes.length, readAt);
  const extension = extensionOf(file_name);
  const { db, storage, tools, scratch } = app;
  const [path, labelled] = [scratch.file(extension), scratch.file(extension)];
  const music_id = newId();
  try {
    await writeFile(path, bytes);
    const duration = await readDuration(tools, path);
    const isLabelled = given.is_ai_made && (await labelSound(app, path, labelled, music_id));
    const { vlc_id } = await addFile(db, storage, {
      space_id,
      file_name,
      content_type,
      created_by: user_uid,
      source: { path: isLabelled ? labelled : path },
    });
    await db.insert(own_music).values({ music_id, space_id, vlc_id, duration, created_by: user_uid, ...given });
    return music_id;
  } finally {
    await Promise.all([path, labelled].map((one) => rm(one, { force: true })));
  }
}

/** Kinds of files that keep a tag nobody asked them to know. */
const KEEPING = ['.mp3', '.m4a', '.ogg', '.opus', '.flac'];

/**
 * A copy of a sound that its people declared to be made by a machine, which says so; false when it says so itself, or is
 * of a kind that can't.
 */
async function labelSound({ tools, config }: Needs, path: string, copy: string, music_id: string): Promise<boolean> {
  const label = declaredLabel(music_id, config.aigcProducer);
  const extension = path.slice(path.lastIndexOf('.'));
  if (extension === '.wav') {
    if ((await readWavLabel(path)) !== null) return false;
    await copyFile(path, copy);
    await labelWav(copy, label);
    return true;
  }
  const { tags } = await probe(tools, path);
  if (AIGC_KEY in tags || !KEEPING.includes(extension)) return false;
  await runFfmpeg(tools, [['-i', path], ['-map', '0', '-c', 'copy'], ...aigcArgs(label), [copy]]);
  return true;
}

async function readDuration(tools: App['tools'], path: string): Promise<number> {
  try {
    const { audio, seconds } = await probe(tools, path);
    if (audio.length > 0 && seconds >= 1) {
      const peaks = await readPeaks(tools, path, {});
      if (peaks.every((peak) => peak === 0)) throw new AppError('invalid', '这个文件从头到尾没有声音，请换一个文件');
      return seconds;
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
  throw new AppError('invalid', '文件里没有能播放的声音，或不足一秒，请换一个文件');
}
