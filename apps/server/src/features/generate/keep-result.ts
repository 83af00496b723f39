import type { Queryable } from '#db/connect.ts';
import { eq } from '#db/orm.ts';
import type { JobContext } from '#queue/job.ts';
import { ai_generation, type GenerationOutput } from './generate.tables.ts';
import { tellGeneration } from './history-stream.ts';

type Result = {
  files: (Pick<GenerationOutput, 'vlc_id' | 'content_type' | 'width' | 'height'> & Partial<GenerationOutput>)[];
  engine_name: string;
  cost: number;
  note: string | null;
};

/** Writes what came of it into the history. Its task ends afterwards. */
export async function keepResult(
  context: JobContext,
  generation_id: string,
  { files, engine_name, cost, note }: Result,
  also?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const { db, task } = context;
  const empty = { marked_vlc_id: null, cover_vlc_id: null, duration: null, material_id: null };
  await db.transaction(async (tx) => {
    const made = { files: files.map((file) => ({ ...empty, ...file })), engine_name, cost, note };
    await tx.update(ai_generation).set(made).where(eq(ai_generation.generation_id, generation_id));
    await also?.(tx);
    await tellGeneration(context, tx, { space_id: task.space_id, generation_id });
  });
}
