import { rm, writeFile } from 'node:fs/promises';
import { AppError, EXTENSIONS, type MusicLicence } from '@mixreel/contract';
import { probe, readPeaks, SourceError } from '@mixreel/media';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { addFile } from '#features/file/add-file.ts';
import { own_music } from './music.tables.ts';

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

const TYPES: Record<string, string> = {
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.wav': 'audio/wav',
  '.aac': 'audio/aac',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.flac': 'audio/flac',
};

/** Takes a space's own music: judged by what ffprobe finds in it, not by its name. */
export async function addMusic(
  { db, storage, tools, scratch }: Pick<App, 'db' | 'storage' | 'tools' | 'scratch'>,
  { space_id, user_uid, file_name, bytes, ...given }: NewMusic,
): Promise<string> {
  const extension = /\.[^.]+$/.exec(file_name.toLowerCase())?.[0] ?? '';
  if (!EXTENSIONS.audio.includes(extension as never)) {
    throw new AppError('invalid', `请选择音频文件：${EXTENSIONS.audio.join(' ')}`);
  }
  const path = scratch.file(extension);
  try {
    await writeFile(path, bytes);
    const duration = await readDuration(tools, path);
    const { vlc_id } = await addFile(db, storage, {
      space_id,
      file_name,
      content_type: TYPES[extension] ?? 'application/octet-stream',
      created_by: user_uid,
      source: { path },
    });
    const music_id = newId();
    await db.insert(own_music).values({ music_id, space_id, vlc_id, duration, created_by: user_uid, ...given });
    return music_id;
  } finally {
    await rm(path, { force: true });
  }
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
