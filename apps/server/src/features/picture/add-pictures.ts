import { AppError, type picture as calls, pictureObjection } from '@mixreel/contract';
import { findTaboo } from '@mixreel/contract/taboo';
import type { z } from 'zod';
import type { App } from '#context.ts';
import { image, type PaintEngine } from '#features/ai/image.ability.ts';
import { enginesOf } from '#features/ai/registry.ts';
import { addGeneration } from '#features/generate/add-generation.ts';
import { requireSource, type SourcePicture } from '#features/generate/source-picture.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { readAllowedWords } from '#features/taboo/taboo.queries.ts';
import { findPictures } from './find-pictures.ts';
import { pictureElsewhere, pictureHere } from './picture.jobs.ts';

type Wish = z.output<(typeof calls.add)['input']>;
type Who = { space_id: string; user_uid: string };

const TITLE_LETTERS = 30;
const SIDE_LEAST = 64;
/** Nine digits: a person may type one again. */
const SEEDS = 1_000_000_000;

/** Puts pictures in line. What would be refused is told before anything is sent or drawn. */
export async function addPictures(app: App, who: Who, wish: Wish) {
  const { project_id, prompt, negative, references, logo, engine, parent_id, ...params } = wish;
  const { space_id } = who;
  await requireProject(app.db, space_id, project_id);
  const chosen = await requireEngine(app, engine);
  const given = [];
  for (const one of references) given.push(await requireSource(app, space_id, one));
  const objection = pictureObjection(chosen.can, { ...params, prompt, references: given.length });
  if (objection) throw new AppError('invalid', `「${chosen.engine_name}」${objection}`);
  if (chosen.can.is_composed) {
    refuseTiny(given);
    await refuseTaboo(app, space_id, prompt);
  }
  const seeks = chosen.can.is_composed && given.length === 0 && params.finds_pictures;
  const found = seeks ? await findPictures(app, { space_id, project_id, prompt }) : [];
  const mark = logo && (await requireSource(app, space_id, logo));
  const inputs = [...given, ...found].map(({ vlc_id, material_id, width, height }) => ({
    vlc_id,
    material_id,
    width,
    height,
  }));
  // Kept with the wish: doing it again makes the same.
  const seed = params.seed ?? Math.floor(Math.random() * SEEDS);
  return addGeneration(app, chosen.is_built_in ? pictureHere : pictureElsewhere, {
    ...who,
    project_id,
    prompt,
    negative,
    parent_id,
    inputs,
    engine: chosen.engine,
    kind: 'image',
    params: {
      ...params,
      seed,
      logo_vlc_id: mark?.vlc_id ?? null,
    },
    title: `文生图：${Array.from(prompt).slice(0, TITLE_LETTERS).join('')}`,
    cost_asked: chosen.price * params.count,
    work: params.count,
    note: found.length > 0 ? `用了素材库里找到的图片：${found.map(({ name }) => `「${name}」`).join('、')}` : null,
  });
}

/** The one that was chosen, or the first that can. */
async function requireEngine(app: App, name: string): Promise<PaintEngine> {
  const engines = enginesOf(app, image);
  await Promise.all(engines.flatMap((one) => one.check?.() ?? []));
  const found = name ? engines.find(({ engine }) => engine === name) : engines.find((one) => one.problem() === null);
  if (!found) throw new AppError('no_engine', name ? '选的引擎已经没有了，请重新选择' : '现在没有可用的引擎');
  const problem = found.problem();
  if (problem) throw new AppError('preparing', `「${found.engine_name}」现在不能用：${problem}`);
  return found;
}

/** Nothing can be cut out of a few pixels, nor be shown large. */
function refuseTiny(pictures: SourcePicture[]): void {
  const tiny = pictures.find(({ width, height }) => Math.min(width, height) < SIDE_LEAST);
  if (!tiny) return;
  const { name, width, height } = tiny;
  throw new AppError('invalid', `「${name}」太小（${width}×${height}），每边至少 ${SIDE_LEAST} 像素，请换一张`);
}

/** Posters print what the prompt says: nobody finds out afterwards that it may not be said. */
async function refuseTaboo(app: App, space_id: string, prompt: string): Promise<void> {
  const [first] = findTaboo(prompt, await readAllowedWords(app.db, space_id));
  if (!first) return;
  const instead = first.suggestion ? `，可以改成「${first.suggestion}」` : '，请删去';
  throw new AppError('invalid', `「${first.word}」不能印在图上：${first.reason}${instead}`);
}
