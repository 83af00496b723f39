import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  AppError,
  BOX_TOOLS,
  type BoxField,
  boxOptions,
  type BoxStep,
  type SliceCut,
  type SpokenWord,
} from '@mixreel/contract';
import { type Aigc, type MediaFacts, probe, readPictureLabel } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { UNDER_WAY } from '#features/analysis/analysis-info.ts';
import { listen } from '#features/analysis/listen.ts';
import { labelOfCopy, readLabel } from '#features/analysis/read-label.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { isMachineMade } from '#features/label/ai-origin.ts';
import { requireFree } from '#features/label/withheld.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { showProblem } from '#features/material/show-problem.ts';
import { halfMade, removeHalfMade } from '#features/task/half-made.ts';
import { type JobContext, NotYet } from '#queue/job.ts';
import { showsPicture } from './background-tool.ts';
import { Needless, type Output, type Work } from './box-tool.ts';
import { RUN_TOOLS } from './box-tools.ts';
import { type Kept, keepOutputs } from './keep-outputs.ts';

/** Where what one step made waits for the next, or for another attempt: a cache of one machine. */
const FOLDER = 'box';
/** More would be an accident: pictures of every clip of a recording, and of each of those more. */
const FILES_MOST = 200;
/** So much later it is asked again whether a material has been listened to. */
const WAIT_S = 5;
const TYPES: Record<string, string> = { '.jpg': 'image/jpeg', '.png': 'image/png', '.mp4': 'video/mp4' };

/** A file on its way through the tools, with the name that it has so far. */
export type Item = { path: string; name: string; is_plain: boolean };
export type Chain = { material_id: string; steps: (BoxStep & { clips?: SliceCut[] | undefined })[] };

/**
 * A material through tools, one behind another; what the last one gives is kept. Every step is remembered with its files:
 * another attempt goes on behind the last one that was done.
 */
export async function runChain(context: JobContext, { material_id, steps }: Chain): Promise<Kept> {
  const { storage, config, task, report, db } = context;
  const { row, file } = await requireSource(context, material_id);
  const opened = await storage.open(file.sha256);
  try {
    const facts = await probe(context.tools, opened.path, { signal: context.signal });
    const others = await readOthers(db, task.space_id, steps);
    const grounds = others.filter((one) => one.is_shown);
    let label = labelOfCopy(await readLabel(opened.path, facts), row, config.aigcProducer);
    for (const ground of grounds) {
      const told = await labelOfGround(context, ground);
      label ??= told;
    }
    const hashes = others.map(({ sha256 }) => sha256);
    const half = await halfMade(context, FOLDER, [file.sha256, label, hashes]);
    const { folder } = half;
    const own = { ...context, step: half.step };
    let items: Item[] = [{ path: opened.path, name: row.material_name, is_plain: false }];
    for (const [n, step] of steps.entries()) {
      const made: Item[] = [];
      for (const [m, item] of items.entries()) {
        // What no tool goes on with stays as it is.
        const place = join(folder, `${n}-${m}`);
        const run = () =>
          runStep(own, step, item, {
            row,
            label,
            folder: place,
            source: n === 0 ? { facts, content_type: file.content_type } : null,
            onProgress: (done) => report((0.95 * (n + (m + done) / items.length)) / steps.length),
          }).catch((error: unknown) => {
            if (!(error instanceof AppError) || steps.length === 1) throw error;
            if (error instanceof Needless) return [item];
            // Which of them it is nobody could tell from the name of the recipe.
            const which = `第 ${n + 1} 步「${BOX_TOOLS[step.tool].name}」`;
            throw new AppError(error.error, `${which}：${error.message}`, error.data);
          });
        let outputs = await half.step(`tool-${n}-${m}`, run);
        // Remembered by a machine that is not this one: the files are where they were made.
        if (outputs.some(({ path }) => !existsSync(path))) outputs = await run();
        made.push(...outputs);
        if (made.length > FILES_MOST) throw new AppError('invalid', `一次最多得到 ${FILES_MOST} 个文件，请把数量调小`);
      }
      items = made;
    }
    if (items.every(({ path }) => path === opened.path)) {
      throw new AppError('invalid', '这个素材哪一步都不用处理，没有存新素材');
    }
    const shows = [file.sha256, ...grounds.map(({ sha256 }) => sha256)];
    const of = { ...row, ai_origin: label !== null };
    const kept = await half.step('keep', () =>
      keepOutputs(context, of, items, { shows, memory_key: `kept-${half.own}` }),
    );
    await half.remove();
    return kept;
  } finally {
    await opened.release();
  }

  async function requireSource({ db: rows }: Pick<App, 'db'>, id: string) {
    const [found] = await rows
      .select({ row: material, file: vlc_file })
      .from(material)
      .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
      .where(and(eq(material.space_id, task.space_id), eq(material.material_id, id), isNull(material.deleted_at)));
    if (!found) throw new AppError('not_found', '素材已不在素材库里');
    await requireFree(db, found.file.space_id, [found.file.sha256]);
    return found;
  }
}

