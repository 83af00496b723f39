import {
  type Generation,
  type Material,
  PICTURE_RATIOS,
  type PictureEngine,
  PictureParams,
  pictureObjection,
} from '@mixreel/contract';

/** What a person has set. */
export type PictureForm = Omit<PictureParams, 'seed'> & {
  prompt: string;
  negative: string;
  engine: string;
  references: Material[];
  logo: Material[];
  seed: string;
  parent_id: string | null;
};

const { seed: _seed, ...USUAL } = PictureParams.parse({});

export const EMPTY_FORM: PictureForm = {
  ...USUAL,
  prompt: '',
  negative: '',
  engine: '',
  references: [],
  logo: [],
  seed: '',
  parent_id: null,
};

export const RATIOS = PICTURE_RATIOS;

/** The one that was chosen, or the first that can. */
export function engineOf(engines: PictureEngine[], name: string): PictureEngine | undefined {
  return engines.find(({ engine }) => engine === name) ?? engines.find(({ is_ready }) => is_ready) ?? engines[0];
}

/** Why it cannot be sent like this, in words; null when it can. */
export function problemOf(form: PictureForm, engine: PictureEngine | undefined): string | null {
  if (!engine) return '现在没有可用的引擎';
  if (!engine.is_ready) return engine.reason;
  if (!form.prompt.trim()) return null;
  if (form.seed && !/^\d{1,9}$/.test(form.seed)) return '种子应为 9 位以内的数字';
  const objection = pictureObjection(engine.can, { ...form, references: form.references.length });
  return objection && `「${engine.engine_name}」${objection}`;
}

/** What an engine would not take is set to what it does; what a person has to decide is left. */
export function fittedTo(form: PictureForm, engine: PictureEngine | undefined): PictureForm {
  if (!engine) return form;
  const { count_max, has_mask } = engine.can;
  const mask = has_mask && form.references.length === 1 ? form.mask : [];
  return { ...form, mask, count: Math.min(form.count, count_max) };
}

export function costOf({ count }: PictureForm, engine: PictureEngine | undefined): number {
  return count * (engine?.price ?? 0);
}

/** As the server wants it. */
export function wishOf(form: PictureForm, project_id: string, engine: string) {
  const { references, logo, seed, ...rest } = form;
  const given = ({ material_id }: Material) => ({ material_id });
  return {
    ...rest,
    project_id,
    engine,
    references: references.map(given),
    logo: logo[0] ? given(logo[0]) : null,
    seed: seed ? Number(seed) : null,
  };
}

/** The settings of something that was made; with its seed it is made as it was. */
export function formOf(generation: Generation, references: Material[], keepsSeed: boolean): PictureForm {
  const { seed, ...params } = PictureParams.parse(generation.params);
  return {
    ...EMPTY_FORM,
    ...params,
    references,
    prompt: generation.prompt,
    negative: generation.negative,
    engine: generation.engine,
    seed: keepsSeed && seed !== null ? String(seed) : '',
    parent_id: generation.generation_id,
  };
}

/** One that was made larger goes no further. */
export function isUpscaled({ params }: Generation): boolean {
  const change = params['change'] as { way?: string } | null | undefined;
  return change?.way === 'upscale';
}
