import { type animate as calls, animateObjection, filmSeconds, AppError, VIDEO_WAYS } from '@mixreel/contract';
import type { z } from 'zod';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { enginesOf } from '#features/ai/registry.ts';
import { type FilmEngine, video } from '#features/ai/video.ability.ts';
import { addGeneration } from '#features/generate/add-generation.ts';
import { requireSource, type SourcePicture } from '#features/generate/source-picture.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { animateElsewhere, animateHere } from './animate.jobs.ts';
import { requireShooting } from './place-film.ts';

type Wish = z.output<(typeof calls.add)['input']>;
type Who = { space_id: string; user_uid: string };

/** Puts films in line: one for each picture and copy, or one of all where they belong together. */
export async function addAnimations(
  app: App,
  who: Who,
  { project_id, images, image_tail, prompt, negative, engine, count, parent_id, ...params }: Wish,
) {
  const { space_id } = who;
  await requireProject(app.db, space_id, project_id);
  if (params.shooting_id) await requireShooting(app.db, space_id, params.shooting_id);
  const pictures: SourcePicture[] = [];
  for (const given of images) pictures.push(await requireSource(app, space_id, given));
  const tail = image_tail && (await requireSource(app, space_id, image_tail));
  if (params.way === 'morph' && !tail) throw new AppError('invalid', '请再选一张尾帧图片');
  if (params.way === 'turntable' && pictures.length < 2) {
    throw new AppError('invalid', '转台需要同一商品的至少 2 张图片');
  }
  if (params.brushes.length > 0 && (pictures.length > 1 || !engine)) {
    throw new AppError('invalid', '运动笔刷只用于一张图片，并要选好引擎');
  }
  const films = filmsOf(params.way, pictures, tail);
  const chosen = requireEngine(app, engine);
  const able = chosen ? [chosen] : enginesOf(app, video).filter((one) => one.problem() === null);
  for (const inputs of films) refuseUnfit(able, { ...params, prompt, negative }, inputs);
  // Without a choice it is the first that is ready.
  const [first] = able;
  const job = first && !first.is_built_in ? animateElsewhere : animateHere;
  const batch_id = films.length * count > 1 ? newId() : null;
  const cost_asked = first ? first.price * filmSeconds(first.can, params.duration) : 0;
  const added = await app.db.transaction(async (tx) => {
    const all: { generation_id: string; task_id: string }[] = [];
    for (const inputs of films) {
      for (let n = 0; n < count; n += 1) {
        const title = `${VIDEO_WAYS[params.way]}：${inputs[0]?.name ?? ''}`;
        const sources = inputs.map(({ vlc_id, material_id, width, height }) => ({
          vlc_id,
          material_id,
          width,
          height,
        }));
        const wish = { prompt, negative, engine, params, parent_id, batch_id, cost_asked, work: params.duration };
        const row = { ...who, ...wish, project_id, kind: 'video' as const, title, inputs: sources };
        all.push(await addGeneration(app, job, row, tx));
      }
    }
    return all;
  });
  return {
    generation_ids: added.map(({ generation_id }) => generation_id),
    task_ids: added.map(({ task_id }) => task_id),
  };
}

function filmsOf(way: Wish['way'], pictures: SourcePicture[], tail: SourcePicture | null): SourcePicture[][] {
  if (way === 'turntable') return [pictures];
  return pictures.map((picture) => (way === 'morph' && tail ? [picture, tail] : [picture]));
}

/** The one that was chosen; null: whoever can. */
function requireEngine(app: App, name: string): FilmEngine | null {
  if (!name) return null;
  const found = enginesOf(app, video).find(({ engine }) => engine === name);
  if (!found) throw new AppError('no_engine', '选的引擎已经没有了，请重新选择');
  const problem = found.problem();
  if (problem) throw new AppError('preparing', `「${found.engine_name}」现在不能用：${problem}`);
  return found;
}

/** What nobody would take is told before anything is sent. */
function refuseUnfit(
  engines: FilmEngine[],
  wish: Pick<Wish, 'way' | 'duration' | 'ratio' | 'prompt' | 'negative' | 'brushes' | 'mode'>,
  pictures: SourcePicture[],
): void {
  const objections = engines.map(({ engine_name, can }) => {
    const objection = animateObjection(can, { ...wish, pictures });
    return objection && `${engine_name}${objection}`;
  });
  const [first] = objections;
  if (first && objections.every(Boolean)) throw new AppError('invalid', `「${pictures[0]?.name ?? ''}」：${first}`);
}
