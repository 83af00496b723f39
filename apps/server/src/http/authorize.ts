import {
  AppError,
  type Call,
  ROLES,
  type Role,
  SCOPE_WORDS,
  SPACE_IDS,
  type SpaceId,
  type SpaceRule,
  type TokenScope,
  type UserInfo,
} from '@mixreel/contract';
import type { Pool } from 'pg';
import type { App, Caller, SpaceAccess } from '#context.ts';
import { getTableName } from '#db/orm.ts';
import type { PgTable } from '#db/pg-core.ts';
import { agent_batch, agent_project } from '#features/agent/agent.tables.ts';
import { person, shot } from '#features/analysis/analysis.tables.ts';
import { artwork, artwork_comment } from '#features/artwork/artwork.tables.ts';
import { ai_audio } from '#features/audio/audio.tables.ts';
import { box_recipe } from '#features/box/box.tables.ts';
import { candidate } from '#features/candidate/candidate.tables.ts';
import { clean } from '#features/clean/clean.tables.ts';
import { checkbox, dir } from '#features/dir/dir.tables.ts';
import { document } from '#features/document/document.tables.ts';
import { face, face_swap } from '#features/face/face.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { ai_generation } from '#features/generate/generate.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { mproject, shooting, video_clip } from '#features/mix/mix.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { sheet } from '#features/sheet/sheet.tables.ts';
import { sku_mark } from '#features/sku/sku.tables.ts';
import { story_board } from '#features/story/story.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { template } from '#features/template/template.tables.ts';
import { upload_record } from '#features/upload/upload.tables.ts';
import { perApp } from '#memory.ts';
import { hashToken, ticketAddress } from './session.ts';

/** Which table knows the space of an id. Each has a column of the id's name and one named space_id. */
const OWNERS: Record<SpaceId, PgTable> = {
  project_id: project,
  material_id: material,
  shot_id: shot,
  person_id: person,
  record_uuid: upload_record,
  sku_mark_id: sku_mark,
  vlc_id: vlc_file,
  task_id: task,
  ai_audio_id: ai_audio,
  document_id: document,
  story_board_id: story_board,
  mproject_id: mproject,
  shooting_id: shooting,
  video_clip_id: video_clip,
  candidate_id: candidate,
  template_id: template,
  dir_id: dir,
  artwork_id: artwork,
  checkbox_id: checkbox,
  comment_id: artwork_comment,
  generation_id: ai_generation,
  agent_project_id: agent_project,
  agent_batch_config_id: agent_batch,
  sheet_id: sheet,
  clean_id: clean,
  swap_id: face_swap,
  face_id: face,
  recipe_id: box_recipe,
};

/** How somebody comes: signed in, by a ticket, or in a call, which programs with a token of a person may make too. */
type Kind = 'access' | 'stream' | 'call';
const KINDS: Record<Kind, string[]> = { access: ['access'], stream: ['stream'], call: ['access', 'personal'] };
type By = SpaceRule['by'] | 'session';
/** Which field decided, and what it held. */
type Asked = { by: By; ids: string[] };
type Found = SpaceAccess & { found: number };
type Row = UserInfo & {
  session_id: string;
  current_space_id: string;
  scopes: TokenScope[] | null;
  space_id: string | null;
  space_role: Role;
  found: number;
};

/** Whose token this is. A disabled user has no sessions, whatever their tokens say. */
export async function requireCaller(
  app: Pick<App, 'pool' | 'memory' | 'streams'>,
  token: string | null,
  kind: Kind,
): Promise<Caller> {
  return (await identify(app, token, kind, null)).caller;
}

/** Uses a ticket up: it opens the one address that it was made for, once. */
export async function spendTicket(pool: Pool, ticket: string, address: string): Promise<void> {
  const { rowCount } = await pool.query(
    `update session_token set used_at = now()
     where token_hash = $1 and kind = 'stream' and used_at is null and opens = $2`,
    [hashToken(ticket), ticketAddress(address)],
  );
  if (rowCount === 0) throw new AppError('unauthorized', '凭证已使用、过期，或不是给这个地址的，请重新领取');
}

type Identified = { caller: Caller; spaces: Found[] };

const KEEP_MS = 200;
/**
 * Of documents, which people write in several times a second and which never change their space. Whatever takes somebody's
 * access away says so to all processes (`END_STREAMS`), which then forget. What is said is heard in its order: an answer is
 * taken for so long after it was given, or after anything was heard, for this may be a process that hears nothing.
 */
const DOCUMENT_KEEP_MS = 2000;
const DOCUMENT_KEEP_MOST_MS = 10_000;
type Kept = { answer: Promise<Identified>; asked_at: number; isLong: boolean };
const answersOf = perApp(() => new Map<string, Kept>());

function isKept({ asked_at, isLong }: Kept, now: number, heard_at: number): boolean {
  if (!isLong) return now < asked_at + KEEP_MS;
  return now < Math.min(asked_at + DOCUMENT_KEEP_MOST_MS, Math.max(asked_at, heard_at) + DOCUMENT_KEEP_MS);
}

/**
 * The caller, and the spaces of the ids asked about in which they have a role: one question to the database, since
 * every call begins with it. A page makes ten calls at once; the answer serves all that come within a fifth of a
 * second, or until something is written (see `forgetAnswers`).
 */
