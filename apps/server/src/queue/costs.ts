import { eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#db/connect.ts';
import { render_cost } from '#features/candidate/candidate.tables.ts';
import type { Job } from './job.ts';

/** How much the newest measurement counts, once there are some. */
const WEIGHT = 0.3;
/** One that had nothing to do, or stood still, must not overturn what many have shown. */
const ODD = 4;

const kindOf = ({ name }: Pick<Job, 'name'>) => `job:${name}`;

/** Seconds that a unit of work of each job took on this machine lately. Jobs that were never done are not in it. */
export async function readCosts(db: Queryable, jobs: Pick<Job, 'name'>[]): Promise<Map<string, number>> {
  const kinds = jobs.map(kindOf);
  const rows = await db.select().from(render_cost).where(inArray(render_cost.kind, kinds));
  return new Map(rows.map(({ kind, cpu_seconds }) => [kind.slice('job:'.length), cpu_seconds]));
}

/** What a unit of this job usually takes; null before it was ever done, unless the job itself knows. */
export async function readCost(db: Queryable, job: Job): Promise<number | null> {
  const [row] = await db
    .select()
    .from(render_cost)
    .where(eq(render_cost.kind, kindOf(job)));
  return row?.cpu_seconds ?? job.unit_seconds;
}

/** Remembers what a unit of work took. */
export async function learnUnit(db: Queryable, job: Pick<Job, 'name'>, seconds: number): Promise<void> {
  const { cpu_seconds: known, samples } = render_cost;
  const weight = sql`greatest(${WEIGHT}::real, 1.0 / (${samples} + 1))`;
  const measured = sql`least(greatest(${seconds}::real, ${known} / ${ODD}), ${known} * ${ODD})`;
  await db
    .insert(render_cost)
    .values({ kind: kindOf(job), cpu_seconds: seconds, samples: 1 })
    .onConflictDoUpdate({
      target: render_cost.kind,
      set: { cpu_seconds: sql`${known} + (${measured} - ${known}) * ${weight}`, samples: sql`${samples} + 1` },
    });
}
