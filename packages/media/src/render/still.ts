import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fontReads } from '#captions/font-folder.ts';
import { type Args, runFfmpeg, type RunOptions } from '#ffmpeg/run.ts';
import { inFolder } from '#ffmpeg/scratch.ts';
import { type Canvas, requireCanvas } from '#render/canvas.ts';
import { pictureGraph } from '#render/picture.ts';
import type { Shot } from '#render/shot.ts';
import { graphArgs, type Workshop, writeStretchFiles } from '#render/stretch.ts';

/** JPEG knows only this matrix; with any other the picture would have colours of its own. */
const JPEG_COLOURS = 'scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p';

/** A JPEG of the picture, and how wide it is; as wide as the canvas without. */
export type StillFile = { path: string; width?: number; quality: number };

/** A shot whose first frame is wanted, and the files of it. */
export type StillShot = { shot: Shot; canvas: Canvas; files: StillFile[] };

/**
 * The first frames of shots as the renderer shows them, each as JPEGs of one or several sizes: decoded and drawn once, all of
 * them by one program. Where one can't be read, none is there.
 */
export async function renderStills(
  { tools, scratch }: Workshop,
  stills: StillShot[],
  options: Pick<RunOptions, 'signal'> = {},
): Promise<void> {
  await inFolder(scratch, async (folder) => {
    const inputs: Args = [];
    const outputs: Args = [];
    const reads = new Set<string>();
    let firstInput = 0;
    for (const [n, { shot, canvas, files }] of stills.entries()) {
      requireCanvas(canvas);
      const own = join(folder, String(n));
      await mkdir(own);
      const stretch = { shot, canvas, from: 0, to: 1 };
      const stretchFiles = await writeStretchFiles(own, stretch);
      const graph = pictureGraph(stretch, stretchFiles, { firstInput, name: `p${n}` });
      const pads = files.map((_, k) => `[s${n}_${k}]`).join('');
      const sized = files.map(
        ({ width }, k) => `[s${n}_${k}]${width ? `scale=${width}:-2,` : ''}${JPEG_COLOURS}[j${n}_${k}]`,
      );
      inputs.push(...graph.inputs);
      firstInput += graph.inputCount;
      // A graph of its own: what one of them waits for holds up no other.
      outputs.push(
        ...(await graphArgs(tools, own, [...graph.chains, `[${graph.output}]split=${files.length}${pads}`, ...sized])),
      );
      for (const [k, { path, quality }] of files.entries()) {
        outputs.push(['-map', `[j${n}_${k}]`, '-frames:v', 1, '-q:v', quality], ['-f', 'image2', '-update', 1, path]);
      }
      for (const path of stretchFiles.captions ? fontReads(stretchFiles.captions.fontsDir) : []) reads.add(path);
    }
    await runFfmpeg(tools, [...inputs, ...outputs], { ...options, folder, reads: [...reads] });
  });
}
