import { join } from 'node:path';
import { type AgentBrief, type AgentFinding, AppError, type Timeline } from '@mixreel/contract';
import { compareFacts, factsIn } from '@mixreel/contract/fact';
import { inFolder, runFfmpeg } from '@mixreel/media';
import { inArray } from '#db/orm.ts';
import { askModel } from '#features/ai/refusal.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { recent } from '#memory.ts';
import type { JobContext } from '#queue/job.ts';
import { moneyIn, type Otherwise } from './known-flaws.ts';
import { linesOf } from './read-pictures.ts';

type Place = { place: number; text: string; seconds: number; key: string };
type Film = { pathOf: () => Promise<string>; timeline: Timeline; shot_ids: (string | null)[] };

/** What was read in a picture, by what it is made of: a part that ten videos have is read once. */
const readBefore = recent<string>(5000);

/**
 * Facts as they stand in the finished picture: captions that have one are read back, and what analyses have read in the
 * shots is held against the sheet as well. Null: nothing here can read.
 */
export async function readBack(
  context: JobContext,
  { pathOf, timeline, shot_ids }: Film,
  { facts }: AgentBrief,
): Promise<{ count: number | null; found: AgentFinding[] }> {
  if (!facts.some(({ locked }) => locked)) return { count: 0, found: [] };
  const found = await inShots(context, shot_ids, facts);
  const places = placesOf(timeline);
  const seen = await readPlaces(context, pathOf, places);
  if (seen === null) return { count: null, found };
  for (const { place, text, key } of places) {
    const read = seen.get(key) ?? '';
    const { lost } = compareFacts(text, read);
    const others = moneyIn(read, facts);
    // A figure that cannot be made out may have been taken for another one: somebody looks.
    if (lost.length > 0) {
      const message = `字幕里的「${lost[0]}」在成片里认不清，请看一眼`;
      found.push({ kind: 'shown', weight: 'tell', place, message });
    } else if (others[0] && !found.some((one) => one.place === place)) {
      found.push({ kind: 'shown', weight: 'reject', place, message: otherwise(others[0]) });
    }
  }
  return { count: places.length, found };
}

function otherwise({ said, sheet }: Otherwise): string {
  return `画面上写着「${said}」，资料里是「${sheet}」`;
}

/** A shot may show its tag for a moment that is not in the video: it is shown otherwise where that can be done, else told. */
async function inShots({ db }: JobContext, shot_ids: Film['shot_ids'], facts: AgentBrief['facts']) {
  const ids = shot_ids.flatMap((id) => id ?? []);
  if (ids.length === 0) return [];
  const known = await db
    .select({ shot_id: shot.shot_id, ocr_text: shot.ocr_text })
    .from(shot)
    .where(inArray(shot.shot_id, ids));
  const texts = new Map(known.map(({ shot_id, ocr_text }) => [shot_id, ocr_text]));
  return shot_ids.flatMap((id, place): AgentFinding[] => {
    const [first] = moneyIn(texts.get(id ?? '') ?? '', facts);
    return first ? [{ kind: 'shown', weight: 'mend', place, message: otherwise(first) }] : [];
  });
}

/** The middle of each caption with a fact, and the name of what is seen there. */
function placesOf({ cuts, captions, fps, ratio }: Timeline): Place[] {
  return captions.flatMap(({ kind, text, start, end, style }) => {
    const seconds = (start + end) / 2;
    const place = cuts.findLastIndex(({ start_frame }) => start_frame / fps <= seconds);
    const cut = cuts[place];
    if (kind === 'ai_mark' || !cut || factsIn(text).length === 0) return [];
    const within = Math.round(seconds * fps) - cut.start_frame;
    const key = JSON.stringify([cut.vlc_id, cut.source_start, cut.speed, within, ratio, text, style]);
    return [{ place, text, seconds, key }];
  });
}

/** Tasks that nothing could read for: no picture is drawn for their other rows. */
const unread = recent<true>(100);

async function readPlaces(
  context: JobContext,
  pathOf: Film['pathOf'],
  places: Place[],
): Promise<Map<string, string> | null> {
  const { ai, task, tools, scratch, signal } = context;
  const kept = readBefore(context);
  const fresh = places.filter(({ key }) => kept.get(key) === undefined);
  if (fresh.length > 0) {
    if (unread(context).has(task.task_id)) return null;
    try {
      const path = await pathOf();
      await inFolder(scratch, async (folder) => {
        const pictures: string[] = [];
        for (const [n, { seconds }] of fresh.entries()) {
          const picture = join(folder, `read-${n}.jpg`);
          await runFfmpeg(
            tools,
            [
              ['-ss', seconds.toFixed(3), '-i', path],
              ['-frames:v', 1, '-q:v', 2, '-update', 1, picture],
            ],
            { signal },
          );
          pictures.push(picture);
        }
        const sights = await askModel(() => ai.see(pictures, { want: ['text'], signal }));
        for (const [n, { text }] of sights.entries()) kept.set(fresh[n]!.key, linesOf(text));
      });
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      unread(context).set(task.task_id, true);
      return null;
    }
  }
  const read = places.map(({ key }) => [key, kept.get(key)] as const);
  return read.every(([, text]) => text !== undefined) ? new Map(read as [string, string][]) : null;
}
