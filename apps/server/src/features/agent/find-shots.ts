import {
  type AgentBrief,
  type AgentRow,
  type AgentShot,
  keptShots,
  type LikenessSetting,
  spokenLines,
  wishesOf,
} from '@mixreel/contract';
import { createPredictor, type Outlook, type PlanClip } from '@mixreel/media';
import type { App } from '#context.ts';
import { eq, inArray } from '#db/orm.ts';
import { findFittingClips } from '#features/clip/fitting-clips.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { planDifference, type Rival } from '#features/likeness/plan-difference.ts';
import { material } from '#features/material/material.tables.ts';
import { publishableBelow } from '#features/standard/level.ts';
import { readPast } from '#features/standard/past-videos.ts';
import { readStandard } from '#features/standard/standard.queries.ts';
import { foretell, lineSeconds } from './foretell.ts';

type Where = { space_id: string; project_id: string };

/** What may stand in a place: enough that rows can differ, few enough to try them all. */
const OPTIONS = 10;
const SHORTEST_S = 0.4;

/** Finds shots for rows, one after another: each as different from those before, and from the past, as the library allows. */
export type ShotFinder = {
  /** The row with a shot for every line; what still is as asked for stays. `had` is taken only where nothing else fits. */
  find(row: AgentRow, had?: AgentRow['shots']): Promise<AgentRow>;
  /** Another one that has its shots already: those to come differ from it. */
  know(row: AgentRow): Promise<void>;
};

