import { AppError, resolveConfig } from '@mixreel/contract';
import { PICTURE_COST, SPEECH_COST } from '@mixreel/media';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { eq, sql } from '#db/orm.ts';
import { heardKeys } from '#features/mix/narration.ts';
import { render_cost } from '#features/task/task.tables.ts';
import { openBook } from './book.ts';
import type { CandidateRow } from './candidate.queries.ts';
import type { MixState } from './choose.ts';
import { heardIn } from './heard-in.ts';

const ASSEMBLY_SECONDS = 0.05;
/** Of a core, for a cover: reading and decoding a film up to its picture. */
const COVER_COST = 0.35;
/** How much the newest measurement counts. */
const WEIGHT = 0.3;

/**
 * How long exporting these would take: every different part once, then putting together. Parts that exist already cost
 * nothing; whether they do is asked of those that were exported before, since the answer needs every caption to be set.
 */
export async function estimateSeconds(
  { db, config }: Pick<App, 'config'> & { db: Queryable },
  { heard, plan, document }: MixState,
  rows: Pick<CandidateRow, 'picks' | 'factors' | 'duration'>[],
  made: number[],
): Promise<number> {
  const [cost] = await db.select().from(render_cost).where(eq(render_cost.kind, 'picture'));
  const { pictures, speech } = workOf({ heard, document }, rows, made);
  const cores = Math.max(1, config.workerCores);
  const work = pictures * (cost?.cpu_seconds ?? PICTURE_COST) + speech * SPEECH_COST + rows.length * COVER_COST;
  return plan.shootings.length === 0 ? 0 : work / cores + rows.length * ASSEMBLY_SECONDS;
}

/** What these videos need that is not there: shots, each once however many show it, and lines that nobody has spoken. */
export function workOf(
  { heard, document: { mix } }: Pick<MixState, 'heard' | 'document'>,
  rows: Pick<CandidateRow, 'picks' | 'factors' | 'duration'>[],
  made: number[] = [],
): { shots: number; pictures: number; speech: number } {
  const parts = new Map<string, number>();
  const lines = new Set<string>();
  const { title } = resolveConfig({ template: mix.template_config, project: mix.config });
  for (const [n, { picks, factors, duration }] of rows.entries()) {
    const missing = 1 - (made[n] ?? 0);
    for (const [at, { slot_id, video_clip_id, script_id }] of picks.entries()) {
      const length = heardIn(heard, { script_id }, factors)?.seconds || duration / Math.max(1, picks.length);
      // Of a title that goes after a while the first shot alone is counted.
      const written = title.ms === 0 || at === 0 ? factors.title : '';
      const key = JSON.stringify([slot_id, video_clip_id, script_id, factors.pace, factors.style, written]);
      parts.set(key, Math.min(parts.get(key) ?? Infinity, length * missing));
    }
    for (const key of heardKeys({ picks, factors })) if (heard.get(key)?.is_estimate) lines.add(key);
  }
  const lengths = [...parts.values()];
  return {
    shots: lengths.filter((seconds) => seconds > 0).length,
    pictures: lengths.reduce((sum, seconds) => sum + seconds, 0),
    speech: [...lines].reduce((sum, key) => sum + (heard.get(key)?.seconds ?? 0), 0),
  };
}

/** Which share of each of these exists already, as far as it was exported before. */
export async function shareMade(
  app: App,
  { document, heard }: MixState,
  rows: Pick<CandidateRow, 'picks' | 'factors' | 'exported_key'>[],
): Promise<number[]> {
  if (rows.every(({ exported_key }) => exported_key === null)) return rows.map(() => 0);
  const book = await openBook(app, document, heard, { isDraft: false });
  try {
    const shares: number[] = [];
    for (const row of rows) {
      const built = row.exported_key === null ? null : await book.build(row).catch(unlessGone);
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
