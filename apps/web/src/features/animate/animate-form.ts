import {
  AnimateParams,
  animateObjection,
  filmSeconds,
  type AnimateEngine,
  type Generation,
  type Material,
  type VideoWay,
} from '@mixreel/contract';
import { CAMERA_CHOICES, choiceOf, USUAL_STRENGTH } from './camera-choices.ts';

/** What a person has set. */
export type AnimateForm = Omit<AnimateParams, 'camera' | 'seed' | 'shooting_id'> & {
  pictures: Material[];
  tail: Material[];
  prompt: string;
  negative: string;
  engine: string;
  count: number;
  camera: string;
  strength: number;
  parent_id: string | null;
};

const { camera: _camera, seed: _seed, shooting_id: _shooting, ...USUAL } = AnimateParams.parse({});

export const EMPTY_FORM: AnimateForm = {
  ...USUAL,
  pictures: [],
  tail: [],
  prompt: '',
  negative: '',
  engine: '',
  count: 1,
  camera: 'auto',
  strength: USUAL_STRENGTH,
  parent_id: null,
};

/** How many films come of it. */
export function filmsOf({ way, pictures, count }: Pick<AnimateForm, 'way' | 'pictures' | 'count'>): number {
  if (pictures.length === 0) return 0;
  return (way === 'turntable' ? 1 : pictures.length) * count;
}

/** What it will cost, in yuan. */
export function costOf(form: AnimateForm, engine: AnimateEngine | undefined): number {
  return engine ? filmsOf(form) * filmSeconds(engine.can, form.duration) * engine.price : 0;
}

const FEWEST: Record<VideoWay, number> = { camera: 1, morph: 1, turntable: 2 };

/** Why it cannot be sent like this, in words; null when it can. */
export function problemOf(form: AnimateForm, engine: AnimateEngine | undefined): string | null {
  const { way, pictures, tail } = form;
  if (!engine) return '现在没有可用的引擎';
  if (!engine.is_ready) return engine.reason;
  if (pictures.length === 0) return null;
  // What no picture would change comes first: nobody looks for a last one in vain.
  const unfit = animateObjection(engine.can, { ...form, pictures: [] });
  if (unfit) return `${engine.engine_name}${unfit}`;
  if (pictures.length < FEWEST[way]) return '转台要同一件商品的至少 2 张图片，角度依次转过去';
  if (way === 'morph' && tail.length === 0) return '请再选一张尾帧';
  const all = [...pictures, ...(way === 'morph' ? tail : [])];
  for (const { material_name, source_info } of all) {
    const objection = animateObjection(engine.can, { ...form, pictures: [source_info] });
    if (objection) return `「${material_name}」：${engine.engine_name}${objection}`;
  }
  return null;
}

/** As the server wants it. */
export function wishOf(form: AnimateForm, project_id: string) {
  const { pictures, tail, camera, strength, way, ...rest } = form;
  const control = CAMERA_CHOICES.find(({ key }) => key === camera)?.control(strength) ?? null;
  const given = ({ material_id }: Material) => ({ material_id });
  const last = way === 'morph' ? tail[0] : undefined;
  // What is painted goes its own way, and one picture only.
  const brushes = way === 'camera' && pictures.length === 1 ? rest.brushes : [];
  return {
    ...rest,
    brushes,
    way,
    project_id,
    camera: brushes.length > 0 ? null : control,
    images: pictures.map(given),
    image_tail: last ? given(last) : null,
  };
}

/** The settings of something that was made, for another version of it. */
export function formOf(generation: Generation, materials: Material[]): AnimateForm {
  const { camera, seed: _ignored, shooting_id: _place, ...params } = AnimateParams.parse(generation.params);
  const { key, strength } = choiceOf(camera);
  const [first, ...others] = materials;
  const isMorph = params.way === 'morph';
  return {
    ...EMPTY_FORM,
    ...params,
    camera: key,
    strength,
    pictures: isMorph ? (first ? [first] : []) : materials,
    tail: isMorph ? others.slice(0, 1) : [],
    prompt: generation.prompt,
    negative: generation.negative,
    engine: generation.engine,
    parent_id: generation.generation_id,
  };
}
