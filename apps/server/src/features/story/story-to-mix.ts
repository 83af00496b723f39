import {
  AppError,
  isWritten,
  type NewClip,
  type NewShooting,
  planNewClips,
  planNewShootings,
  resolveConfig,
  SECTIONS,
  shorten,
  SHOOTINGS_MAX,
  spokenSeconds,
  type StoryBoard,
  type storyMix as calls,
  type StoryRow,
  tooLongBy,
  UNTOUCHED_CLIP,
} from '@mixreel/contract';
import { applyAll, type Operation, type State } from '@mixreel/document';
import type { z } from 'zod';
import type { Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, gt, inArray, lte } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { findFittingClips, toNotices } from '#features/clip/fitting-clips.ts';
import { type PlannedClip, planClips } from '#features/clip/plan-clips.ts';
import { addMix } from '#features/mix/add-mix.ts';
import { changeMix } from '#features/mix/edit-mix.ts';
import { readPaces } from '#features/voice/voice-pace.ts';
import { planSheet } from './plan-sheet.ts';
import { requireFacts } from './require-facts.ts';
import { clipsOfTakes } from './shoot/place-take.jobs.ts';
import { readStory } from './story.queries.ts';
import { story_link } from './story.tables.ts';

type Input = z.output<(typeof calls.add)['input']>;
type Output = z.output<(typeof calls.add)['output']>;
type Found = { clip: PlannedClip; why: string };
type Made = { row: StoryRow; shooting: NewShooting; found: Found[] };

/** Silence behind a line, as a new mix has it. */
const PAUSE_S = resolveConfig({ template: null, project: {} }).voice.pause_ms / 1000;

/** Rows of a board as shootings of a mix, new or there already: one act, and links that lead both ways. */
export async function storyToMix(context: Context, input: Input): Promise<Output> {
  const { space } = context;
  const board = await readStory(context, space.space_id, input.story_board_id);
  const rows = chosenRows(board, input.row_ids);
  requireFacts(
    board,
    rows.map(({ row_id }) => row_id),
  );
  const notices: string[] = [];
  const made = await makeShootings(context, board, rows, input.clips_per_row, notices);
  const plan = (state: State) => {
    const shootings = planNewShootings(
      state,
      made.map(({ shooting }) => shooting),
    );
    const operations: Operation[] = [...shootings];
    let now = applyAll(state, shootings);
    for (const { shooting, found } of made) {
      const clips = found.map(({ clip }): NewClip => ({ ...UNTOUCHED_CLIP, ...clip, video_clip_id: newId() }));
      const planned = planNewClips(now, shooting.shooting_id, clips);
      now = applyAll(now, planned);
      operations.push(...planned);
    }
    const places = new Map(made.map(({ row, shooting }) => [row.row_id, shooting.shooting_id]));
    return [...operations, ...planSheet(state, board, places)];
  };
  const mproject_id = await putInMix(context, input, board, plan, async (tx, to) => {
    await tx.insert(story_link).values(
      made.map(({ row, shooting: { shooting_id, scripts } }) => {
        const { story_board_id } = board;
        return { shooting_id, mproject_id: to, story_board_id, row_id: row.row_id, line: scripts[0]?.text ?? '' };
      }),
    );
  });
  const shootings = made.map(({ row, shooting, found }) => ({
    row_id: row.row_id,
    shooting_id: shooting.shooting_id,
    clips: found.map(({ clip, why }) => ({ material_name: clip.material_name, why })),
  }));
  return { mproject_id, shootings, notices };
}

type Follow = (tx: Queryable, mproject_id: string) => Promise<void>;

/** Into a mix that is there, or a new one: all of it with its links, or nothing. */
async function putInMix(
  context: Context,
  { mproject_id, mproject_name }: Input,
  board: StoryBoard,
  plan: (state: State) => Operation[],
  follow: Follow,
): Promise<string> {
  if (mproject_id === undefined) return addMix(context, newMix(board, mproject_name), { plan, follow });
  await changeMix(context, mproject_id, async ({ state }, tx) => {
    await follow(tx, mproject_id);
    return plan(state);
  });
  return mproject_id;
}

function chosenRows({ rows }: StoryBoard, row_ids: string[] | undefined): StoryRow[] {
  const wanted = row_ids && new Set(row_ids);
  const chosen = rows.filter((row) => (wanted ? wanted.has(row.row_id) : isWritten(row)));
  if (chosen.length === 0) throw new AppError('invalid', '故事板里还没有写画面或台词，请先写几行');
  if (chosen.length > SHOOTINGS_MAX) {
    throw new AppError('invalid', `一个混剪最多 ${SHOOTINGS_MAX} 个镜头，请选出要导入的行`);
  }
  return chosen;
}

function newMix({ project_id, board_name, voice_id, rate }: StoryBoard, mproject_name = board_name) {
  const voice = { ...(voice_id !== null && { voice_id }), ...(rate !== 1 && { rate }) };
  return { project_id, mproject_name, lines: [], config: { voice } };
}

