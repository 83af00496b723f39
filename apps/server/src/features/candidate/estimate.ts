import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { eq, sql } from '#db/orm.ts';
import type { CandidateRow } from './candidate.queries.ts';
import { render_cost } from './candidate.tables.ts';
import type { MixState } from './choose.ts';

/** CPU seconds for a second of new picture, until this machine has shown its own. */
const FIRST_GUESS = 2.4;
const ASSEMBLY_SECONDS = 0.05;
const SPEECH_CPU = 1.3;
/** How much the newest measurement counts. */
const WEIGHT = 0.3;

/**
 * How long exporting these would take: every different part once, then putting together. Parts that exist already cost
 * nothing, but whether they do is not asked here: the answer would need every caption to be set.
 */
export async function estimateSeconds(
  { db, config }: Pick<App, 'config'> & { db: Queryable },
  { heard, plan }: MixState,
  rows: Pick<CandidateRow, 'picks' | 'duration'>[],
): Promise<number> {
  const [cost] = await db.select().from(render_cost).where(eq(render_cost.kind, 'picture'));
  const parts = new Map<string, number>();
  const scripts = new Set<string>();
  for (const { picks, duration } of rows) {
    for (const { slot_id, video_clip_id, script_id } of picks) {
      const said = heard.get(script_id ?? '');
      const length = said?.seconds || duration / Math.max(1, picks.length);
      parts.set(`${slot_id} ${video_clip_id} ${script_id}`, length);
      if (said?.is_estimate && script_id) scripts.add(script_id);
    }
  }
  const pictures = [...parts.values()].reduce((sum, seconds) => sum + seconds, 0);
  const speech = [...scripts].reduce((sum, id) => sum + (heard.get(id)?.seconds ?? 0), 0);
  const cores = Math.max(1, config.workerCores);
  const work = pictures * (cost?.cpu_seconds ?? FIRST_GUESS) + speech * SPEECH_CPU;
  return plan.shootings.length === 0 ? 0 : work / cores + rows.length * ASSEMBLY_SECONDS;
}

/** Remembers what a second of new picture cost. */
export async function learnCost(db: Queryable, cpu_seconds: number): Promise<void> {
  await db
    .insert(render_cost)
    .values({ kind: 'picture', cpu_seconds, samples: 1 })
    .onConflictDoUpdate({
      target: render_cost.kind,
      set: {
        cpu_seconds: sql`${render_cost.cpu_seconds} * ${1 - WEIGHT}::real + ${cpu_seconds * WEIGHT}::real`,
        samples: sql`${render_cost.samples} + 1`,
      },
    });
}
