import {
  PAINT_WITH,
  type PaintLimits,
  type PaintRequest,
  type PaintWith,
  RATIOS,
  readWorkflow,
} from '@mixreel/ai/providers';
import {
  BrandColour,
  PICTURE_NEGATIVE_MAX,
  PICTURE_PROMPT_MAX,
  PICTURE_RATIOS,
  PICTURE_REFERENCES_MAX,
  type PictureCan,
  pictureObjection,
  PictureChange,
  PICTURES_AT_ONCE_MAX,
} from '@mixreel/contract';
import { z } from 'zod';
import { Bytes, type Engine, defineAbility, kindOf, Longest, type Parts, Service } from './ability.ts';
import { clientEngine } from './client-engine.ts';
import { builtInPosters } from './poster/built-in.ts';
import { workflowPlace } from './workflow.ts';

const REFERENCE_BYTES_MAX = 10_000_000;

/** As JPEG, or for posters as PNG where it is transparent. */
const Reference = Bytes.refine(({ length }) => length <= REFERENCE_BYTES_MAX, '参考图太大，每张最多 10 MB');

export const PaintedChange = z.object({
  way: PictureChange,
  cell: z.int().min(0).max(3),
  job: z.record(z.string(), z.string()),
});

/** A picture that is wanted. */
const Picture = z.object({
  prompt: z.string().trim().min(1, '请写下想要的画面').max(PICTURE_PROMPT_MAX, '画面描述太长，最多 2000 字'),
  negative: z.string().trim().max(PICTURE_NEGATIVE_MAX, '不想要的内容最多 500 字'),
  ratio: z.enum(RATIOS),
  count: z.int().min(1).max(PICTURES_AT_ONCE_MAX, '一次最多 4 张'),
  seed: z.int().min(0).max(2_147_483_647).nullable(),
  references: z.array(Reference).max(PICTURE_REFERENCES_MAX, '参考图最多 4 张'),
  brand_colours: z.array(BrandColour).max(4).optional(),
  /** As PNG or JPEG. */
  logo: Bytes.nullable().optional(),
  /** What of the first reference is painted anew: white on black, as PNG in its size. */
  mask: Bytes.nullable().optional(),
  /** Of what came of an earlier job of the same engine, instead of something new. */
  change: PaintedChange.nullable().optional(),
});
export type Picture = z.output<typeof Picture>;

const GivenFile = z.union([
  z.object({ url: z.string().max(5000), cell: z.int().min(0).max(3).optional() }),
  z.object({ bytes: Bytes }),
]);
/** `sheets` are the layers of each picture, where it has any, and `parts` the pictures in them, by their names there. */
const Painted = z.object({
  pictures: z.array(GivenFile).min(1).max(16),
  parts: z.array(z.object({ source: z.string(), bytes: Bytes })).optional(),
  sheets: z.array(z.object({ layout_name: z.string(), sheet: z.unknown() })).optional(),
  note: z.string().nullable().optional(),
});
export type Painted = z.output<typeof Painted>;

/** What is kept of posters beside their files: how many of these are pictures, and what the others are called. */
export const KeptPosters = z.object({
  pictures: z.int(),
  sources: z.array(z.string()),
  sheets: Painted.shape.sheets.unwrap(),
});

export type PaintEngine = Engine<Picture, Painted> & { can: PictureCan };

const ImageService = Service.extend({
  kind: kindOf(PAINT_WITH),
  at_once: z.int().min(1).max(1000).default(2),
  timeout_s: z.number().min(0.1).max(1800).default(300),
  poll_s: z.number().min(0.01).max(60).default(2),
  longest_s: Longest,
  /** Of ComfyUI, in its API format, with marks where something is filled in; an administrator may give it on the page instead. */
  workflow: z
    .record(z.string(), z.unknown())
    .superRefine((workflow, { addIssue }) => {
      const { problem } = readWorkflow(workflow);
      if (problem) addIssue(problem);
    })
    .optional(),
});
type ImageService = z.output<typeof ImageService>;