async function makeShootings(
  context: Context,
  board: StoryBoard,
  rows: StoryRow[],
  clips_per_row: number,
  notices: string[],
): Promise<Made[]> {
  const made: Made[] = [];
  const taken: string[] = [];
  const { voice_id } = board;
  const paces = voice_id === null ? null : await readPaces(context, context.space.space_id, new Set([voice_id]));
  // As the foot of the board counts: a voice that takes longer than guessed speaks slower.
  const rate = board.rate / (paces?.get(voice_id ?? '') ?? 1);
  for (const row of rows) {
    const number = board.rows.findIndex(({ row_id }) => row_id === row.row_id) + 1;
    const shooting = toShooting(row, rate, (words) => notices.push(`第 ${number} 行${words}`));
    const needed = secondsOf(row, rate);
    const takes = await clipsOfTakes(context, context.space.space_id, { ...row, story_board_id: board.story_board_id });
    const own = [
      ...takes.map((clip) => ({ clip, why: '为这一行拍的' })),
      ...(await referenceClip(context, board, row, (words) => notices.push(`第 ${number} 行${words}`))),
    ];
    const wanted = Math.max(0, clips_per_row - own.length);
    taken.push(...(await shotsIn(context.db, own)));
    const found = wanted > 0 ? await findClips(context, board.project_id, row, { needed, taken, limit: wanted }) : [];
    taken.push(...found.flatMap(({ clip }) => clip.shot_id ?? []));
    if (own.length + found.length === 0 && clips_per_row > 0) {
      notices.push(`第 ${number} 行没有找到合适的片段，请补拍或从素材库挑选`);
    }
    made.push({ row, shooting, found: [...own, ...found] });
  }
  return made;
}

/** How long the shot should last: as decided, or as long as its line is spoken where that does not fit. */
function secondsOf({ line, duration_ms }: StoryRow, rate: number): number {
  const spoken = spokenSeconds(line, rate);
  if (duration_ms !== null && tooLongBy(spoken, duration_ms) === 0) return duration_ms / 1000;
  return spoken > 0 ? spoken + PAUSE_S : 2;
}

function toShooting(row: StoryRow, rate: number, tell: (words: string) => void): NewShooting {
  const { line, caption, section, picture, duration_ms } = row;
  const spoken = spokenSeconds(line, rate);
  const isTooShort = duration_ms !== null && tooLongBy(spoken, duration_ms) > 0;
  if (isTooShort) {
    tell(`的台词约 ${spoken.toFixed(1)} 秒，比时长 ${duration_ms / 1000} 秒长，镜头先跟随配音`);
  }
  const is_fixed = duration_ms !== null && !isTooShort;
  const fixed_ms = Math.min(120_000, Math.max(200, duration_ms ?? 0));
  const end_ms = Math.round(is_fixed ? fixed_ms : Math.max(1, spoken) * 1000);
  const captions = caption.trim() ? [{ text: caption.trim(), start_ms: 0, end_ms }] : null;
  return {
    shooting_id: newId(),
    shooting_name: shorten((section && SECTIONS[section]) || picture.split('\n')[0]?.trim() || '').slice(0, 50),
    config: is_fixed ? { duration: { rule: 'fixed', fixed_ms } } : {},
    scripts: [{ script_id: newId(), text: line.trim(), recording_material_id: null, captions }],
  };
}

/** What the row refers to is its first candidate, where it may be cut from at all. */
async function referenceClip(
  { db, space }: Context,
  { references }: StoryBoard,
  { reference }: StoryRow,
  tell: (words: string) => void,
): Promise<Found[]> {
  if (!reference) return [];
  const { material_id, start_ms, end_ms } = reference;
  const known = references.find((one) => one.material_id === material_id && one.start_ms === start_ms);
  if (!known || known.is_gone || known.is_inspiration) {
    tell(known?.is_inspiration ? '的参考是灵感视频，只作参考，没有放进混剪' : '的参考素材已被删除，没有放进混剪');
    return [];
  }
  const asked = end_ms === null ? await shotAround(db, material_id, start_ms) : { start_ms, end_ms };
  const { clips, notices } = await planClips(db, space.space_id, [{ material_id, ...asked }]).catch(toNotices);
  for (const notice of notices) tell(`的参考${notice}`);
  return clips.map((clip) => ({ clip, why: '这一行的参考画面' }));
}

/** The shot that a moment lies in, by its id; a material that was not looked at yet is taken whole. */
async function shotAround(db: Queryable, material_id: string, at_ms: number): Promise<{ shot_id?: string }> {
  const [found] = await db
    .select({ shot_id: shot.shot_id })
    .from(shot)
    .where(and(eq(shot.material_id, material_id), lte(shot.start_ms, at_ms), gt(shot.end_ms, at_ms)))
    .limit(1);
  return found ?? {};
}

/** The shots that clips show most of, as one picture is not offered twice. */
async function shotsIn(db: Queryable, found: Found[]): Promise<string[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ clip }) => clip.material_id);
  const shots = await db
    .select({ shot_id: shot.shot_id, material_id: shot.material_id, start_ms: shot.start_ms, end_ms: shot.end_ms })
    .from(shot)
    .where(inArray(shot.material_id, ids));
  return shots.flatMap((one) => {
    const isShown = found.some(({ clip }) => {
      const both = Math.min(clip.end_ms, one.end_ms) - Math.max(clip.start_ms, one.start_ms);
      return clip.material_id === one.material_id && both >= (one.end_ms - one.start_ms) / 2;
    });
    return isShown ? [one.shot_id] : [];
  });
}

type Wanted = { needed: number; taken: string[]; limit: number };

/** The best of the library for what is seen, else for what is said; nothing that merely is there. */
async function findClips(
  context: Context,
  project_id: string,
  { picture, line }: StoryRow,
  wanted: Wanted,
): Promise<Found[]> {
  const text = picture.trim() || line.trim();
  const found = await findFittingClips(context, { space_id: context.space.space_id, project_id }, { text, ...wanted });
  return found.filter(({ is_guess }) => !is_guess);
}
