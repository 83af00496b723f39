import { BOX_TOOL_NAMES, SliceCut } from '@mixreel/contract';
import { z } from 'zod';
import { defineJob } from '#queue/job.ts';
import { runChain } from './run-chain.ts';

const Step = {
  tool: z.enum(BOX_TOOL_NAMES),
  options: z.record(z.string(), z.union([z.string(), z.number()])),
};

/** Runs tools on a material; what comes of it is a material that knows what it was made of. */
export const runTool = defineJob({
  name: 'box.run',
  task_type: 'ai_box',
  input: z.object({
    material_id: z.string(),
    ...Step,
    clips: z.array(SliceCut).optional(),
    /** Those of a recipe behind the first. */
    further: z.array(z.object(Step)).default([]),
  }),
  kind: 'render',
  unit_seconds: 1,
  steps: [{ key: 'keep', label: '处理并保存', share: 1 }],
  async run({ material_id, further, ...first }, context) {
    return { result: await runChain(context, { material_id, steps: [first, ...further] }) };
  },
});
