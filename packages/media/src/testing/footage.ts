import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { locateFfmpeg } from '#ffmpeg/locate.ts';
import { probe, type MediaFacts } from '#ffmpeg/probe.ts';
import { runFfmpeg, type Args } from '#ffmpeg/run.ts';
import { turnFilm } from '#testing/turn-film.ts';

export { turnFilm };

/** The programs tests run. */
export const tools = await locateFfmpeg();

const folder = join(tmpdir(), 'mixreel-footage');

/** A file made by ffmpeg with these arguments, made once and kept for the next run of the tests. */
export async function footage(extension: string, args: Args): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const name = createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 20);
  const path = join(folder, `${name}.${extension}`);
  if (!existsSync(path)) {
    const half = join(folder, `${process.pid}-${name}.${extension}`);
    await runFfmpeg(tools, [...args, [half]]);
    renameSync(half, path);
  }
  return path;
}

/** Facts that another ffprobe told, or that were read in another way, are none. */
const teller = createHash('sha256')
  .update(tools.version)
  .update(readFileSync(new URL('../ffmpeg/probe.ts', import.meta.url)))
  .digest('hex')
  .slice(0, 8);

/** What ffprobe says of a file. Of footage it is asked once and kept beside it: starting a program costs the most. */
export async function factsOf(path: string): Promise<MediaFacts> {
  if (!path.startsWith(folder)) return probe(tools, path);
  const kept = `${path}-${teller}.json`;
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as MediaFacts;
  const facts = await probe(tools, path);
  const half = `${kept}-${process.pid}`;
  writeFileSync(half, JSON.stringify(facts));
  renameSync(half, kept);
  return facts;
}

/** An MP4 that says it is to be shown turned by so many degrees against the clock. */
export async function turnedFootage(path: string, degrees: number): Promise<string> {
  const turned = join(folder, `${basename(path, '.mp4')}-${degrees}.mp4`);
  if (!existsSync(turned)) {
    const half = `${turned}-${process.pid}`;
    writeFileSync(half, turnFilm(readFileSync(path), degrees));
    renameSync(half, turned);
  }
  return turned;
}

/** A film of one even colour in the matrix of HD, which says so or leaves it to be guessed. */
export async function evenColour({ colour = '0xC86432', isTold = false } = {}): Promise<string> {
  const told = isTold ? 'bt709' : 'unknown';
  return footage('mp4', [
    ['-f', 'lavfi', '-i', `color=${colour}:size=1280x720:rate=25:duration=1,format=rgb24`],
    ['-vf', `scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setparams=colorspace=${told}`],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 5],
  ]);
}

/** What generated footage looks like; `seed` changes the picture. */
export type Footage = {
  width?: number;
  height?: number;
  fps?: number | string;
  seconds?: number;
  hasSound?: boolean;
  seed?: number;
  /** Further output arguments, after the defaults. */
  args?: Args;
  filters?: string;
  extension?: string;
};

/** A moving test picture with a frame counter pattern, and a tone of `220 × (seed + 1)` Hz. */
export async function testFootage(options: Footage = {}): Promise<string> {
  const { width = 96, height = 54, fps = 30, seconds = 3, hasSound = true, seed = 0, extension = 'mp4' } = options;
  const picture = `testsrc2=size=${width}x${height}:rate=${fps}:duration=${seconds},hue=h=${seed * 67}`;
  const sound: Args = hasSound
    ? [['-f', 'lavfi', '-i', `sine=frequency=${220 * (seed + 1)}:sample_rate=48000:duration=${seconds}`]]
    : [];
  return footage(extension, [
    ['-f', 'lavfi', '-i', picture],
    ...sound,
    ['-vf', options.filters ?? 'null'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', 10, '-g', 15, '-pix_fmt', 'yuv420p'],
    ...(hasSound ? [['-c:a', 'aac', '-b:a', '96k', '-ac', 2]] : []),
    ...(options.args ?? []),
  ]);
}

/** A tone without a picture. */
export async function testSound({ seconds = 2, extension = 'wav' } = {}): Promise<string> {
  const tone = `sine=frequency=330:sample_rate=48000:duration=${seconds}`;
  return footage(extension, [['-f', 'lavfi', '-i', tone]]);
}

/** A still picture; `seed` changes its colours. */
export async function testPicture({ width = 96, height = 54, seed = 0, extension = 'jpg' } = {}): Promise<string> {
  const picture = `testsrc2=size=${width}x${height}:rate=1:duration=1,hue=h=${seed * 67}`;
  return footage(extension, [
    ['-f', 'lavfi', '-i', picture],
    ['-frames:v', 1],
  ]);
}
