import { PackMissing, SIGHT_PARTS, type SightPart } from '@mixreel/ai';
import { AppError } from '@mixreel/contract';
import { inFolder, type MediaFacts } from '@mixreel/media';
import { z } from 'zod';
import type { Queryable } from '#db/connect.ts';
import { asc, eq } from '#db/orm.ts';
import { material, material_facts } from '#features/material/material.tables.ts';
import { indexShots } from '#features/search/index-shot.ts';
import { tellAbove } from '#followers.ts';
import { defineJob, type JobContext, NotYet } from '#queue/job.ts';
import { MEASURED_AT, tellInfo } from './analysis-info.ts';
import { shot } from './analysis.tables.ts';
import { isAwaited } from './awaited.ts';
import { copyMaterial, wantedCopies } from './copy.jobs.ts';
import {
  beginAnalysis,
  failAnalysis,
  type HeldFile,
  holdMaterial,
  type MaterialRow,
  progressOf,
} from './hold-material.ts';
import { type Heard, listen } from './listen.ts';
import { isComing, type Look, lookAtShots, readyParts, type ShotRow } from './look.ts';
import { cutPersonCovers } from './person-covers.ts';
import { storeUnderstanding } from './store-understanding.ts';

/** What this analysis finds; a later one that finds more has a higher number. */
export const ANALYSIS_VERSION = 4;
/** Shots that are looked at before what was seen is remembered. */
const BATCH = 8;
/** What listening counts of the whole. */
const LISTENING = 0.3;
const WAIT_S = 20;
/** How soon it is looked whether a board has its rows. */
const ROWS_WAIT_S = 3;
/** What is said in a recording as long as this is written down before its many pictures are looked at. */
const LONG_S = 300;
/** What a row is made of besides speech: the words of every picture, and how large a face is in the first. */
const ROW_PARTS: SightPart[] = ['text', 'faces'];

/**
 * Finds out what a material's shots show and say: writing, faces, things, kinds of scene, speech. What takes long is
 * remembered on the way; a model that is still being fetched is waited for, and the other parts go on.
 */
export const understandMaterial = defineJob({
  name: 'analysis.understand',
  scope: 'edit',
  task_type: 'material_analysis',
  input: z.object({ material_id: z.string() }),
  kind: 'model',
  lane: 'idle',
  steps: [
    { key: 'listen', label: '识别语音', share: LISTENING },
    { key: 'look', label: '识别画面' },
  ],
  async run({ material_id }, context) {
    const begun = await beginAnalysis(context, material_id, MEASURED_AT);
    if (!begun) return {};
    const { row, file } = begun;
    try {
      if (!file) throw new AppError('not_found', '素材文件已不存在，请重新上传');
      await understand(context, row, file);
      return { result: { material_id } };
    } catch (error) {
      const isFinal = error instanceof AppError && error.error !== 'disk_full' && error.error !== 'unavailable';
      if (isFinal && !context.signal.aborted) await failAnalysis(context, material_id, error.message);
      throw error;
    }
  },
});

async function understand(context: JobContext, row: MaterialRow, file: HeldFile): Promise<void> {
  const { db, storage, scratch } = context;
  const { material_id } = row;
  const [known] = await db.select().from(material_facts).where(eq(material_facts.material_id, material_id));
  if (!known) throw new AppError('not_found', '素材还没有完成第一步分析，请重新分析');
  const shots = await db.select().from(shot).where(eq(shot.material_id, material_id)).orderBy(asc(shot.index));
  const opened = await storage.open(file.sha256);
  const source = { path: opened.path, facts: known.facts, content_type: file.content_type };
  try {
    const tell = progressOf(context, row, { from: MEASURED_AT, to: 100 });
    const heard = await attempt(context, () => hear(context, source, (done) => tell(LISTENING * done)));
    const { value: said = null } = heard;
    if (said && known.facts.seconds >= LONG_S) {
      await context.step('said', () => storeUnderstanding(context, material_id, { heard: said, looks: null }));
    }
    const early = await inFolder(scratch, (folder) =>
      attempt(context, () => lookForRows(context, source, shots, { folder, material_id, heard: heard.value ?? null })),
    );
    const looks = await inFolder(scratch, (folder) =>
      attempt(context, () =>
        look(context, source, shots, { folder, early: early.value ?? null }, (done) =>
          tell(LISTENING + (1 - LISTENING) * done),
        ),
      ),
    );
    const isStored = await storeUnderstanding(context, material_id, {
      heard: heard.value ?? null,
      looks: looks.value ?? null,
    });
    if (!isStored) return;
    await cutPersonCovers(context, material_id);
    await indexShots(context, db, material_id);
    const missing = heard.missing ?? early.missing ?? looks.missing;
    if (missing) await wait(context, row, missing);
    await finish(context, row, [heard.skipped, looks.skipped], known.facts);
  } finally {
    await opened.release();
  }
}

type Attempt<T> = { value?: T; missing?: PackMissing; skipped?: string };

/** A part of the work. Without its model it is left for later, or left out when the model will not come. */
async function attempt<T>(context: JobContext, run: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await run() };
  } catch (error) {
    if (!(error instanceof PackMissing)) throw error;
    return isComing(context, error) ? { missing: error } : { skipped: error.title };
  }
}

type Source = { path: string; facts: MediaFacts; content_type: string };

function hear(context: JobContext, { path, facts }: Source, onProgress: (done: number) => void): Promise<Heard> {
  return context.step('listen', async () =>
    facts.audio.length > 0 ? listen(context, path, facts.seconds, onProgress) : { speech: [], words: [] },
  );
}

