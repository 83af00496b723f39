import { AppError } from '@mixreel/contract';
import { signatureOf } from '@mixreel/media';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { eq, sql } from '#db/orm.ts';
import { openBook } from './book.ts';
import { toCombination } from './build-plan.ts';
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
 * nothing; whether they do is asked of those that were exported before, since the answer needs every caption to be set.
 */
export async function estimateSeconds(
  { db, config }: Pick<App, 'config'> & { db: Queryable },
  { heard, plan }: MixState,
  rows: Pick<CandidateRow, 'picks' | 'duration'>[],
  made: number[],
): Promise<number> {
  const [cost] = await db.select().from(render_cost).where(eq(render_cost.kind, 'picture'));
  const parts = new Map<string, number>();
  const scripts = new Set<string>();
  for (const [n, { picks, duration }] of rows.entries()) {
    const missing = 1 - (made[n] ?? 0);
    for (const { slot_id, video_clip_id, script_id } of picks) {
      const said = heard.get(script_id ?? '');
      const length = said?.seconds || duration / Math.max(1, picks.length);
      const key = `${slot_id} ${video_clip_id} ${script_id}`;
      parts.set(key, Math.min(parts.get(key) ?? Infinity, length * missing));
      if (said?.is_estimate && script_id) scripts.add(script_id);
    }
  }
  const pictures = [...parts.values()].reduce((sum, seconds) => sum + seconds, 0);
  const speech = [...scripts].reduce((sum, id) => sum + (heard.get(id)?.seconds ?? 0), 0);
  const cores = Math.max(1, config.workerCores);
  const work = pictures * (cost?.cpu_seconds ?? FIRST_GUESS) + speech * SPEECH_CPU;
  return plan.shootings.length === 0 ? 0 : work / cores + rows.length * ASSEMBLY_SECONDS;
}

/** Which share of each of these exists already, as far as it was exported before. */
export async function shareMade(
  app: Omit<App, 'queue'>,
  { document, heard }: MixState,
  rows: Pick<CandidateRow, 'picks' | 'exported_key'>[],
): Promise<number[]> {
  if (rows.every(({ exported_key }) => exported_key === null)) return rows.map(() => 0);
  const book = await openBook(app, document, heard, { isDraft: false });
  try {
    const shares: number[] = [];
    for (const { picks, exported_key } of rows) {
      const build = () => book.build(picks, signatureOf(toCombination(picks))).catch(unlessGone);
      const built = exported_key === null ? null : await build();
      shares.push(built ? app.engine.readiness(built.variant) : 0);
    }
    return shares;
  } finally {
    await book.close();
  }
}

/** One whose clips were removed since has nothing that could be used again. */
function unlessGone(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
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
