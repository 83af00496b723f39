import { chain, decimal, filter } from '#ffmpeg/filter.ts';
import { runFfmpeg, type Args, type RunOptions } from '#ffmpeg/run.ts';
import { inFolder } from '#ffmpeg/scratch.ts';
import { TRANSITION_CHOICES } from '#looks/transitions.ts';
import { requireCanvas } from '#render/canvas.ts';
import { videoEncoderArgs, type Quality } from '#render/encoder.ts';
import { keyOf } from '#render/key.ts';
import { houseFilters, pictureGraph, type Piece } from '#render/picture.ts';
import { graphArgs, pieceKey, requireFrames, writePieceFiles, type Workshop } from '#render/piece.ts';

/** The end of one shot turning into the start of the next; both pieces have the same number of frames. */
export type Seam = { before: Piece; after: Piece; transition: TransitionKind };

/** A way from one shot to the next. */
export type TransitionKind = (typeof TRANSITION_CHOICES)[number]['key'];

/** Every way from one shot to the next. */
export const TRANSITIONS: TransitionKind[] = TRANSITION_CHOICES.map(({ key }) => key);

/** The name of a seam: it depends on these two ends and nothing else of the variant. */
export function seamKey({ before, after, transition }: Seam, quality: Quality): string {
  return keyOf('seam', { before: pieceKey(before, quality), after: pieceKey(after, quality), transition });
}

/** Encodes a seam into an MP4 of the house format at `path`. */
export async function renderSeam(
  { tools, scratch }: Workshop,
  { before, after, transition }: Seam,
  quality: Quality,
  path: string,
  options: RunOptions = {},
): Promise<void> {
  const { canvas } = before;
  const frames = before.to - before.from;
  requireCanvas(canvas);
  const { xfade } = TRANSITION_CHOICES.find(({ key }) => key === transition)!;
  const join = filter('xfade', { transition: xfade, duration: decimal(frames / canvas.fps), offset: 0 });
  await inFolder(scratch, async (folder) => {
    const first = pictureGraph(before, await writePieceFiles(folder, 'a', before), { name: 'a' });
    const files = await writePieceFiles(folder, 'b', after);
    const second = pictureGraph(after, files, { name: 'b', firstInput: first.inputCount });
    const args: Args = [
      ...first.inputs,
      ...second.inputs,
      ...(await graphArgs(tools, folder, [
        ...first.chains,
        ...second.chains,
        chain([first.output], [`trim=end_frame=${frames}`], 'before'),
        chain([second.output], [`trim=end_frame=${frames}`], 'after'),
        chain(['before', 'after'], [join, ...houseFilters(canvas)], 'seam'),
      ])),
      ['-map', '[seam]', '-frames:v', frames],
      ...videoEncoderArgs(canvas, quality),
      ['-f', 'mp4', path],
    ];
    await runFfmpeg(tools, args, options);
  });
  await requireFrames(path, frames, after.shot.source.path);
}
