import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilmFrames } from '#clean/segments.ts';
import { BARE } from '#ffmpeg/bare.ts';
import { decimal } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { MediaFacts } from '#ffmpeg/probe.ts';
import { type Args, runFfmpeg } from '#ffmpeg/run.ts';
import { type Aigc, aigcArgs } from '#labels/aigc.ts';
import { segmentPath } from '#patch/film.ts';
import { type Keepable, type Part, piecesOf } from '#patch/keep.ts';
import { assemble } from '#render/mp4/assemble.ts';
import { readTrack } from '#render/mp4/track.ts';
import { writeMp4 } from '#render/mp4/virtual-mp4.ts';

/** What MP4 holds as it is. */
const COPIED = ['aac', 'mp3', 'ac3', 'eac3', 'opus', 'flac', 'alac'];

/** `sound` is the part of the source that is heard, in seconds; null: all of it. */
export type Joining = {
  source: { path: string; facts: MediaFacts };
  folder: string;
  out: string;
  sound?: { start: number; end: number } | null;
};
type Joined = {
  film: FilmFrames;
  parts: Part[];
  keepable: Keepable | null;
  label: Aigc | null;
  /** Encodes a part that was to be kept and cannot be. */
  encode: (part: Part, n: number) => Promise<void>;
};

/** One film of all parts, with the sound as it was. */
export async function joinParts(
  tools: Tools,
  { source, folder, out, sound = null }: Joining,
  { film, parts, keepable, label, encode }: Joined,
  signal: AbortSignal,
): Promise<void> {
  const pictures = await joinPictures(folder, { film, parts, keepable, encode });
  const isCopied = source.facts.audio.every(({ codec }) => COPIED.includes(codec));
  const offset = sound ? 0 : film.first / film.fps;
  const late = offset > 0 ? ['-itsoffset', decimal(offset)] : [];
  await runFfmpeg(
    tools,
    [
      [...late, ...pictures],
      [...(sound ? ['-ss', decimal(sound.start), '-t', decimal(sound.end - sound.start)] : []), '-i', source.path],
      ['-map', '0:v:0', '-map', '1:a?', '-c:v', 'copy'],
      isCopied && !sound ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '256k'],
      [...BARE, '-movflags', '+faststart'],
      ...(label ? aigcArgs(label) : []),
      ['-f', 'mp4', out],
    ],
    { signal, folder },
  );
}

/** The pictures of all parts, as an input for ffmpeg. */
async function joinPictures(
  folder: string,
  { film, parts, keepable, encode }: Omit<Joined, 'label'>,
): Promise<Args[number]> {
  const trackOf = (n: number) => readTrack(segmentPath(folder, n), 'vide');
  if (keepable) {
    const tracks = [];
    for (const [n, part] of parts.entries()) tracks.push({ ...part, encoded: part.isKept ? null : await trackOf(n) });
    let pieces = piecesOf(keepable, tracks, film.first);
    if (!pieces) {
      for (const [n, part] of parts.entries()) if (part.isKept) await encode(part, n);
      pieces = await Promise.all(parts.map((_, n) => trackOf(n)));
    }
    const path = join(folder, 'pictures.mp4');
    await writeMp4(assemble({ pieces, sound: null, rotation: keepable.rotation }), path);
    return ['-i', path];
  }
  const list = join(folder, 'list.txt');
  const names = parts.map((_, n) => segmentPath(folder, n));
  await writeFile(list, names.map((name) => `file 'file:${name}'\n`).join(''));
  return ['-f', 'concat', '-safe', 0, '-i', list];
}
