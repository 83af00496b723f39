import type { App } from '#context.ts';
import { and, inArray, lt, notInArray, sql } from '#db/orm.ts';
import { perApp } from '#memory.ts';
import { partsOf } from './parts.ts';
import { OPEN } from './upload.queries.ts';
import { upload_record } from './upload.tables.ts';

/** A request may be between the record and its first byte, or between the last byte and the end. */
const ORPHAN_MS = 3600_000;
const SWEEP_MS = 3600_000;
/** How long the list remembers what has ended. */
const ENDED_DAYS = 30;

type Needs = Pick<App, 'db' | 'storage' | 'config' | 'memory'>;

/** Uploads that were not finished in time go, with their bytes; ended ones are forgotten later. */
export async function forgetOldUploads(app: Needs): Promise<void> {
  const { db } = app;
  await db
    .delete(upload_record)
    .where(and(inArray(upload_record.status, OPEN), lt(upload_record.expires_at, sql`now()`)));
  await db
    .delete(upload_record)
    .where(
      and(
        notInArray(upload_record.status, OPEN),
        lt(upload_record.created_at, sql`now() - make_interval(days => ${ENDED_DAYS})`),
      ),
    );
  await sweepParts(app);
}

/** Removes bytes that no open record waits for. */
export async function sweepParts(app: Needs, olderThanMs = ORPHAN_MS): Promise<number> {
  const parts = partsOf(app);
  const old = await parts.untouched(olderThanMs);
  if (old.length === 0) return 0;
  const open = await app.db
    .select({ record_uuid: upload_record.record_uuid })
    .from(upload_record)
    .where(and(inArray(upload_record.record_uuid, old), inArray(upload_record.status, OPEN)));
  const kept = new Set(open.map(({ record_uuid }) => record_uuid));
  const orphans = old.filter((record_uuid) => !kept.has(record_uuid));
  for (const record_uuid of orphans) await parts.remove(record_uuid);
  return orphans.length;
}

const sweepingOf = perApp(() => ({ last: -Infinity }));

/** Chores run in one process of an installation, which may not see this one's folder: each looks after its own. */
export function sweepNowAndThen(app: Needs & Pick<App, 'log'>): void {
  const sweeping = sweepingOf(app);
  if (performance.now() - sweeping.last < SWEEP_MS) return;
  sweeping.last = performance.now();
  sweepParts(app).catch((error: unknown) => app.log.warn({ err: error }, 'sweeping uploads failed'));
}
