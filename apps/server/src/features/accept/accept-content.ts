import { type FileHandle, open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import {
  AppError,
  acceptedText,
  EXTENSIONS,
  extensionOf,
  IMAGE_PIXELS_MAX,
  IMAGE_SIDE_MAX,
  KIND_NAMES,
  type MediaKind,
  VIDEO_SECONDS_MAX,
} from '@mixreel/contract';
import type { Storage } from '#storage/storage.ts';
import { requireBytes, requireKind } from './media-kind.ts';
import { readPictureSize } from './picture-size.ts';
import { readSaidDuration } from './said-duration.ts';
import { type ReadAt, sniffMedia } from './sniff-media.ts';
import { isMovingGif, readTracks } from './tracks.ts';

export type Accepted = {
  kind: MediaKind;
  content_type: string;
  /** The name that fits what it is. */
  file_name: string;
  /** What a person has to know when it became something else than its name says. */
  note: string | null;
};

/**
 * Judges a file by its name and by its bytes, which must agree; nothing is unpacked. Whether it can be played is found
 * out by analysis. Throws in words that say what it really is.
 */
export async function requireAcceptable(file_name: string, bytes: number, readAt: ReadAt): Promise<Accepted> {
  const kind = requireKind(file_name);
  requireBytes(kind, bytes);
  const { kind: real, name, content_type } = await sniffMedia(readAt);
  if (!real) throw new AppError('wrong_type', `文件内容是${name}，不是${KIND_NAMES[kind]}。${acceptedText()}`);
  const isSound =
    kind === 'video' &&
    (content_type === 'audio/mp4' || (isBoxes(content_type) && isSoundAlone(await readTracks(readAt, bytes))));
  if (isSound) {
    const renamed = file_name.replace(/\.[^.]+$/, '.m4a');
    return { kind: 'audio', content_type: 'audio/mp4', file_name: renamed, note: '只有声音没有画面，已作为音频保存' };
  }
  if (real !== kind && !mayBeSound(kind, content_type)) {
    throw new AppError(
      'wrong_type',
      `文件内容是${name}，扩展名却是 ${extensionOf(file_name)}。请改用 ${EXTENSIONS[real].join(' ')} 作扩展名后重新上传`,
    );
  }
  if (kind === 'image') await requirePictureSize(readAt);
  if (kind === 'video') await requireDuration(readAt, bytes);
  if (content_type === 'image/gif' && isMovingGif(await readAt(0, bytes))) {
    return { kind: 'video', content_type, file_name, note: '会动的 GIF，已作为视频保存' };
  }
  return {
    kind,
    content_type: kind === 'audio' && real === 'video' ? 'audio/mp4' : content_type,
    file_name,
    note: null,
  };
}

function isBoxes(content_type: string): boolean {
  return content_type === 'video/mp4' || content_type === 'video/quicktime';
}

function isSoundAlone(tracks: Set<string>): boolean {
  return tracks.has('soun') && !tracks.has('vide');
}

/** Many programs write sound into an MP4 without saying that it is sound alone. */
function mayBeSound(kind: MediaKind, content_type: string): boolean {
  return kind === 'audio' && isBoxes(content_type);
}

async function requirePictureSize(readAt: ReadAt): Promise<void> {
  const size = await readPictureSize(readAt);
  if (!size || size.width === 0 || size.height === 0) throw new AppError('invalid', '图片已损坏，读不出宽和高');
  const { width, height } = size;
  for (const [name, side] of [['宽度', width] as const, ['高度', height] as const]) {
    if (side <= IMAGE_SIDE_MAX) continue;
    throw new AppError('too_large', `图片${name}不能超过 ${IMAGE_SIDE_MAX}px（现在是 ${side}px）`);
  }
  if (width * height > IMAGE_PIXELS_MAX) {
    throw new AppError('too_large', `图片不能超过 ${IMAGE_PIXELS_MAX / 10_000} 万像素（现在是 ${width}×${height}）`);
  }
}

async function requireDuration(readAt: ReadAt, bytes: number): Promise<void> {
  const seconds = await readSaidDuration(readAt, bytes);
  if (seconds === null || seconds <= VIDEO_SECONDS_MAX) return;
  const hours = Math.ceil(seconds / 360) / 10;
  throw new AppError('too_large', `视频不能超过 ${VIDEO_SECONDS_MAX / 3600} 小时（文件说有 ${hours} 小时）`);
}

/** Runs `use` with a reader of a local file. */
export async function readingFile<T>(path: string, use: (readAt: ReadAt, bytes: number) => Promise<T>): Promise<T> {
  const file: FileHandle = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const readAt: ReadAt = async (position, length) => {
      const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return bytes.subarray(0, bytesRead);
    };
    return await use(readAt, size);
  } finally {
    await file.close();
  }
}

/** A reader of a stored content. */
export function readingContent(storage: Storage, sha256: string, bytes: number): ReadAt {
  return async (position, length) =>
    position >= bytes
      ? Buffer.alloc(0)
      : buffer(await storage.read(sha256, { start: position, end: position + length - 1 }));
}
