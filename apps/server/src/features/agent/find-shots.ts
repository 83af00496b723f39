import {
  type AgentBrief,
  type AgentRow,
  type AgentShot,
  keptShots,
  type LikenessSetting,
  spokenLines,
  wishesOf,
} from '@mixreel/contract';
import type { SpreadOption, SpreadVideo } from '@mixreel/media';
import type { App } from '#context.ts';
import { askPlanner } from '#features/candidate/plan-thread.ts';
import { findFittingClips } from '#features/clip/fitting-clips.ts';
import { type DirsWithin, readDirsWithin } from '#features/search/dirs-within.ts';
import { publishableBelow } from '#features/standard/level.ts';
import { readPast } from '#features/standard/past-videos.ts';
import { readStandard } from '#features/standard/standard.queries.ts';
import { giveTurns } from '#turns.ts';
import { foretell, rowLengths, shownOf } from './foretell.ts';
import { readContents } from './read-contents.ts';

type Place = { space_id: string; project_id: string };
/** Where shots are looked for: in a project, or in some of its folders. */
export type Where = Place & { within: DirsWithin | null };

/** With the folders that a brief names. Throws when one of them is not there any more. */
export async function readWhere(
  { pool }: App,
  { space_id, project_id }: Place,
  { material_dir_ids }: Pick<AgentBrief, 'material_dir_ids'>,
): Promise<Where> {
  const found: DirsWithin[] = [];
  for (const dir_id of material_dir_ids) {
    if (found.some(({ dir_ids }) => dir_ids.includes(dir_id))) continue;
    const more = await readDirsWithin(pool, space_id, { project_id, dir_id });
    if (more) found.push(more);
  }
  const [first, ...rest] = found;
  const within = rest.reduce<DirsWithin | null>(
    (all, one) =>
      all && {
        ...all,
        dir_ids: [...new Set([...all.dir_ids, ...one.dir_ids])],
        all: all.all + one.all,
        count: all.count + one.count,
      },
    first ?? null,
  );
  return { space_id, project_id, within };
}

/** What may stand in a place: enough that rows can differ, few enough to try them all. */
const OPTIONS = 24;
const SHORTEST_S = 0.4;
/** A long shot is several: its parts, with some room between them, show something else. */
const PARTS_MOST = 3;
const BETWEEN_S = 1;

/** How little something is wanted, as a likeness: what fits less well, and what was shown here before. */
const NEXT_BEST = 0.01;
const HAD_BEFORE = 0.25;

type Wanted = {
  brief: AgentBrief;
  /** All rows of the batch; those that are not open are as they are, and the others differ from them. */
  rows: readonly AgentRow[];
  open: ReadonlySet<string>;
  /** Of these all shots are chosen anew, and what they had is taken only where nothing else fits. */
  anew?: ReadonlySet<string>;
  /** Of those rows only these places; all of them unless given. */
  places?: ReadonlySet<number>;
  /** Videos of before that count for nothing: their rows are here. */
  except: string[];
  signal: AbortSignal;
};

/**
 * Shots for every line of the open rows, chosen together by the planner of mixes: as little alike as the library allows,
 * with each other, with all other rows and with the past. What still is as asked for stays.
 */
export async function findShots(
  app: App,
  place: Place,
  { brief, rows, open, anew = new Set(), places: chosen, except, signal }: Wanted,
): Promise<Map<string, AgentRow>> {
  const where = await readWhere(app, place, brief);
  const standard = await readStandard(app.db, where.space_id);
  const past = await readPast(app.db, where.space_id, { days: standard.history_days, except });
  const optionsFor = openOptions(app, where);
  const places = new Map<string, AgentShot[][]>();
  for (const row of rows.filter(({ row_id }) => open.has(row_id))) {
    signal.throwIfAborted();
    const kept = keptShots(row).map((shot, n) =>
      anew.has(row.row_id) && (chosen === undefined || chosen.has(n)) ? null : shot,
    );
    const lengths = rowLengths(row, brief);
    const own: AgentShot[][] = [];
    for (const [n, wish] of wishesOf(row).entries()) {
      own.push(kept[n] ? [kept[n]] : await optionsFor(wish, lengths[n]!));
    }
    places.set(row.row_id, own);
  }
  const all = rows.map((row) => ({ row, places: places.get(row.row_id) ?? keptShots(row).map(asOnly) }));
  const contents = await readContents(
    app,
    where.space_id,
    all.flatMap((one) => one.places.flat()),
  );
  const setting = { weights: standard.weights, past: contents.named(past) };
  const giveTurn = giveTurns();
  const videos: SpreadVideo[] = [];
  for (const one of all) {
    await giveTurn();
    videos.push(toVideo(one, { brief, contents: contents.of, standard, isAnew: anew.has(one.row.row_id) }));
  }
  const picks = await askPlanner<'spread'>({ kind: 'spread', videos, setting });
  return new Map(
    all.flatMap(({ row, places: own }, n) => {
      if (!open.has(row.row_id)) return [];
      const picked = picks[n]!.values();
      const shots = own.map((options) => (options.length > 0 ? options[picked.next().value!]! : null));
      return [[row.row_id, { ...row, shots }] as const];
    }),
  );
}

