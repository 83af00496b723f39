import { createHash } from 'node:crypto';
import {
  type AgentBrief,
  type AgentRow,
  AppError,
  keptShots,
  type MixOverrides,
  type NewClip,
  type NewShooting,
  planNewClips,
  planNewShootings,
  type Platform,
  rowTooLong,
  spokenLines,
  UNTOUCHED_CLIP,
} from '@mixreel/contract';
import { applyAll, type Operation, type State } from '@mixreel/document';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { addMix } from '#features/mix/add-mix.ts';
import { binMix } from '#features/mix/bin-mixes.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { planSheet } from '#features/story/plan-sheet.ts';
import { agent_video } from './agent.tables.ts';
import { isHeld, rowLengths } from './foretell.ts';

type Who = { space_id: string; user_uid: string };
type Place = { agent_batch_config_id: string; project_id: string; batch_name: string };

/** Captions stand as long as was reckoned; who speaks may take longer, and is waited for where it is to be longer. */
function timedBy(seconds: number, line: string, { is_spoken }: AgentBrief): NewShooting['config'] {
  const ms = Math.round(seconds * 1000);
  if (!is_spoken) return { duration: { rule: 'fixed', fixed_ms: ms } };
  return isHeld(seconds, line) ? { duration: { least_ms: ms } } : {};
}

/** The name of exactly what a row's video is made of: titles and topics are not in it. */
export function keyOfRow(row: AgentRow, { is_spoken, facts, platforms, template_id }: AgentBrief): string {
  const shown = keptShots(row).map((shot) => shot && [shot.material_id, shot.start_ms, shot.end_ms]);
  const held = facts.map(({ id, value, locked }) => [id, value, locked]);
  const made = [spokenLines(row), shown, row.voice_id, row.music_id, row.ratio, is_spoken, platforms[0] ?? '', held];
  // Rows of before such templates and lengths keep their names.
  if (template_id) made.push(template_id);
  if (row.seconds > 0) made.push(`${row.seconds} s`);
  return createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 32);
}

/**
 * The mix of a row, as the row is now: the one that is there, or a new one in its place, all or nothing. It stands in no
 * list of mixes: its batch leads to it.
 */
export async function requireRowMix(
  app: App,
  { space_id, user_uid }: Who,
  { agent_batch_config_id, project_id, batch_name }: Place,
  row: AgentRow,
  brief: AgentBrief,
): Promise<string> {
  const made_key = keyOfRow(row, brief);
  const isRow = and(eq(agent_video.agent_batch_config_id, agent_batch_config_id), eq(agent_video.row_id, row.row_id));
  const [before] = await app.db
    .select({ made_key: agent_video.made_key, live: mproject.mproject_id })
    .from(agent_video)
    .leftJoin(mproject, and(eq(mproject.mproject_id, agent_video.mproject_id), isNull(mproject.deleted_at)))
    .where(isRow);
  if (before?.live && before.made_key === made_key) return before.live;
  const shots = keptShots(row);
  const lines = spokenLines(row);
  const missing = shots.findIndex((shot) => shot === null);
  if (lines.length === 0) throw new AppError('conflict', '还没有台词，请写上或让 AI 写');
  const long = rowTooLong(row);
  if (long) throw new AppError('conflict', long);
  if (missing >= 0) throw new AppError('conflict', `第 ${missing + 1} 句没有画面，请补拍或换个说法`);

  const lengths = rowLengths(row, brief);
  const shootings = lines.map((text, n): NewShooting => ({
    shooting_id: newId(),
    config: timedBy(lengths[n]!, text, brief),
    scripts: [{ script_id: newId(), text, recording_material_id: null, captions: null }],
  }));
  const plan = (state: State): Operation[] => {
    const operations: Operation[] = planNewShootings(state, shootings);
    let now = applyAll(state, operations);
    for (const [n, { shooting_id }] of shootings.entries()) {
      const { material_id, material_name, shot_id, start_ms, end_ms } = shots[n]!;
      const source = { material_id, material_name, shot_id, start_ms, end_ms };
      const clip: NewClip = { ...UNTOUCHED_CLIP, ...source, video_clip_id: newId() };
      const planned = planNewClips(now, shooting_id, [clip]);
      now = applyAll(now, planned);
      operations.push(...planned);
    }
    return [...operations, ...planSheet(now, { facts: brief.facts, acceptances: [] }, new Map())];
  };
  const name = `${batch_name.slice(0, 60)} · ${(row.title || row.hook).trim().slice(0, 30) || '视频'}`;
  const mix = {
    project_id,
    mproject_name: name.replaceAll(/\p{Cc}/gu, ' '),
    lines: [],
    config: configOf(row, brief),
    ...(brief.template_id && { template_id: brief.template_id }),
  };
  return addMix({ ...app, space: { space_id }, user: { user_uid } }, mix, {
    plan,
    is_listed: false,
    async follow(tx, mproject_id) {
      if (before?.live) await binMix(tx, before.live);
      const made = { mproject_id, made_key, error: null, repairs: [] };
      await tx
        .insert(agent_video)
        .values({ agent_batch_config_id, row_id: row.row_id, ...made })
        .onConflictDoUpdate({ target: [agent_video.agent_batch_config_id, agent_video.row_id], set: made });
    },
  });
}

const SAFE: Partial<Record<Platform, 'channels'>> = { wechat: 'channels' };

/** One voice, one music, one look: a row is one video. */
function configOf({ voice_id, music_id, ratio }: AgentRow, { is_spoken, platforms }: AgentBrief): MixOverrides {
  const [platform] = platforms;
  return {
    picture: { ratio, ...(platform && { platform: SAFE[platform] ?? (platform as Exclude<Platform, 'wechat'>) }) },
    voice: is_spoken ? (voice_id ? { voice_id } : {}) : { is_on: false },
    music: music_id ? { music_id } : {},
    vary: {},
    combine: { count: 1, allow_repeats: true },
  };
}
