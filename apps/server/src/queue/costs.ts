import type { Queryable } from '#db/connect.ts';
import { eq, inArray, sql } from '#db/orm.ts';
import { render_cost } from '#features/task/task.tables.ts';
import type { Job } from './job.ts';

/** How much the newest measurement counts, once there are some. */
const WEIGHT = 0.3;
/** One that had nothing to do, or stood still, must not overturn what many have shown. */
const ODD = 4;
const ENOUGH_S = 1;

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

/** Remembers how long so many units took. */
export async function learnUnits(
  db: Queryable,
  job: Pick<Job, 'name'>,
  { units, seconds: taken }: { units: number; seconds: number },
): Promise<void> {
  const seconds = taken / units;
  // A moment is mostly beginning and ending: it says little of what more of the same would take.
  const trust = Math.min(1, taken / ENOUGH_S);
  const { cpu_seconds: known, samples } = render_cost;
  const weight = sql`greatest(${WEIGHT}::real, 1.0 / (${samples} + 1)) * ${trust}::real`;
  const measured = sql`least(greatest(${seconds}::real, ${known} / ${ODD}), ${known} * ${ODD})`;
  await db
    .insert(render_cost)
    .values({ kind: kindOf(job), cpu_seconds: seconds, samples: 1 })
    .onConflictDoUpdate({
      target: render_cost.kind,
      set: { cpu_seconds: sql`${known} + (${measured} - ${known}) * ${weight}`, samples: sql`${samples} + 1` },
    });
}
