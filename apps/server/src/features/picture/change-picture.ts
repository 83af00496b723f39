import { AppError, PICTURE_CHANGES, type picture as calls, PICTURES_AT_ONCE_MAX } from '@mixreel/contract';
import type { z } from 'zod';
import type { App } from '#context.ts';
import { readJob } from '#features/ai/ai-job.queries.ts';
import { image } from '#features/ai/image.ability.ts';
import { enginesOf } from '#features/ai/registry.ts';
import { addGeneration } from '#features/generate/add-generation.ts';
import { requireRow } from '#features/generate/generate.queries.ts';
import { PICTURE_STEP, pictureElsewhere, Params } from './picture.jobs.ts';

type Wish = z.output<(typeof calls.change)['input']>;
type Who = { space_id: string; user_uid: string };

/** Has whoever made pictures go on with one of them, or make all of them anew. */
export async function changePicture(app: App, who: Who, { generation_id, vlc_id, way }: Wish) {
  const row = await requireRow(app.db, who.space_id, generation_id);
  const job = await readJob(app.db, { task_id: row.task_id, step: PICTURE_STEP });
  const engine = enginesOf(app, image).find((one) => one.engine === job?.engine);
  const params = Params.parse(row.params);
  if (!engine?.can[`has_${way}`] || !job?.ticket || params.change?.way === 'upscale') {
    throw new AppError('invalid', `这张图不能${PICTURE_CHANGES[way]}`);
  }
  const cell = row.files.findIndex((file) => file.vlc_id === vlc_id);
  if (way !== 'reroll' && cell < 0) throw new AppError('not_found', '这张图片已不在了，请刷新页面');
  const count = way === 'upscale' ? 1 : PICTURES_AT_ONCE_MAX;
  const { project_id, prompt, negative, inputs } = row;
  return addGeneration(app, pictureElsewhere, {
    ...who,
    project_id,
    prompt,
    negative,
    inputs,
    parent_id: generation_id,
    engine: engine.engine,
    kind: 'image',
    params: { ...params, count, change: { way, cell: Math.max(0, cell), job: job.ticket } },
    title: `${PICTURE_CHANGES[way]}：${prompt.slice(0, 30)}`,
    cost_asked: engine.price * count,
    work: count,
    note: null,
  });
}