export const image = defineAbility({
  ability: 'image',
  name: '图片生成',
  input: Picture,
  output: Painted,
  unit: { name: '张', price_per: 1, price_name: '张' },
  makes: 'picture',
  files: ({ pictures, parts = [] }) => [...pictures, ...parts.map(({ bytes }) => ({ bytes }))],
  keeps: ({ pictures, parts = [], sheets = [] }) => ({
    pictures: pictures.length,
    sources: parts.map(({ source }) => source),
    sheets,
  }),
  noteOf: ({ note = null }) => note,
  service: ImageService,
  engines: (parts: Parts, services): PaintEngine[] => [
    ...paintersOf(services).map((painter) => imageEngine(parts, painter)),
    builtInPosters(parts),
  ],
  amountOf: (_picture, { pictures }) => pictures.length,
  trial: {
    async input() {
      return {
        prompt: '一个红色的苹果，白色背景',
        negative: '',
        ratio: '1:1' as const,
        count: 1,
        seed: null,
        references: [],
      };
    },
    told: ({ pictures }) => `画了 ${pictures.length} 张图，按价计费`,
  },
});

/** The services for it, each with its client and how that is called. */
export function paintersOf(services: Service[]) {
  return services
    .filter((service): service is ImageService => service.ability === 'image')
    .map((service) => {
      const { kind, url, key, model, app, timeout_s, poll_s, longest_s, workflow } = service;
      const client: PaintWith = PAINT_WITH[kind];
      const timeout_ms = timeout_s * 1000;
      const config = { url, key, model, app, timeout_ms, workflow };
      return { service, client, config, poll_ms: poll_s * 1000, timeout_ms, longest_ms: longest_s * 1000 };
    });
}

function imageEngine(parts: Parts, painter: ReturnType<typeof paintersOf>[number]): PaintEngine {
  const { service, client, config, ...waits } = painter;
  if (client.has_workflow) return workflowEngine(parts, painter);
  const limits = client.limitsOf(config);
  const can = canOf(limits, client.describe !== undefined);
  return {
    ...clientEngine(service, { client, config, toRequest, ...waits }),
    can,
    objects: ({ change, ...picture }) =>
      !change || limits.changes?.includes(change.way) ? objectionTo(can, picture) : '不能接着改',
  };
}

/** What it runs is read each time that something is submitted: an administrator may have given another. */
function workflowEngine(parts: Parts, painter: ReturnType<typeof paintersOf>[number]): PaintEngine {
  const { service, client: given, config, ...waits } = painter;
  const workflow = workflowPlace(parts, service.engine, config.workflow);
  const client: PaintWith =
    'submit' in given
      ? {
          ...given,
          submit: async (known, request, signal) =>
            given.submit({ ...known, workflow: (await workflow.read()).workflow }, request, signal),
        }
      : given;
  const canNow = () => canOf(client.limitsOf({ ...config, workflow: workflow.known() }), client.describe !== undefined);
  return {
    ...clientEngine(service, { client, config, toRequest, ...waits }),
    workflow,
    problem: workflow.problem,
    async check() {
      await workflow.read();
    },
    get can() {
      return canNow();
    },
    objects: ({ change, ...picture }) => (change ? '不能接着改' : objectionTo(canNow(), picture)),
  };
}

function objectionTo(can: PictureCan, { references, mask, ...picture }: Omit<Picture, 'change'>): string | null {
  return pictureObjection(can, { ...picture, references: references.length, mask: mask ? [mask] : [] });
}

function canOf({ changes = [], has_mask = false, ...limits }: PaintLimits, has_describe: boolean): PictureCan {
  const changed = {
    has_upscale: changes.includes('upscale'),
    has_variation: changes.includes('variation'),
    has_reroll: changes.includes('reroll'),
  };
  return {
    ...limits,
    ...changed,
    has_mask,
    has_describe,
    is_composed: false,
    has_brand: true,
    ratios: [...PICTURE_RATIOS],
  };
}

/** Colours are told in words: services know nothing else. */
function toRequest({ references, brand_colours = [], logo: _logo, prompt, mask, ...picture }: Picture): PaintRequest {
  const addresses = references.map((jpeg) => addressOf('image/jpeg', jpeg));
  const told = brand_colours.length > 0 ? `${prompt}\n主色：${brand_colours.join('、')}` : prompt;
  return { ...picture, prompt: told, references: addresses, mask: mask ? addressOf('image/png', mask) : null };
}

export function addressOf(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