function asOnly(shot: AgentShot | null): AgentShot[] {
  return shot ? [shot] : [];
}

/** What the library has for some words; the same words are asked for once. */
export function openOptions(app: App, where: Where, limit = OPTIONS) {
  const known = new Map<string, AgentShot[]>();
  return async (wish: string, needed: number): Promise<AgentShot[]> => {
    const found = known.get(wish) ?? (await findFor(app, where, { wish, needed, taken: [], limit }));
    known.set(wish, found);
    return found.flatMap((shot) => partsOf(shot, needed));
  };
}

type Asked = { wish: string; needed: number; taken: string[]; limit: number };

/** The best of the library for some words, guesses last. */
export async function findFor(app: App, where: Where, { wish, needed, taken, limit }: Asked): Promise<AgentShot[]> {
  const wanted = { text: wish, taken, limit };
  const long = await findFittingClips(app, where, { ...wanted, needed });
  // A library of short shots has something to show as well: it is shown slower.
  const found = long.length > 0 ? long : await findFittingClips(app, where, { ...wanted, needed: SHORTEST_S });
  return found.map(({ clip, why, score, is_guess }): AgentShot => ({
    wish,
    ...clip,
    why,
    score: Math.round(Math.min(1, Math.max(0, score)) * 100) / 100,
    is_guess,
  }));
}

/** The shot from its beginning, and from where it shows something that the part before does not. */
function partsOf(shot: AgentShot, needed: number): AgentShot[] {
  const step = Math.round((needed + BETWEEN_S) * 1000);
  const fits = Math.floor((shot.end_ms - shot.start_ms - needed * 1000) / step);
  const parts = Math.max(1, Math.min(PARTS_MOST, 1 + fits));
  return Array.from({ length: parts }, (_, n) => ({ ...shot, start_ms: shot.start_ms + n * step }));
}

type Setting = {
  brief: AgentBrief;
  contents: ReadonlyMap<string, string>;
  standard: LikenessSetting;
  isAnew: boolean;
};

/** A row as the planner takes it. Something that merely is there is shown only where two would be too alike without. */
function toVideo(
  { row, places }: { row: AgentRow; places: AgentShot[][] },
  { brief, contents, standard, isAnew }: Setting,
): SpreadVideo {
  const [lines, lengths] = [spokenLines(row), rowLengths(row, brief)];
  const had = new Set(isAnew ? row.shots.flatMap((shot) => (shot ? keyOf(shot) : [])) : []);
  const { shown: _, own: __, ...forecast } = foretell({ ...row, shots: [] }, brief, contents);
  return {
    forecast,
    isOwnHeard: !brief.is_spoken,
    places: places.flatMap((options, n) => {
      const hasFitting = options.some(({ is_guess }) => !is_guess);
      const line = lines[n]!;
      const made = options.map((shot, rank): SpreadOption => {
        const isWorse = hasFitting && shot.is_guess;
        const cost = [
          options.length > 1 ? NEXT_BEST * Math.min(rank, OPTIONS / 2) : 0,
          isWorse ? publishableBelow(standard) : 0,
          had.has(keyOf(shot)) ? HAD_BEFORE : 0,
        ];
        const name = [keyOf(shot), line, row.voice_id, row.ratio].join('\n');
        return { shown: shownOf(shot, lengths[n]!, contents), cost: Math.max(...cost), name };
      });
      return made.length > 0 ? [made] : [];
    }),
  };
}

export function keyOf({ material_id, start_ms }: AgentShot): string {
  return `${material_id} ${start_ms}`;
}