export async function identify(
  app: Pick<App, 'pool' | 'memory' | 'streams'>,
  token: string | null,
  kind: Kind,
  asked: Asked | null,
): Promise<Identified> {
  if (!token) throw new AppError('unauthorized', '请先登录');
  const { by, ids } = asked ?? { by: 'session', ids: [] };
  const answers = answersOf(app);

  const now = performance.now();
  const heard_at = app.streams.heardAt();
  const key = `${token} ${kind} ${by} ${ids.join(' ')}`;
  const known = answers.get(key);
  if (known && isKept(known, now, heard_at)) return known.answer;
  for (const [old, one] of answers) if (!isKept(one, now, heard_at)) answers.delete(old);
  const kept: Kept = { answer: ask(app.pool, hashToken(token), kind, by, ids), asked_at: now, isLong: false };
  answers.set(key, kept);
  kept.isLong = by === 'document_id' && (await kept.answer).spaces.length > 0;
  return kept.answer;
}

/** A call that writes may have ended a session, moved it to another space, or changed a role: nothing is kept past it. */
export function forgetAnswers(app: Pick<App, 'memory'>): void {
  answersOf(app).clear();
}

async function ask(pool: Pool, hash: string, kind: Kind, by: By, ids: string[]): Promise<Identified> {
  const values = [hash, KINDS[kind], ...(by === 'session' ? [] : [ids])];
  const { rows } = await pool.query<Row>(identifyText(by), values);
  const [first] = rows;
  if (!first) throw new AppError('unauthorized');
  const { user_uid, name, avatar, role, status, user_privilege, session_id, current_space_id, scopes } = first;
  const user = { user_uid, name, avatar, role, status, user_privilege };
  const spaces = rows.flatMap(({ space_id, space_role, found }) => {
    // A token knows of no other space than its own, whatever else the person has.
    const isOpen = space_id && (scopes === null || space_id === current_space_id);
    return isOpen ? { space_id, role: space_role, found } : [];
  });
  return { caller: { user, session_id, current_space_id, scopes }, spaces };
}

const texts = new Map<By, string>();

function identifyText(by: By): string {
  const known = texts.get(by);
  if (known) return known;
  const text = `
    select u.user_uid, u.name, u.avatar, u.role, u.status, u.user_privilege, s.session_id,
      s.space_id as current_space_id, s.scopes, a.space_id, a.role as space_role, a.found
    from session_token t
    join user_session s using (session_id)
    join user_account u using (user_uid)
    left join lateral (${by === 'session' ? SESSION_SPACE : by === 'team_id' ? NAMED_SPACE : spacesOf(by)}) a on true
    where t.token_hash = $1 and t.kind = any($2::text[]) and t.expires_at > now() and s.ended_at is null and u.status = 'active'`;
  texts.set(by, text);
  return text;
}

const SESSION_SPACE = `
  select m.space_id, m.role, 0 as found from space_member m where m.space_id = s.space_id and m.user_uid = u.user_uid`;

const NAMED_SPACE = `
  select m.space_id, m.role, 1 as found from space_member m join space o using (space_id)
  where m.user_uid = u.user_uid and case o.space_type when 'PRIVATE' then '' else o.space_id end = any($3::text[])`;

function spacesOf(by: Exclude<By, 'session' | 'team_id'>): string {
  const key = SPACE_IDS.find((id) => by === id || by === `${id}s`);
  if (!key) throw new Error(`No table knows the space of ${by}`);
  return `
    select o.space_id, m.role, count(*)::int as found
    from ${getTableName(OWNERS[key])} o
    join space_member m on m.space_id = o.space_id and m.user_uid = u.user_uid
    where o.${key} = any($3::text[]) ${key === 'project_id' ? 'and o.deleted_at is null' : ''}
    group by o.space_id, m.role`;
}

/** Whether this caller may make this call at all. */
export function requireAccess({ access, scope }: Call, { user, scopes }: Caller): void {
  if (scopes && !scope) throw new AppError('forbidden', '这个操作只能由本人登录后进行，访问令牌不能代劳');
  if (scope) requireScope(scopes, scope);
  if (access !== 'session' && !user.user_privilege) throw new AppError('no_privilege');
  if (access === 'admin' && user.role !== 'admin') throw new AppError('forbidden', '只有管理员可以进行此操作');
}

/** Whether whoever calls may do what takes this: of a program its token says so. */
export function requireScope(scopes: Caller['scopes'], scope: TokenScope): void {
  if (scopes === null || scopes.includes(scope)) return;
  throw new AppError('forbidden', `这个访问令牌没有「${SCOPE_WORDS[scope].name}」权限，请换一个令牌`);
}

/**
 * The one space that all the ids belong to and the caller's role in it. Ids of others and ids that do not exist are
 * refused with the same words, so that nobody learns which ids exist.
 */
export function requireSpace(role: Role, { by, ids }: Asked, spaces: Found[]): SpaceAccess {
  const [space] = spaces;
  if (!space || spaces.length > 1 || space.found !== ids.length) {
    throw new AppError('not_found', by === 'team_id' ? '团队不存在，或你已不在这个团队' : undefined);
  }
  if (ROLES.indexOf(space.role) < ROLES.indexOf(role)) {
    throw new AppError(
      'forbidden',
      role === 'owner' ? '只有空间所有者可以进行此操作' : '你在这个空间只能查看，不能修改',
    );
  }
  return { space_id: space.space_id, role: space.role };
}

/** What in an input decides its space, checked or not: what is no text is left out, and refused later. */
export function askedSpace({ by }: SpaceRule, input: Record<string, unknown>): Asked {
  for (const name of [by, 'team_id'] as const) {
    const value = input[name];
    const ids = (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string');
    if (ids.length > 0) return { by: name, ids: [...new Set(ids)] };
  }
  return { by: 'session', ids: [] };
}
