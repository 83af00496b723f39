import { AppError, type ClipPick, namesByRule, planOrder } from '@mixreel/contract';
import type { App } from '#context.ts';
import { eq, inArray } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { factorsLeft } from '#features/artwork/plan-remake.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { isPool } from '#features/candidate/build-plan.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { readState } from '#features/candidate/choose.ts';
import { namesTaken } from '#features/candidate/names-taken.ts';
import { exportPicks } from '#features/candidate/start-export.ts';
import { requireDirLeft } from '#features/dir/holding-dir.ts';
import { addMix } from '#features/mix/add-mix.ts';
import { type MixDocument, readDocument } from '#features/mix/document.ts';
import { changeMix } from '#features/mix/edit-mix.ts';
import { changeReport } from './likeness.queries.ts';
import { isStarted, type Look, type ProposalPlan, type StoredReport } from './stored-report.ts';

type Where = { space_id: string; task_id: string; user_uid: string };

/** Makes proposals: for each mix and look a copy of the mix, in which only the chosen combinations are exported. */
export async function produce(
  app: App,
  { space_id, task_id, user_uid }: Where,
  artwork_ids: string[],
  { isAgain = false }: { isAgain?: boolean } = {},
) {
  const { plans, looks } = await start(app, { space_id, task_id }, artwork_ids, isAgain);
  const groups = Map.groupBy(plans, ({ mproject_id, look }) => `${mproject_id} ${look}`);
  const left = new Set(plans);
  const task_ids: string[] = [];
  try {
    for (const group of groups.values()) {
      const { mproject_id, look } = group[0]!;
      const made = await makeGroup(app, { space_id, user_uid }, group, looks[mproject_id]![look]!);
      task_ids.push(made.export_task_id);
      await changeReport(app.db, space_id, task_id, (report) => {
        report.export_task_ids.push(made.export_task_id);
        for (const plan of report.plans) {
          const candidate_id = made.candidates.get(plan.artwork_id);
          if (candidate_id) Object.assign(plan, { candidate_id, export_task_id: made.export_task_id });
        }
      });
      for (const plan of group) left.delete(plan);
    }
  } finally {
    const unmade = new Set([...left].map((plan) => plan.artwork_id));
    if (unmade.size > 0) {
      await changeReport(app.db, space_id, task_id, (report) => {
        for (const plan of report.plans) if (unmade.has(plan.artwork_id)) plan.started_at = null;
      });
    }
  }
  return { task_ids, count: plans.length };
}

/**
 * Marks what is going to be made, so that two people who ask at once do not make it twice. Who asks again, after a
 * worker died, makes what no export has.
 */
function start({ db }: App, { space_id, task_id }: Omit<Where, 'user_uid'>, artwork_ids: string[], isAgain: boolean) {
  return changeReport(db, space_id, task_id, (report: StoredReport) => {
    const wanted = report.plans.filter((plan) => artwork_ids.includes(plan.artwork_id));
    if (wanted.length < new Set(artwork_ids).size) throw new AppError('not_found', '报告里没有这些建议，请重新选择');
    const plans = wanted.filter((plan) => !isStarted(plan) || (isAgain && !plan.export_task_id));
    if (plans.length === 0 && !isAgain) throw new AppError('conflict', '选中的建议已经在制作或做好了');
    for (const plan of plans) plan.started_at = new Date().toISOString();
    return { plans: structuredClone(plans), looks: report.looks };
  });
}

