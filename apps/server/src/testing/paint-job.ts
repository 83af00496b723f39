import { z } from 'zod';
import { carryOut } from '#features/ai/carry-out.ts';
import { image } from '#features/ai/image.ability.ts';
import { defineJob } from '#queue/job.ts';

const Input = z.object({ prompt: z.string(), engine: z.string().optional(), count: z.int().default(1) });

/** Makes pictures by whoever can, as a page for them will. */
export const paint = defineJob({
  name: 'test.paint',
  task_type: 'text_to_image',
  input: Input,
  kind: 'network',
  lane: 'now',
  steps: [],
  async run({ prompt, engine, count }, context) {
    const picture = { prompt, negative: '', ratio: '1:1' as const, count, seed: null, references: [] };
    const { files, note, cost } = await carryOut(context, 'picture', image, picture, engine ? { engine } : {});
    return { result: { vlc_ids: files.map(({ vlc_id }) => vlc_id), note, cost } };
  },
});