/**
 * Where a board waits for its rows, what those are made of is seen and written down first; the rest of the machine's work
 * on this film begins when they are there. Null where nobody waits, or where they could not be whole yet.
 */
async function lookForRows(
  context: JobContext,
  source: Source,
  shots: ShotRow[],
  { folder, material_id, heard }: { folder: string; material_id: string; heard: Heard | null },
): Promise<Look[] | null> {
  const { db } = context;
  if (!heard || !source.facts.video) return null;
  const asked = await context.step('rows-asked', () => isAwaited(db, material_id));
  if (!asked) return null;
  const looks: Look[] = [];
  for (let n = 0; n < shots.length; n += BATCH) {
    const wanted = { folder, want: ROW_PARTS, further: ['text' as const] };
    const batch = shots.slice(n, n + BATCH);
    looks.push(...(await context.step(`rows-${n}`, () => lookAtShots(context, source, batch, wanted))));
  }
  await context.step('rows', () => storeUnderstanding(context, material_id, { heard, looks, isEarly: true }));
  if (await isAwaited(db, material_id)) throw new NotYet('先出脚本，再识别其余的', ROWS_WAIT_S);
  return looks;
}

type Looking = { folder: string; early: Look[] | null };

async function look(
  context: JobContext,
  source: Source,
  shots: ShotRow[],
  { folder, early }: Looking,
  onProgress: (done: number) => void,
): Promise<Look[]> {
  const looks: Look[] = [];
  const read = new Map(early?.map((one) => [one.shot_id, one.sights]));
  if (source.facts.video) {
    for (let n = 0; n < shots.length; n += BATCH) {
      const batch = shots.slice(n, n + BATCH);
      // What was read for the rows is not read again: no part is dearer.
      const parts = SIGHT_PARTS.filter((part) => !early || part !== 'text');
      const seen = await context.step(`look-${n}`, () => lookWithWhatIsThere(context, source, batch, folder, parts));
      looks.push(...(early ? seen.map((one) => withText(one, read.get(one.shot_id) ?? [])) : seen));
      onProgress((n + batch.length) / shots.length);
    }
  }
  await context.step('look', async () => looks.length);
  return looks;
}

function withText({ shot_id, sights }: Look, read: Look['sights']): Look {
  return { shot_id, sights: sights.map((sight, n) => ({ ...sight, text: read[n]?.text ?? [] })) };
}

/** A model that could not be fetched at all leaves its part out; the others are worth having. */
async function lookWithWhatIsThere(
  context: JobContext,
  source: Source,
  batch: ShotRow[],
  folder: string,
  parts: SightPart[],
): Promise<Look[]> {
  // How the parts of a shot look is kept of its first picture alone.
  const ask = (want: SightPart[]) =>
    lookAtShots(context, source, batch, { folder, want, further: want.filter((part) => part !== 'crops') });
  try {
    return await ask(parts);
  } catch (error) {
    if (!(error instanceof PackMissing) || isComing(context, error)) throw error;
    const ready = readyParts(context);
    const want = parts.filter((part) => ready.includes(part));
    if (want.length === 0) throw error;
    return ask(want);
  }
}

/** Says what is waited for, and asks to be tried again. */
async function wait(context: JobContext, { material_id }: MaterialRow, missing: PackMissing): Promise<never> {
  const message = `正在准备模型 ${Math.floor(missing.progress * 100)}%`;
  await context.db.transaction(async (tx) => {
    const row = await holdMaterial(tx, context, material_id);
    if (!row) return;
    await tx.update(material).set({ analysis_message: message }).where(eq(material.material_id, material_id));
    const changed = [{ material_id, analysis_status: 'running' as const, progress: MEASURED_AT }];
    await tellInfo(context, tx, row.project_id, changed);
  });
  // Hundreds may be waiting: not all of them at the same moment.
  throw new NotYet(message, Math.round(WAIT_S * (1 + Math.random())));
}

async function finish(
  context: JobContext,
  { material_id, analysis_message }: MaterialRow,
  skipped: (string | undefined)[],
  facts: MediaFacts,
) {
  const left = skipped.filter((title) => title !== undefined);
  const note = left.length > 0 ? `没有安装${left.join('、')}模型，下载后可以重新分析` : null;
  const damage = analysis_message?.startsWith('正在准备模型') ? null : analysis_message;
  await context.db.transaction(async (tx) => {
    const row = await holdMaterial(tx, context, material_id);
    if (!row) return;
    const message = [damage, note].filter(Boolean).join('；') || null;
    await tx
      .update(material)
      .set({
        analysis_status: 'done',
        analysis_message: message,
        analysis_version: left.length > 0 ? 0 : ANALYSIS_VERSION,
      })
      .where(eq(material.material_id, material_id));
    await tellInfo(context, tx, row.project_id, [{ material_id, analysis_status: 'done', progress: 100 }]);
    await tellAbove(context, tx, 'analysed', { material_id, queue: context.queue });
    if (wantedCopies(row, facts).length > 0) await addCopies(context, tx, row, facts);
  });
}

/** Last of all: begun beside the understanding, it took half of the machine from those who wait for that. */
async function addCopies(
  { queue, task }: JobContext,
  tx: Queryable,
  { material_id, material_name, space_id, project_id }: MaterialRow,
  { seconds }: MediaFacts,
): Promise<void> {
  const title = `准备「${material_name}」的副本`;
  const about = { space_id, project_id, user_uid: task.user_uid, is_quiet: true, input: { material_id } };
  await queue.add(copyMaterial, { ...about, title, work: Math.max(1, seconds) }, tx);
}