export async function openFinder(app: App, where: Where, brief: AgentBrief): Promise<ShotFinder> {
  const standard = await readStandard(app.db, where.space_id);
  const past = await readPast(app.db, where.space_id, { days: standard.history_days, except: [] });
  const predictor = createPredictor(standard.weights);
  const rivals: Rival[] = past.map((one) => rivalOf(predictor.read(one)));
  const contents = new Map<string, string>();
  const options = new Map<string, AgentShot[]>();
  const uses = new Map<string, number>();
  const pairs = new Set<string>();

  async function optionsFor(wish: string, line: string): Promise<AgentShot[]> {
    const known = options.get(wish);
    if (known) return known;
    const needed = lineSeconds(line);
    const wanted = { text: wish, taken: [], limit: OPTIONS };
    const long = await findFittingClips(app, where, { ...wanted, needed });
    // A library of short shots has something to show as well: it is shown slower.
    const found = long.length > 0 ? long : await findFittingClips(app, where, { ...wanted, needed: SHORTEST_S });
    const made = found.map(({ clip, why, is_guess }): AgentShot => ({ wish, ...clip, why, is_guess }));
    options.set(wish, made);
    await learnContents(
      app,
      made.map(({ material_id }) => material_id),
    );
    return made;
  }

  async function learnContents({ db }: App, ids: string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !contents.has(id));
    if (missing.length === 0) return;
    const rows = await db
      .select({ material_id: material.material_id, sha256: vlc_file.sha256 })
      .from(material)
      .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
      .where(inArray(material.material_id, missing));
    for (const { material_id, sha256 } of rows) contents.set(material_id, sha256);
  }

  /**
   * What is made already with the same line first, then the least used; guesses last, and nothing twice in one video. Where
   * that makes a video too like another, it is swapped.
   */
  function inOrder(all: AgentShot[], line: string, taken: ReadonlySet<string>, old: ReadonlySet<string>): AgentShot[] {
    const others = all.filter((shot) => !taken.has(keyOf(shot)));
    // A library of three shots shows them again.
    const free = others.length > 0 ? others : all;
    const weight = (shot: AgentShot) => {
      const isMade = pairs.has(`${line}\n${keyOf(shot)}`);
      const isOld = old.has(keyOf(shot));
      return Number(shot.is_guess) * 1000 + Number(isOld) * 500 + (isMade ? -1 : (uses.get(keyOf(shot)) ?? 0));
    };
    return free.toSorted((a, b) => weight(a) - weight(b));
  }

  async function find(row: AgentRow, had: AgentRow['shots'] = []): Promise<AgentRow> {
    const old = new Set(had.flatMap((shot) => (shot ? [keyOf(shot)] : [])));
    const [lines, wishes, kept] = [spokenLines(row), wishesOf(row), keptShots(row)];
    const taken = new Set(kept.flatMap((shot) => (shot ? [keyOf(shot)] : [])));
    const places: AgentShot[][] = [];
    for (const [n, wish] of wishes.entries()) {
      const stays = kept[n];
      const all = stays ? [stays] : inOrder(await optionsFor(wish, lines[n]!), lines[n]!, taken, old);
      // What the place begins with is nobody else's.
      if (all[0]) taken.add(keyOf(all[0]));
      places.push(all);
    }
    const shots = spread(row, places);
    return isSame(shots, row.shots) ? row : { ...row, shots };
  }

  /** As little like the others as the options allow. */
  function spread(row: AgentRow, places: AgentShot[][]): (AgentShot | null)[] {
    const open = places.flatMap((all, n) => (all.length > 0 ? [n] : []));
    const byId = new Map<string, AgentShot>(
      open.flatMap((n) => places[n]!.map((shot, at) => [`${n} ${at}`, shot] as const)),
    );
    const chosenOf = (picks: { video_clip_id: string }[]) => {
      const shots: (AgentShot | null)[] = places.map(() => null);
      for (const [at, { video_clip_id }] of picks.entries()) shots[open[at]!] = byId.get(video_clip_id) ?? null;
      return shots;
    };
    const least = different(open.map((n) => ({ ...planClip(places[n]![0]!), id: '' })));
    const { picks } = planDifference({
      places: open.map((n) => ({
        pick: { slot_id: String(n), video_clip_id: `${n} 0`, script_id: null },
        fresh: [],
        all: places[n]!.map((shot, at) => ({ ...planClip(shot), id: `${n} ${at}` })),
      })),
      foretell: (chosen) => predictor.read(foretell({ ...row, shots: chosenOf(chosen) }, brief, contents)),
      isAllowed: (_picks, clips) => different(clips) >= least && clips.every(({ id }) => isNoWorse(byId, id)),
      rivals,
      predictor,
      weights: standard.weights,
      wanted: wantedOf(standard),
      canSwap: true,
    });
    return chosenOf(picks);
  }

  async function know(row: AgentRow): Promise<void> {
    const shots = row.shots.filter((shot) => shot !== null);
    await learnContents(
      app,
      shots.map(({ material_id }) => material_id),
    );
    const lines = spokenLines(row);
    for (const [n, shot] of row.shots.entries()) if (shot) pairs.add(`${lines[n]}\n${keyOf(shot)}`);
    for (const shot of shots) uses.set(keyOf(shot), (uses.get(keyOf(shot)) ?? 0) + 1);
    rivals.push(rivalOf(predictor.read(foretell(row, brief, contents))));
  }

  return { find, know };
}

/** Below what can be published, with some room: what was estimated is spoken otherwise. */
function wantedOf(standard: LikenessSetting): number {
  return 0.8 * publishableBelow(standard);
}

function rivalOf(outlook: Outlook): Rival {
  return { outlook, measured: { picture: 0, sound: 0, text: 0 }, isReplaced: false };
}

function planClip({ material_id, start_ms, end_ms }: AgentShot): Omit<PlanClip, 'id'> {
  return { content: material_id, startSeconds: start_ms / 1000, endSeconds: end_ms / 1000 };
}

/** A guess takes the place of nothing that fits. */
function isNoWorse(byId: ReadonlyMap<string, AgentShot>, id: string): boolean {
  const first = byId.get(`${id.split(' ')[0]} 0`);
  return !byId.get(id)?.is_guess || first?.is_guess === true;
}

function different(clips: PlanClip[]): number {
  return new Set(clips.map(({ content, startSeconds }) => `${content} ${startSeconds}`)).size;
}

export function keyOf({ material_id, start_ms }: AgentShot): string {
  return `${material_id} ${start_ms}`;
}

function isSame(a: (AgentShot | null)[], b: (AgentShot | null)[]): boolean {
  return a.length === b.length && a.every((shot, n) => shot === b[n]);
}
