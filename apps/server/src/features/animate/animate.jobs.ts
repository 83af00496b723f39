import { AnimateParams } from '@mixreel/contract';
import { z } from 'zod';
import { BUILT_IN } from '#features/ai/ability.ts';
import { carryOut } from '#features/ai/carry-out.ts';
import { video } from '#features/ai/video.ability.ts';
import { drawStrokes } from '#features/generate/draw-strokes.ts';
import { requireRow } from '#features/generate/generate.queries.ts';
import { keepResult } from '#features/generate/keep-result.ts';
import { readClear, readJpeg } from '#features/generate/read-jpeg.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { placeFilm } from './place-film.ts';

const common = {
  task_type: 'image_to_video' as const,
  input: z.object({ generation_id: z.string() }),
  steps: [
    { key: 'film', label: '生成视频', share: 0.98 },
    { key: 'place', label: '放进镜头' },
  ],
  async run({ generation_id }: { generation_id: string }, context: JobContext) {
    await context.step('film', () => makeFilm(generation_id, context));
    await context.step('place', () => placeFilm(context, generation_id));
    return { result: { generation_id } };
  },
};

/** Makes a film of a picture on this machine. */
export const animateHere = defineJob({ ...common, name: 'animate.here', kind: 'model' });

/** Lets a service make it: that takes minutes of waiting and nothing of this machine. */
export const animateElsewhere = defineJob({ ...common, name: 'animate.elsewhere', kind: 'network' });

async function makeFilm(generation_id: string, context: JobContext): Promise<void> {
  const { space_id } = context.task;
  const row = await requireRow(context.db, space_id, generation_id);
  const { prompt, negative, engine } = row;
  const isHere = engine === '' || engine === BUILT_IN;
  const pictures = [];
  for (const { vlc_id } of row.inputs) {
    const jpeg = await readJpeg(context, space_id, vlc_id, context.signal);
    pictures.push({ ...jpeg, clear: isHere ? await readClear(context, space_id, vlc_id, context.signal) : null });
  }
  const params = AnimateParams.parse(row.params);
  const [first] = pictures;
  const masks = [];
  for (const { strokes } of params.brushes) if (first) masks.push(await drawStrokes(first, strokes));
  const film = { ...params, masks, prompt, negative, pictures };
  const made = await carryOut(context, 'film', video, film, engine ? { engine } : {});
  await keepResult(context, generation_id, made);
}
