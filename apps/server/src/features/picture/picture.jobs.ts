import { PictureParams } from '@mixreel/contract';
import { Sheet } from '@mixreel/contract/layer';
import { z } from 'zod';
import { BUILT_IN } from '#features/ai/ability.ts';
import type { KeptFile } from '#features/ai/ai-job.queries.ts';
import { carryOut } from '#features/ai/carry-out.ts';
import { image, KeptPosters, PaintedChange } from '#features/ai/image.ability.ts';
import { drawStrokes } from '#features/generate/draw-strokes.ts';
import { requireRow } from '#features/generate/generate.queries.ts';
import { keepResult } from '#features/generate/keep-result.ts';
import { readClear, readJpeg, type UprightPicture } from '#features/generate/read-jpeg.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { picture_sheet } from './picture.tables.ts';

/** The step in which somebody is asked for pictures. */
export const PICTURE_STEP = 'picture';

export const Params = PictureParams.extend({
  logo_vlc_id: z.string().nullable().default(null),
  change: PaintedChange.nullable().default(null),
});

const common = {
  task_type: 'text_to_image' as const,
  input: z.object({ generation_id: z.string() }),
  steps: [],
  async run({ generation_id }: { generation_id: string }, context: JobContext) {
    await makePictures(generation_id, context);
    return { result: { generation_id } };
  },
};

/** Lays out posters on this machine. */
export const pictureHere = defineJob({ ...common, name: 'picture.here', kind: 'model' });

/** Lets a service paint: that takes waiting and nothing of this machine. */
export const pictureElsewhere = defineJob({ ...common, name: 'picture.elsewhere', kind: 'network' });

async function makePictures(generation_id: string, context: JobContext): Promise<void> {
  const { db, signal, task } = context;
  const { space_id } = task;
  const row = await requireRow(db, space_id, generation_id);
  const { ratio, count, seed, brand_colours, logo_vlc_id, change, mask: strokes } = Params.parse(row.params);
  const given: UprightPicture[] = [];
  for (const { vlc_id } of row.inputs) given.push(await readJpeg(context, space_id, vlc_id, signal));
  // What is laid out on this machine may stay transparent; services take JPEG.
  const isHere = row.engine === BUILT_IN;
  const clear = async (vlc_id: string) => (isHere ? readClear(context, space_id, vlc_id, signal) : null);
  const references: Uint8Array[] = [];
  for (const [n, { jpeg }] of given.entries()) references.push((await clear(row.inputs[n]!.vlc_id)) ?? jpeg);
  const [first] = given;
  const mask = first && strokes.length > 0 ? await drawStrokes(first, strokes) : null;
  const logo = logo_vlc_id
    ? ((await clear(logo_vlc_id)) ?? (await readJpeg(context, space_id, logo_vlc_id, signal)).jpeg)
    : null;
  const { prompt, negative, engine } = row;
  const wish = { prompt, negative, ratio, count, seed, references, brand_colours, logo, mask, change };
  const made = await carryOut(context, PICTURE_STEP, image, wish, engine ? { engine } : {});
  const { pictures, rows } = sheetsOf(generation_id, made);
  const note = [row.note, made.note].filter((one) => one !== null).join('；') || null;
  await keepResult(context, generation_id, { ...made, files: pictures, note }, async (tx) => {
    if (rows.length > 0) await tx.insert(picture_sheet).values(rows).onConflictDoNothing();
  });
}

type Made = { files: KeptFile[]; kept: Record<string, unknown> };

/** The pictures, and their layers with files of the space in them instead of names. */
function sheetsOf(generation_id: string, { files, kept }: Made) {
  const known = KeptPosters.safeParse(kept);
  if (!known.success || known.data.sheets.length === 0) return { pictures: files, rows: [] };
  const { pictures: count, sources, sheets } = known.data;
  const part_vlc_ids = files.slice(count).map(({ vlc_id }) => vlc_id);
  const pictures = files.slice(0, count).map((file, n) => (n === 0 ? { ...file, part_vlc_ids } : file));
  const parts = new Map(sources.map((source, n) => [source, files[count + n]?.vlc_id ?? '']));
  const rows = sheets.flatMap(({ layout_name, sheet }, n) => {
    const vlc_id = pictures[n]?.vlc_id;
    return vlc_id ? [{ generation_id, vlc_id, layout_name, sheet: withFiles(sheet, parts) }] : [];
  });
  return { pictures, rows };
}

function withFiles(sheet: unknown, parts: Map<string, string>): Sheet {
  const read = Sheet.parse(sheet);
  const layers = read.layers.map((layer) =>
    layer.picture
      ? { ...layer, picture: { ...layer.picture, source: parts.get(layer.picture.source) ?? layer.picture.source } }
      : layer,
  );
  return { ...read, layers };
}
