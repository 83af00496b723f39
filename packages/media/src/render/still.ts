import { fontReads } from '#captions/font-folder.ts';
import { runFfmpeg, type RunOptions } from '#ffmpeg/run.ts';
import { inFolder } from '#ffmpeg/scratch.ts';
import { type Canvas, requireCanvas } from '#render/canvas.ts';
import { pictureGraph } from '#render/picture.ts';
import type { Shot } from '#render/shot.ts';
import { graphArgs, type Workshop, writeStretchFiles } from '#render/stretch.ts';

/** JPEG knows only this matrix; with any other the picture would have colours of its own. */
const JPEG_COLOURS = 'scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p';

/** A JPEG of the picture, and how wide it is; as wide as the canvas without. */
export type StillFile = { path: string; width?: number; quality: number };

/** The first frame of a shot as the renderer shows it, as JPEGs of one or several sizes: decoded and drawn once. */
export async function renderStill(
  { tools, scratch }: Workshop,
  { shot, canvas }: { shot: Shot; canvas: Canvas },
  files: StillFile[],
  options: Pick<RunOptions, 'signal'> = {},
): Promise<void> {
  requireCanvas(canvas);
  await inFolder(scratch, async (folder) => {
    const stretch = { shot, canvas, from: 0, to: 1 };
    const stretchFiles = await writeStretchFiles(folder, stretch);
    const { inputs, chains, output } = pictureGraph(stretch, stretchFiles);
    const pads = files.map((_, n) => `[s${n}]`).join('');
    const sized = files.map(({ width }, n) => `[s${n}]${width ? `scale=${width}:-2,` : ''}${JPEG_COLOURS}[j${n}]`);
    const graph = [...chains, `[${output}]split=${files.length}${pads}`, ...sized];
    await runFfmpeg(
      tools,
      [
        ...inputs,
        ...(await graphArgs(tools, folder, graph)),
        ...files.flatMap(({ path, quality }, n) => [
          ['-map', `[j${n}]`, '-frames:v', 1, '-q:v', quality],
          ['-f', 'image2', '-update', 1, path],
        ]),
      ],
      { ...options, folder, reads: stretchFiles.captions ? fontReads(stretchFiles.captions.fontsDir) : [] },
    );
  });
}
