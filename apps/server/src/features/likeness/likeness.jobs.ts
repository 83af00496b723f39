import { AppError, LIKENESS_CHANGES, type LikenessChange } from '@mixreel/contract';
import { z } from 'zod';
import { readStandard } from '#features/standard/standard.queries.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { compareInThread } from './compare-thread.ts';
import { changeReport, idsOf, readOutside, readSignatures, requireVideos, storeReport } from './likeness.queries.ts';
import { describe, type Measured, measure } from './measure.ts';
import { produce } from './produce.ts';
import { propose, type Proposed } from './propose.ts';
import { signMissing } from './sign-artworks.ts';

/** What making signatures counts of the whole when there are some to make. */
const SIGNING = 0.8;

const Input = z.object({
  artwork_ids: z.array(z.string()),
  days: z.int(),
  action: z.enum(['measure', 'propose', 'produce']),
  changes: z.array(z.enum(Object.keys(LIKENESS_CHANGES) as [LikenessChange, ...LikenessChange[]])),
  max_likeness: z.number(),
});

/** Measures how alike finished videos are, and says, or does, what would change that. */
export const compareArtworks = defineJob({
  name: 'likeness.compare',
  scope: 'edit',
  task_type: 'dedup',
  input: Input,
  kind: 'analysis',
  steps: [
    { key: 'sign', label: '签名', share: SIGNING },
    { key: 'compare', label: '比较', share: 0.1 },
    { key: 'propose', label: '建议', share: 0.1 },
  ],
  async run({ artwork_ids, days, action, changes, max_likeness }, context) {
    const { db, task, report: tell, signal } = context;
    const { space_id, task_id, user_uid } = task;
    const began = performance.now();
    const set = await requireVideos(db, space_id, artwork_ids);
    const outside = await readOutside(db, space_id, { days, except: artwork_ids });
    const onProgress = (done: number, all: number) => tell((SIGNING * done) / all);
    const unreadable = await context.step('sign', async () => {
      return (await signMissing(context, [...set, ...outside], { signal, onProgress })).map((one) => one.artwork_name);
    });
    const setting = await readStandard(db, space_id);
    let measures: Promise<Measured> | undefined;
    const measured = () => (measures ??= compare(context, set, outside));
    await context.step('compare', async () => (await measured()).all.length);
    const result = await context.step('propose', async () => {
      const figures = describe(await measured(), setting);
      const wish = { changes, max_likeness, setting };
      const proposed = action === 'measure' ? NO_PROPOSALS : await propose(context, await measured(), wish);
      await storeReport(db, space_id, {
        task_id,
        artwork_ids: idsOf(set),
        names: set.map(({ artwork_name }) => artwork_name),
        days,
        compared: outside.length,
        setting,
        ...figures,
        ...proposed,
        notes: [...unreadable.map((name) => `「${name}」的文件读不出来，没有比较画面和声音`), ...proposed.notes],
        export_task_ids: [],
        seconds: Math.round((performance.now() - began) / 10) / 100,
        created_at: new Date().toISOString(),
        max_likeness,
      });
      return { share: figures.share, level: figures.level, proposal_ids: idsOf(proposed.plans) };
    });
    const { proposal_ids, ...told } = result;
    const summary = { ...told, proposals: proposal_ids.length };
    if (action !== 'produce' || proposal_ids.length === 0) return { result: summary };
    try {
      await produce(context, { space_id, task_id, user_uid }, proposal_ids, { isAgain: true });
      return { result: summary };
    } catch (error) {
      // The report is there all the same, and each proposal can be made from it once the reason is gone.
      if (!(error instanceof AppError)) throw error;
      const partial = `建议没有全部做成：${error.message}`;
      await changeReport(db, space_id, task_id, ({ notes }) => notes.push(partial));
      return { result: summary, partial };
    }
  },
});

const NO_PROPOSALS: Proposed = { proposals: [], plans: [], looks: {}, notes: [] };

async function compare(
  { db, signal, task }: JobContext,
  set: Measured['set'],
  outside: Measured['set'],
): Promise<Measured> {
  const setting = await readStandard(db, task.space_id);
  const signatures = await readSignatures(db, idsOf([...set, ...outside]));
  const of = (videos: Measured['set']) => videos.map(({ artwork_id }) => signatures.get(artwork_id) ?? NOTHING);
  return measure(set, outside, await compareInThread(of(set), of(outside), signal), setting);
}

/** One that was deleted and came back, or whose signature somebody removed. */
const NOTHING = { picture: new Uint8Array(0), sound: new Uint8Array(0), text: '' };
