import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Aigc, aigcLabel, FfmpegError, type MediaFacts, SourceError } from '@mixreel/media';
import type { PackedFile } from '#features/download/deliver.ts';
import { safeName } from '#features/file/archive-names.ts';
import type { JobContext } from '#queue/job.ts';
import type { MediaFile } from './lay-out.ts';

/** A file with where its bytes are. */
export type Gathered = MediaFile & { source: PackedFile['source'] };

/** Characters; of the longest that is still a name everywhere. */
const NAME_MAX = 40;

/** Where the files of several drafts are put together, each made once however many use it. */
export type Gathering = {
  context: JobContext;
  /** Gone when everything is packed. */
  folder: string;
  /** A new path in it. */
  scratch(extension: string): string;
  once(key: string, make: () => Promise<Gathered | null>): Promise<Gathered | null>;
  /** The name that people know it by, as a file can have it and no other file has. */
  nameFor(wanted: string, extension: string): string;
  labelOf(contentId: string): Aigc;
  close(): Promise<void>;
};

export async function openGathering(context: JobContext): Promise<Gathering> {
  const { scratch, config, signal, log } = context;
  const folder = await mkdtemp(join(scratch.path, 'draft-'));
  const made = new Map<string, Promise<Gathered | null>>();
  const taken = new Set<string>();
  let files = 0;
  /** One file that ffmpeg cannot read is as good as gone, and no reason to give up on all others. */
  const unreadable = (error: unknown): null => {
    signal.throwIfAborted();
    if (!(error instanceof FfmpegError || error instanceof SourceError)) throw error;
    log.warn({ err: error }, 'a file of a draft could not be read');
    return null;
  };
  return {
    context,
    folder,
    scratch: (extension) => join(folder, `${(files += 1)}${extension}`),
    once(key, make) {
      signal.throwIfAborted();
      const known = made.get(key) ?? make().catch(unreadable);
      made.set(key, known);
      return known;
    },
    nameFor(wanted, extension) {
      const stem = shorten(safeName(wanted));
      let name = `${stem}${extension}`;
      for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${stem}_${n}${extension}`;
      taken.add(name.toLowerCase());
      return name;
    },
    labelOf: (contentId) => aigcLabel({ producer: config.aigcProducer, contentId }),
    async close() {
      await Promise.allSettled(made.values());
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whole characters, and nothing at the end that a file system takes away. */
export function shorten(name: string, most = NAME_MAX): string {
  return (
    Array.from(name)
      .slice(0, most)
      .join('')
      .replace(/[.\s]+$/u, '') || '素材'
  );
}

export function describeFacts(facts: MediaFacts): Omit<MediaFile, 'file_name' | 'bytes'> {
  const { video, audio, isStill } = facts;
  return {
    kind: isStill ? 'photo' : video ? 'video' : 'audio',
    // Of the picture, which may end before the sound does.
    seconds: isStill ? 0 : video?.seconds || facts.seconds,
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    has_sound: audio.length > 0,
  };
}
