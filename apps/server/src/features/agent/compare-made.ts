import type { AgentFinding } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { compareInThread } from '#features/likeness/compare-thread.ts';
import { idsOf, readOutside, readSignatures, requireVideos } from '#features/likeness/likeness.queries.ts';
import { describe, measure } from '#features/likeness/measure.ts';
import { signMissing } from '#features/likeness/sign-artworks.ts';
import { rangeOf } from '#features/standard/level.ts';
import { readStandard } from '#features/standard/standard.queries.ts';
import type { JobContext } from '#queue/job.ts';
import { agent_video } from './agent.tables.ts';

/** From this level on a platform shows a video to few. */
export const TOO_ALIKE = 3;

/** A row, and the lines whose pictures its video shares with the one that it is too like. */
type Alike = { row_id: string; artwork_id: string; closest_name: string; places: ReadonlySet<number> };

/**
 * How alike the finished videos of a batch are, with each other and with those of before that have a signature: written to
 * what is known of each. Answers the rows that are too like another, of each two the later one.
 */
export async function compareMade(context: JobContext, id: string): Promise<Alike[]> {
  const { db, task, signal } = context;
  const made = await db
    .select({ row_id: agent_video.row_id, artwork_id: artwork.artwork_id, look: agent_video.look })
    .from(agent_video)
    .innerJoin(export_video, eq(export_video.mproject_id, agent_video.mproject_id))
    .innerJoin(artwork, and(eq(artwork.artwork_id, export_video.artwork_id), isNull(artwork.deleted_at)))
    .where(eq(agent_video.agent_batch_config_id, id));
  // A row that was made twice has the look of the one that counts.
  const own = made.filter(({ artwork_id, look }) => look?.artwork_id === artwork_id);
  if (own.length === 0) return [];
  const setting = await readStandard(db, task.space_id);
  const all = await requireVideos(db, task.space_id, idsOf(own));
  await signMissing(context, all, { signal });
  const around = await readOutside(db, task.space_id, { days: setting.history_days, except: idsOf(all) });
  const signatures = await readSignatures(db, idsOf([...all, ...around]));
  const set = all.filter(({ artwork_id }) => signatures.has(artwork_id));
  const outside = around.filter(({ artwork_id }) => signatures.has(artwork_id));
  const of = (videos: typeof all) => videos.flatMap(({ artwork_id }) => signatures.get(artwork_id) ?? []);
  const measured = measure(set, outside, await compareInThread(of(set), of(outside), signal), setting);
  const { rows } = describe(measured, setting);
  const { from } = rangeOf(TOO_ALIKE, setting);
  const alike: Alike[] = [];
  for (const [n, { artwork_id, likeness, level, closest_id, closest_name }] of rows.entries()) {
    const row = own.find((one) => one.artwork_id === artwork_id);
    if (!row?.look) continue;
    const isLater = measured.all.some((one, m) => one.artwork_id < artwork_id && measured.overall(n, m) >= from);
    const told: AgentFinding = {
      kind: 'likeness',
      weight: 'tell',
      place: null,
      message: `和「${closest_name}」重复度 ${Math.floor(likeness * 100 + 1e-6)}%（L${level}）`,
    };
    const found = row.look.found.filter(({ kind }) => kind !== 'likeness');
    const look = {
      ...row.look,
      likeness,
      level,
      closest_name: closest_id ? closest_name : '',
      found: level >= TOO_ALIKE ? [...found, told] : found,
    };
    await db
      .update(agent_video)
      .set({ look })
      .where(and(eq(agent_video.agent_batch_config_id, id), eq(agent_video.row_id, row.row_id)));
    if (isLater && row.look.tries === 0 && closest_id) {
      const places = await sharedPlaces(db, artwork_id, closest_id);
      alike.push({ row_id: row.row_id, artwork_id, closest_name, places });
    }
  }
  return alike;
}

/** The cuts of a video that show what another shows, by their number. */
async function sharedPlaces(db: Queryable, artwork_id: string, other_id: string): Promise<ReadonlySet<number>> {
  const found = await db
    .select({ artwork_id: artwork.artwork_id, timeline: artwork.timeline })
    .from(artwork)
    .where(inArray(artwork.artwork_id, [artwork_id, other_id]));
  const shownIn = (id: string) => {
    const timeline = found.find((one) => one.artwork_id === id)?.timeline;
    return (timeline?.cuts ?? []).map(({ material_id, source_start, frames, speed }) => ({
      material_id,
      from: source_start,
      to: source_start + (frames / timeline!.fps) * speed,
    }));
  };
  const others = shownIn(other_id);
  return new Set(
    shownIn(artwork_id).flatMap(({ material_id, from, to }, n) =>
      others.some((one) => one.material_id === material_id && one.from < to && from < one.to) ? n : [],
    ),
  );
}
