import { readFile, writeFile } from 'node:fs/promises';
import { SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { runFfmpeg, type Args, type RunOptions } from '#ffmpeg/run.ts';
import type { Scratch } from '#ffmpeg/scratch.ts';
import { requireCanvas } from '#render/canvas.ts';
import { videoEncoderArgs, type Quality } from '#render/encoder.ts';
import { keyOf } from '#render/key.ts';
import { blendCube } from '#render/lut.ts';
import { readTrack } from '#render/mp4/track.ts';
import { pictureGraph, type Piece, type PieceFiles } from '#render/picture.ts';
import { shotInputs } from '#render/shot.ts';

/** What it takes to run ffmpeg: the programs and a folder for half-made files. */
export type Workshop = { tools: Tools; scratch: Scratch };

/** The name of a piece: a hash of exactly what decides its bytes. */
export function pieceKey({ shot, canvas, from, to }: Piece, quality: Quality): string {
  return keyOf('piece', { shot: shotInputs(shot), canvas, from, to, quality });
}

/** Encodes a piece into an MP4 of the house format at `path`. */
export async function renderPiece(
  workshop: Workshop,
  piece: Piece,
  quality: Quality,
  path: string,
  options: RunOptions = {},
): Promise<void> {
  requireCanvas(piece.canvas);
  const files = await writePieceFiles(workshop.scratch, piece);
  const { inputs, chains, output } = pictureGraph(piece, files);
  const frames = piece.to - piece.from;
  const args: Args = [
    ...inputs,
    ...(await graphArgs(workshop, chains)),
    ['-map', `[${output}]`, '-frames:v', frames],
    ...videoEncoderArgs(piece.canvas, quality),
    ['-f', 'mp4', path],
  ];
  await runFfmpeg(workshop.tools, args, options);
  await requireFrames(path, frames, piece.shot.source.path);
}

/** Writes what the graph of a piece reads from files. */
export async function writePieceFiles(scratch: Scratch, { shot }: Piece): Promise<PieceFiles> {
  const lutPaths: string[] = [];
  for (const step of shot.look) {
    if (step.kind !== 'lut') continue;
    const path = scratch.file('.cube');
    await writeFile(path, blendCube(await readFile(step.path, 'utf8'), step.strength));
    lutPaths.push(path);
  }
  if (!shot.captions) return { assPath: null, lutPaths };
  const assPath = scratch.file('.ass');
  await writeFile(assPath, shot.captions.ass);
  return { assPath, lutPaths };
}

/** Hands the graph over as a file: command lines have a limit, and graphs with many layers reach it. */
export async function graphArgs({ tools, scratch }: Workshop, chains: string[]): Promise<Args> {
  const path = scratch.file('.graph');
  await writeFile(path, chains.join(';\n'));
  return [
    ['-filter_threads', 1, '-filter_complex_threads', 1],
    [tools.major >= 7 ? '-/filter_complex' : '-filter_complex_script', path],
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
