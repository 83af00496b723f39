import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isComplaining } from '#analysis/damage.ts';
import { fontReads, linkFonts } from '#captions/font-folder.ts';
import { FfmpegError, SourceError } from '#ffmpeg/errors.ts';
import { chain } from '#ffmpeg/filter.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { runFfmpeg, type Args, type RunOptions } from '#ffmpeg/run.ts';
import { inFolder, type Scratch } from '#ffmpeg/scratch.ts';
import { type Onlooker, openOnlooker, type PictureMemory } from '#likeness/picture-signature.ts';
import { requireCanvas } from '#render/canvas.ts';
import { damageInStretch, keepDamage } from '#render/damage.ts';
import { KEYFRAME_SECONDS, videoEncoderArgs, windowEncoderArgs, type Quality } from '#render/encoder.ts';
import { keyOf } from '#render/key.ts';
import { blendCube } from '#render/lut.ts';
import { readTrack } from '#render/mp4/track.ts';
import { pictureGraph, type Stretch, type StretchFiles } from '#render/picture.ts';
import { shotInputs } from '#render/shot.ts';

/** What it takes to run ffmpeg: the programs and a folder for half-made files. */
export type Workshop = { tools: Tools; scratch: Scratch };

/** The name of a stretch: a hash of exactly what decides its bytes. `piece` is the word of the caches there are. */
export function stretchKey({ shot, canvas, from, to }: Stretch, quality: Quality): string {
  return keyOf('piece', { shot: shotInputs(shot), canvas, from, to, encoder: videoEncoderArgs(canvas, quality) });
}

/** The name of a stretch kept for a seam. */
export function windowKey({ shot, canvas, from, to }: Stretch): string {
  return keyOf('window', { shot: shotInputs(shot), canvas, from, to, encoder: windowEncoderArgs(canvas) });
}

/** Encodes a stretch into an MP4 of the house format at `path`. */
export async function renderStretch(
  workshop: Workshop,
  stretch: Stretch,
  quality: Quality,
  path: string,
  { looks, ...options }: RunOptions & { looks?: PictureMemory } = {},
): Promise<void> {
  const { canvas, from, to } = stretch;
  const onlooker = looks && openOnlooker(to - from, canvas.fps, canvas.fps * KEYFRAME_SECONDS);
  const encoder = videoEncoderArgs(canvas, quality);
  await render(workshop, stretch, encoder, path, options, onlooker).catch(sayingWhere(stretch));
  if (looks) await onlooker?.keep(path, looks);
}

/** Encodes a stretch, nearly without loss, for a seam to be made from. */
export async function renderWindow(
  workshop: Workshop,
  stretch: Stretch,
  path: string,
  options: RunOptions = {},
): Promise<void> {
  await render(workshop, stretch, windowEncoderArgs(stretch.canvas), path, options).catch(sayingWhere(stretch));
}

/** A video has many sources: what can't be read of one says of which, and where. */
function sayingWhere({ shot, canvas, from, to }: Stretch): (error: unknown) => never {
  return (error) => {
    const at = (frame: number) => shot.startSeconds + (frame / canvas.fps) * shot.speed;
    const shown = { hash: shot.source.hash, from: at(from), to: at(to) };
    if (error instanceof SourceError) throw new SourceError(error.reason, String(error.cause), shown);
    const isBad = error instanceof FfmpegError && error.kind === 'bad-input';
    throw isBad ? new SourceError('unreadable', error.details, shown) : error;
  };
}

async function render(
  { tools, scratch }: Workshop,
  stretch: Stretch,
  encoder: Args,
  path: string,
  options: RunOptions,
  onlooker?: Onlooker,
): Promise<void> {
  requireCanvas(stretch.canvas);
  const frames = stretch.to - stretch.from;
  let isDoubtful = false;
  await inFolder(scratch, async (folder) => {
    const files = await writeStretchFiles(folder, stretch);
    const { inputs, chains, output } = pictureGraph(stretch, files);
    const beside = onlooker
      ? [chain([output], ['split'], 'encoded', 'looked'), chain(['looked'], onlooker.filters, 'looks')]
      : [];
    const args: Args = [
      ...inputs,
      ...(await graphArgs(tools, folder, [...chains, ...beside])),
      ['-map', onlooker ? '[encoded]' : `[${output}]`, '-frames:v', frames],
      ...encoder,
      ['-f', 'mp4', path],
      ...(onlooker
        ? [['-map', '[looks]', '-frames:v', onlooker.count, '-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:4']]
        : []),
    ];
    const reads = files.captions ? fontReads(files.captions.fontsDir) : [];
    const pipes = onlooker ? [onlooker.pipe] : [];
    const { stderr } = await runFfmpeg(tools, args, { ...options, folder, reads, pipes });
    isDoubtful = isComplaining(stderr);
  });
  await requireFrames(path, frames, stretch.shot.source.path);
  if (isDoubtful) await keepDamage(path, await damageInStretch(tools, stretch));
}

/** Writes what the graph of a stretch reads from files. */
export async function writeStretchFiles(folder: string, { shot }: Stretch): Promise<StretchFiles> {
  const luts = shot.look.filter((step) => step.kind === 'lut');
  const lutPaths = luts.map((_, i) => join(folder, `${i}.cube`));
  for (const [i, { cube, strength }] of luts.entries()) await writeFile(lutPaths[i]!, blendCube(cube, strength));
  if (!shot.captions) return { captions: null, lutPaths };
  const assPath = join(folder, 'captions.ass');
  await writeFile(assPath, shot.captions.ass);
  return { captions: { assPath, fontsDir: await linkFonts(shot.captions.fontIds, folder) }, lutPaths };
}

/** Hands the graph over as a file: command lines have a limit, and graphs with many layers reach it. */
export async function graphArgs({ major }: Tools, folder: string, chains: string[]): Promise<Args> {
  const path = join(folder, 'graph.txt');
  await writeFile(path, chains.join(';\n'));
  const option = major >= 7 ? '-/filter_complex' : '-filter_complex_script';
  return [
    ['-filter_threads', 1, '-filter_complex_threads', 1],
    [option, path],
  ];
}

/** A source that gives nothing makes ffmpeg write an empty file and call it success. */
export async function requireFrames(path: string, frames: number, sourcePath: string): Promise<void> {
  const count = await readTrack(path, 'vide').then(
    (track) => track.sizes.length,
    () => 0,
  );
  if (count !== frames) throw new SourceError('unreadable', `${sourcePath} gave ${count} of ${frames} frames`);
}
