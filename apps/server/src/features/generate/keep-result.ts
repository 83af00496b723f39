import type { Queryable } from '#db/connect.ts';
import { eq } from '#db/orm.ts';
import { readHashes } from '#features/file/file.queries.ts';
import { noteShown } from '#features/label/withheld.ts';
import type { JobContext } from '#queue/job.ts';
import { ai_generation, type GenerationOutput } from './generate.tables.ts';
import { tellGeneration } from './history-stream.ts';

type Result = {
  files: (Pick<GenerationOutput, 'vlc_id' | 'content_type' | 'width' | 'height'> & Partial<GenerationOutput>)[];
  engine_name: string;
  cost: number;
  note: string | null;
};

/** Writes what came of it into the history, once: what was done with it since then stays. Its task ends afterwards. */
export async function keepResult(
  context: JobContext,
  generation_id: string,
  { files, engine_name, cost, note }: Result,
  also?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const { db, task } = context;
  const empty = { marked_vlc_id: null, cover_vlc_id: null, duration: null, material_id: null };
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(ai_generation).where(eq(ai_generation.generation_id, generation_id));
    if (files.length > 0 && idsOf(row?.files ?? []) === idsOf(files)) return;
    const made = { files: files.map((file) => ({ ...empty, ...file })), engine_name, cost, note };
    await tx.update(ai_generation).set(made).where(eq(ai_generation.generation_id, generation_id));
    await noteInputs(tx, task.space_id, generation_id, files);
    await also?.(tx);
    await tellGeneration(context, tx, { space_id: task.space_id, generation_id });
  });
}

function idsOf(files: { vlc_id: string }[]): string {
  return files.map(({ vlc_id }) => vlc_id).join();
}

/** What came of pictures shows them, and so do the parts that its layers are made of. */
async function noteInputs(
  tx: Queryable,
  space_id: string,
  generation_id: string,
  files: Result['files'],
): Promise<void> {
  const [row] = await tx.select().from(ai_generation).where(eq(ai_generation.generation_id, generation_id));
  const logo = row?.params['logo_vlc_id'];
  const given = [...(row?.inputs ?? []).map(({ vlc_id }) => vlc_id), ...(typeof logo === 'string' ? [logo] : [])];
  const shows = await readHashes(tx, space_id, given);
  const made = files.flatMap(({ vlc_id, part_vlc_ids = [] }) => [vlc_id, ...part_vlc_ids]);
  if (shows.length === 0) return;
  for (const sha256 of await readHashes(tx, space_id, made)) await noteShown(tx, space_id, sha256, shows);
}
