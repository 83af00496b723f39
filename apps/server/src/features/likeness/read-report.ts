import type { LikenessReport } from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, inArray, isNotNull } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { compareInThread } from './compare-thread.ts';
import { changeReport, idsOf, readOutside, readSignatures, requireReport } from './likeness.queries.ts';
import { measure, round } from './measure.ts';
import { isStarted, type StoredReport } from './stored-report.ts';

const LINK_SECONDS = 6 * 3600;

/** A report with what was made of its proposals since, measured as soon as that is possible. */
export async function readReport(app: App, space_id: string, task_id: string): Promise<LikenessReport> {
  const report = await requireReport(app.db, space_id, task_id);
  const made = await findMade(app, report);
  const figures = await measureMade(app, space_id, report, made);
  if (figures.size > 0) {
    await changeReport(app.db, space_id, task_id, (now) => fillIn(now, made, figures));
  }
  fillIn(report, made, figures);
  const covers = await readCovers(app, report.artwork_ids);
  return { ...report, rows: report.rows.map((row) => ({ ...row, cover_url: covers.get(row.artwork_id) ?? null })) };
}

type Made = Map<string, string>;
type Figures = Map<string, number>;

function fillIn({ proposals, plans }: StoredReport, made: Made, figures: Figures): void {
  for (const proposal of proposals) {
    const plan = plans.find(({ artwork_id }) => artwork_id === proposal.artwork_id);
    proposal.is_started = plan !== undefined && isStarted(plan);
    proposal.export_task_id = plan?.export_task_id ?? null;
    proposal.made_artwork_id = made.get(proposal.artwork_id) ?? null;
    proposal.likeness_made = figures.get(proposal.artwork_id) ?? proposal.likeness_made;
  }
}

/** The videos that were made, by those that they stand in for. */
async function findMade({ db }: App, { plans, export_task_ids }: StoredReport): Promise<Made> {
  if (export_task_ids.length === 0) return new Map();
  const { task_id, candidate_id, artwork_id } = export_video;
  const rows = await db
    .select({ task_id, candidate_id, artwork_id })
    .from(export_video)
    .where(and(inArray(task_id, export_task_ids), isNotNull(artwork_id)));
  return new Map(
    plans.flatMap((plan): [string, string][] => {
      const row = rows.find((one) => one.task_id === plan.export_task_id && one.candidate_id === plan.candidate_id);
      return row?.artwork_id ? [[plan.artwork_id, row.artwork_id]] : [];
    }),
  );
}

/** Against everything but the videos that were replaced: what is newly made among them. */
async function measureMade(app: App, space_id: string, report: StoredReport, made: Made): Promise<Figures> {
  const { proposals, setting, days } = report;
  const open = proposals.filter(({ artwork_id, likeness_made }) => made.has(artwork_id) && likeness_made === null);
  if (open.length === 0) return new Map();
  const signatures = await readSignatures(app.db, [...made.values(), ...report.artwork_ids]);
  const ready = open.filter(({ artwork_id }) => signatures.has(made.get(artwork_id)!));
  if (ready.length === 0) return new Map();

  const set = ready.map(({ artwork_id }) => made.get(artwork_id)!);
  const near = [...report.artwork_ids.filter((id) => !made.has(id)), ...made.values()].filter(
    (id) => !set.includes(id),
  );
  const known = [...report.artwork_ids, ...made.values()];
  const far = await readOutside(app.db, space_id, { days, except: known });
  const outside = await readSignatures(app.db, idsOf(far));
  const others = [...near.flatMap((id) => signatures.get(id) ?? []), ...outside.values()];
  const own = set.map((id) => signatures.get(id)!);
  const { overall } = measure([], [], await compareInThread(own, others), setting);
  const columns = [...own, ...others].keys().toArray();
  return new Map(
    ready.map(({ artwork_id }, row) => [
      artwork_id,
      round(Math.max(0, ...columns.map((column) => (column === row ? 0 : overall(row, column))))),
    ]),
  );
}

async function readCovers(app: App, artwork_ids: string[]): Promise<Map<string, string>> {
  const rows = await app.db
    .select({ artwork_id: artwork.artwork_id, cover_vlc_id: artwork.cover_vlc_id })
    .from(artwork)
    .where(inArray(artwork.artwork_id, artwork_ids));
  return new Map(
    rows.flatMap(({ artwork_id, cover_vlc_id }): [string, string][] => {
      if (!cover_vlc_id) return [];
      const file = { vlc_id: cover_vlc_id, file_name: 'cover' };
      return [[artwork_id, signFileLink(app, file, { seconds: LINK_SECONDS }).url]];
    }),
  );
}