async function makeGroup(app: App, who: { space_id: string; user_uid: string }, plans: ProposalPlan[], look: Look) {
  const { db } = app;
  const { mproject_id: copy_of } = plans[0]!;
  const original = await readDocument(db, who.space_id, copy_of, { hasWords: false });
  const mproject_id = await addMix(
    { ...app, space: who, user: who },
    {
      project_id: original.mix.project_id,
      mproject_name: `${Array.from(original.mix.mproject_name).slice(0, 90).join('')} · 差异化`,
      copy_of,
      lines: [],
      config: look.config,
    },
  );
  const copy = await readDocument(db, who.space_id, mproject_id, { hasWords: false });
  const toCopy = mapOf(original, copy);
  const { order: wanted } = look;
  if (wanted) {
    const by = { ...app, space: who, user: null };
    await changeMix(by, mproject_id, ({ state }) => planOrder(state, wanted.map(toCopy.shooting)));
  }

  const state = await readState(app, who.space_id, mproject_id);
  const order = ['header', ...state.plan.shootings.map(({ id }) => id), 'footer'];
  const picks = plans.map((plan) =>
    plan.picks.map(toCopy.pick).toSorted((a, b) => order.indexOf(a.slot_id) - order.indexOf(b.slot_id)),
  );
  const [by] = await db
    .select({ user_uid: user_account.user_uid, name: user_account.name })
    .from(user_account)
    .where(eq(user_account.user_uid, who.user_uid));
  // A look has one voice and one music for all of its videos; without one, each keeps its own.
  const isPlain = Object.keys(look.config).length === 0;
  const factors = plans.map((plan) => (isPlain ? factorsLeft(state.plan, plan.factors ?? {}) : {}));
  const places = await fileNames(app, plans);
  const export_task_id = await exportPicks(app, state, {
    title: `差异化制作「${original.mix.mproject_name}」`,
    wanted: picks.map((one, n) => ({ picks: one, factors: factors[n]!, ...places[n]! })),
    by: by ?? { user_uid: who.user_uid, name: '' },
  });
  const rows = await db.select().from(export_video).where(eq(export_video.task_id, export_task_id));
  const candidates = new Map(
    plans.map(({ artwork_id }, n) => [
      artwork_id,
      rows.find(({ file_name }) => file_name === places[n]!.file_name)!.candidate_id,
    ]),
  );
  return { export_task_id, candidates };
}

/** Ids of the original as those of its copy: a copy has the same shootings, wordings and clips in the same order. */
function mapOf(original: MixDocument, copy: MixDocument) {
  const shootings = new Map<string, string>();
  const scripts = new Map<string, string>();
  for (const [n, one] of original.shootings.entries()) {
    const other = copy.shootings[n]!;
    shootings.set(one.shooting_id, other.shooting_id);
    for (const [m, { script_id }] of one.scripts.entries()) scripts.set(script_id, other.scripts[m]!.script_id);
  }
  const clips = new Map<string, string>();
  for (const pool of ['header', 'footer', ...original.shootings.map(({ shooting_id }) => shooting_id)]) {
    const others = inPool(copy, shootings.get(pool) ?? pool);
    for (const [n, { clip }] of inPool(original, pool).entries()) {
      clips.set(clip.video_clip_id, others[n]!.clip.video_clip_id);
    }
  }
  return {
    shooting: (id: string) => requireOf(shootings, id),
    pick: ({ slot_id, video_clip_id, script_id }: ClipPick): ClipPick => ({
      slot_id: isPool(slot_id) ? slot_id : requireOf(shootings, slot_id),
      video_clip_id: requireOf(clips, video_clip_id),
      script_id: script_id && requireOf(scripts, script_id),
    }),
  };
}

function inPool({ clips }: MixDocument, id: string) {
  return clips.filter(({ clip }) => (clip.shooting_id ?? clip.pool) === id);
}

function requireOf(map: Map<string, string>, id: string): string {
  const found = map.get(id);
  if (!found) throw new AppError('conflict', '混剪在给出建议之后改过，请重新查重');
  return found;
}

/** Each beside the one it is made instead of. */
async function fileNames({ db }: App, plans: ProposalPlan[]): Promise<{ file_name: string; dir_id: string }[]> {
  const rows = await db
    .select({
      artwork_id: artwork.artwork_id,
      artwork_name: artwork.artwork_name,
      duration: artwork.duration,
      dir_id: artwork.dir_id,
    })
    .from(artwork)
    .where(
      inArray(
        artwork.artwork_id,
        plans.map(({ artwork_id }) => artwork_id),
      ),
    );
  const videos = plans.map((plan) => {
    const found = rows.find(({ artwork_id }) => artwork_id === plan.artwork_id);
    if (!found) throw new AppError('conflict', '有成片已被删除，请重新查重');
    return found;
  });
  return db.transaction(async (tx) => {
    const dirs: string[] = [];
    for (const { dir_id } of videos) dirs.push(await requireDirLeft(tx, dir_id));
    const things = videos.map(({ artwork_name, duration }, n) => ({
      number: n + 1,
      seconds: duration,
      words: { name: artwork_name },
    }));
    const names = namesByRule('{name}_差异化', things, { taken: await namesTaken(tx, [...new Set(dirs)]) });
    return names.map((file_name, n) => ({ file_name, dir_id: dirs[n]! }));
  });
}
