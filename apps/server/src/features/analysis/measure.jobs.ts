import { z } from 'zod';
import { defineJob } from '#queue/job.ts';

/** Looks through a material's file once: what it is, what it looks like, where its shots are. */
export const measureMaterial = defineJob({
  name: 'analysis.measure',
  task_type: 'material_analysis',
  input: z.object({ material_id: z.string() }),
  kind: 'analysis',
  async run() {
    return {};
  },
});