type Other = { row: Work['row']; sha256: string; is_shown: boolean };

/** The materials that steps were told to look at, and those of them that come into the picture. */
async function readOthers(db: App['db'], space_id: string, steps: Chain['steps']): Promise<Other[]> {
  const others: Other[] = [];
  for (const { tool, options } of steps) {
    const fields: readonly BoxField[] = BOX_TOOLS[tool].fields;
    const ids = fields.flatMap(({ kind, key }) => (kind === 'material' && options[key] ? [String(options[key])] : []));
    if (ids.length === 0) continue;
    const rows = await db
      .select({ row: material, sha256: vlc_file.sha256 })
      .from(material)
      .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
      .where(and(eq(material.space_id, space_id), inArray(material.material_id, ids)));
    others.push(...rows.map((one) => ({ ...one, is_shown: showsPicture({ tool, options }) })));
  }
  return others;
}

/** What a picture behind somebody says of its origin: one that may not be shown is refused. */
async function labelOfGround({ db, storage, config }: JobContext, { row, sha256 }: Other): Promise<Aigc | null> {
  const problem = showProblem('背景图片', row);
  if (problem) throw new AppError('invalid', problem);
  const { path, release } = await storage.open(sha256);
  try {
    const ai_origin = await isMachineMade(db, row.space_id, sha256);
    return labelOfCopy(readPictureLabel(await readFile(path)) ?? null, { ...row, ai_origin }, config.aigcProducer);
  } finally {
    await release();
  }
}

type Given = {
  row: Work['row'];
  label: Aigc | null;
  folder: string;
  /** What is known of a material; null for what another tool made of it. */
  source: { facts: MediaFacts; content_type: string } | null;
  onProgress: (done: number) => void;
};

async function runStep(
  context: JobContext,
  { tool, options, clips }: Chain['steps'][number],
  item: Item,
  { source, ...given }: Given,
): Promise<Item[]> {
  // Whatever a killed attempt left there is half a file.
  await rm(given.folder, { recursive: true, force: true });
  await mkdir(given.folder, { recursive: true });
  const facts = source?.facts ?? (await probe(context.tools, item.path, { signal: context.signal }));
  // What a tool reports and remembers by itself is that of its place in the chain.
  const own = {
    ...context,
    report: given.onProgress,
    step: <T>(key: string, run: () => Promise<T>) => context.step(`${given.folder.split('/').at(-1)}-${key}`, run),
  };
  const outputs = await RUN_TOOLS[tool].run({
    ...given,
    context: own,
    isSource: source !== null,
    path: item.path,
    facts,
    content_type: source?.content_type ?? TYPES[extname(item.path)] ?? '',
    options: boxOptions(tool).parse(options) as never,
    clips: clips ?? null,
    words: () => readWords(context, given.row, source === null ? { path: item.path, facts } : null),
  });
  const stem = item.name.replace(/\.[^.]+$/, '');
  return outputs.map(({ path, suffix, is_plain = false }: Output) => ({ path, name: stem + suffix, is_plain }));
}

/** What was heard when the material was analysed; of something that a tool made, what is heard now. */
async function readWords(
  context: JobContext,
  { material_id, analysis_status }: Work['row'],
  made: { path: string; facts: MediaFacts } | null,
): Promise<SpokenWord[]> {
  if (made) {
    if (made.facts.audio.length === 0) return [];
    // One chain may hear several files: what was heard of one is not that of another.
    const forgetful = { ...context, step: <T>(_: string, run: () => Promise<T>) => run() };
    return (await listen(forgetful, made.path, made.facts.seconds, () => {})).words;
  }
  const [sound] = await context.db.select().from(material_sound).where(eq(material_sound.material_id, material_id));
  const words = sound?.words ?? [];
  // Nobody has heard nothing yet: it was brought a moment ago.
  if (words.length === 0 && UNDER_WAY.includes(analysis_status)) throw new NotYet('还在听这个素材', WAIT_S);
  return words;
}

export const removeHalfTooled = (app: Pick<App, 'db' | 'config'>): Promise<void> => removeHalfMade(app, FOLDER);
