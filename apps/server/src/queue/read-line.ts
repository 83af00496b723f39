import type { App } from '#context.ts';
import { sql } from '#db/orm.ts';
import { readCosts } from './costs.ts';
import { type Job, LINES } from './job.ts';
import { foresee, type Planned } from './time-left.ts';

/** Further back in line nobody counts on a minute; and the line of a whole library must not be read for a page. */
const LINE_MAX = 2000;

type InLine = {
  task_id: string;
  queue: string;
  job_name: string;
  is_running: boolean;
  eta_s: number | null;
  progress: number;
  work: number;
};

/** Lines in which something waits to be taken. To ask once costs a tenth of taking from each, and mostly there is nothing. */
export async function readDue({ pool }: Pick<App, 'pool'>): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select line.name from unnest($1::text[]) as line (name) where exists (
       select from pgboss.job q where q.name = line.name and q.state < 'active' and not q.blocked and q.start_after <= now())`,
    [LINES.map(({ name }) => name)],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Seconds until each waiting task of the installation is done; those of which nobody can say are not in it. */
export async function foreseeLine(
  { db, config }: Pick<App, 'db' | 'config'>,
  jobs: Map<string, Job>,
): Promise<Map<string, number>> {
  // In the order in which the queue hands out. What was put off for later is not in line.
  const { rows } = await db.execute<InLine>(sql`
    select t.task_id, q.name as queue, t.job_name, q.state = 'active' as is_running, t.eta_s, t.progress, t.work
    from pgboss.job q join task t on t.task_id = q.data->>'task_id'
    where q.state in ('created', 'retry', 'active') and q.start_after <= now() + interval '1 second'
      and t.status in ('queued', 'running', 'canceling')
    order by q.state = 'active' desc, q.priority desc, q.created_on, q.id
    limit ${LINE_MAX}`);
  const costs = await readCosts(db, [...jobs.values()]);
  const running: Planned[] = [];
  const waiting: Planned[] = [];
  for (const { task_id, queue, job_name, is_running, eta_s, progress, work } of rows) {
    const job = jobs.get(job_name);
    const line = LINES.find(({ name }) => name === queue);
    if (!job || !line) continue;
    const unit = costs.get(job_name) ?? job.unit_seconds ?? Infinity;
    // What has only just begun takes what it usually takes; what goes on and can't say any more, nobody knows.
    const usual = unit * work * (1 - progress / 100);
    const seconds = is_running ? (eta_s ?? (progress === 0 ? usual : Infinity)) : usual;
    (is_running ? running : waiting).push({ task_id, line, cores: job.cores, seconds });
  }
  return foresee(config.workerCores, running, waiting);
}
