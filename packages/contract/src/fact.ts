import { z } from 'zod';
import { query } from './endpoint.ts';
import { Id, InSpace } from './wire.ts';

export const FACT_KINDS = { price: '价格', number: '数字', date: '日期', name: '名称', claim: '说法' } as const;
export type FactKind = keyof typeof FACT_KINDS;

/** Something of a product sheet that nobody may say otherwise. */
export const Fact = z.object({
  id: Id,
  kind: z.enum(Object.keys(FACT_KINDS) as [FactKind, ...FactKind[]]),
  /** As the sheet says it. */
  text: z.string().min(1).max(200),
  /** In the one way that all ways of writing it come to (see `quantitiesIn`); of names and claims the text itself. */
  value: z.string().max(200),
  unit: z.string().max(20),
  /** Where it was read; null when somebody typed it. */
  source: z.object({ file: z.string().max(200), page: z.int().nullable(), sentence: z.string().max(1000) }).nullable(),
  locked: z.boolean(),
});
export type Fact = z.infer<typeof Fact>;

export const FACTS_MAX = 200;
/** Of one text. Each says the whole of it put right, so that all of a text of nothing but wrong numbers would fill the memory. */
export const FACT_PROBLEMS_MAX = 20;

/** `changed` says otherwise than the sheet; `unfounded` is a number that the sheet does not speak of. */
export const FactProblem = z.object({
  kind: z.enum(['changed', 'unfounded']),
  fact_id: Id.nullable(),
  start: z.int(),
  end: z.int(),
  said: z.string(),
  /** What the sheet says; empty when it says nothing. */
  sheet: z.string(),
  message: z.string(),
  /** The whole text put right; null when only a person can. */
  fixed: z.string().nullable(),
});
export type FactProblem = z.infer<typeof FactProblem>;

export const fact = {
  find: query('/api/fact/find', {
    summary: '找出商品事实',
    details: '从一段商品资料里找出价格、数字、日期、名称和说法，各带原句',
    input: InSpace.extend({
      text: z.string().max(100_000),
      file: z.string().max(200).default(''),
      page: z.int().min(1).nullable().default(null),
    }),
    output: z.object({ facts: z.array(Fact) }),
    space: { by: 'team_id', role: 'viewer' },
  }),
  check: query('/api/fact/check', {
    summary: '核对事实',
    details: `每段文字里和商品资料不一致的地方，以及资料里没有的数字，最多 ${FACT_PROBLEMS_MAX} 处；写法不同、数值相同的不报`,
    input: InSpace.extend({
      texts: z.array(z.string().max(10_000)).min(1).max(500),
      facts: z.array(Fact).max(FACTS_MAX),
    }),
    output: z.object({ problems: z.array(z.array(FactProblem)) }),
    space: { by: 'team_id', role: 'viewer' },
  }),
};
