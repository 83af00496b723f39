import type { z } from 'zod';

/** Who may make a call: anyone, anyone signed in, a signed-in user with the privilege flag, or an administrator. */
export type Access = 'public' | 'session' | 'privileged' | 'admin';

/** What a person may do in a space. Each role includes those before it. */
export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** What a personal access token may be given: each is needed for calls of its kind, and none includes another. */
export const TOKEN_SCOPES = ['read', 'edit', 'produce'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** The ids that belong to a space; the server looks the space up by them before any handler runs. */
export const SPACE_IDS = [
  'project_id',
  'material_id',
  'shot_id',
  'person_id',
  'record_uuid',
  'sku_mark_id',
  'vlc_id',
  'task_id',
  'ai_audio_id',
  'document_id',
  'story_board_id',
  'mproject_id',
  'shooting_id',
  'video_clip_id',
  'candidate_id',
  'template_id',
  'dir_id',
  'artwork_id',
  'checkbox_id',
  'comment_id',
  'generation_id',
  'agent_project_id',
  'agent_batch_config_id',
  'sheet_id',
  'clean_id',
  'swap_id',
  'face_id',
  'recipe_id',
] as const;
export type SpaceId = (typeof SPACE_IDS)[number];

/**
 * `by` names the input field that decides the space, alone or as a list. Where it may be left out, `team_id` decides (see
 * `InSpace`), and without that the session.
 */
export type SpaceRule = { by: SpaceId | `${SpaceId}s` | 'team_id'; role: Role };

export type Kind = 'json' | 'stream';

/** One call of the product: everything that browser, server and documentation know about it. */
export type Call<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType, K extends Kind = Kind> = {
  kind: K;
  method: 'GET' | 'POST';
  path: string;
  /** What it does, in a few Chinese words: the audit log and the documentation page show it. */
  summary: string;
  /** What else a developer must know, in Chinese; may be empty. */
  details: string;
  input: I;
  /** What `data` of the envelope holds; of a stream, what each message holds. */
  output: O;
  access: Access;
  space: SpaceRule | null;
  /** What a personal access token needs for it; null: only a person who is signed in makes this call. */
  scope: TokenScope | null;
  /** Whether the browser covers the page with the loading overlay while it runs. */
  loading: boolean;
  /** Whether it changes something: such a call is carried out once per request id. */
  writes: boolean;
  /** Whether the answer holds a secret: then it is not kept for a request that is sent again. */
  secret: boolean;
  /** The most calls per minute from one address, where the general limit does not fit. */
  per_minute: number | null;
  /** The largest body, where the general limit does not fit. */
  body_max: number | null;
};

type Json<I extends z.ZodObject, O extends z.ZodType> = Call<I, O, 'json'>;

/** A path that answers outside the envelope: files, probes, reports. Listed so that nothing is served unlisted. */
export type Plain = {
  kind: 'plain';
  /** `ALL` for a protocol with methods of its own. */
  method: 'GET' | 'POST' | 'ALL';
  path: string;
  summary: string;
  access: Access;
  /** JSON labelled text/plain is taken too: browsers send reports of a closing page so. */
  accepts_text: boolean;
  /** The largest body, where the general limit is too generous. */
  body_max: number | null;
  /** The most requests per minute from one address, where the general limit does not fit. */
  per_minute: number | null;
};

type Options<I extends z.ZodObject, O extends z.ZodType> = {
  summary: string;
  details?: string;
  input: I;
  output: O;
  access?: Access;
  space?: { by: keyof z.output<I> & SpaceRule['by']; role: Role };
  scope?: TokenScope;
  loading?: boolean;
  secret?: boolean;
  per_minute?: number;
  body_max?: number;
};

/** A call that only reads, with its input in the query string. */
export function get<I extends z.ZodObject, O extends z.ZodType>(path: string, options: Options<I, O>): Json<I, O> {
  return call('json', 'GET', path, { ...options, writes: false });
}

/** A call that the specification makes by GET although it changes something. */
export function getThatWrites<I extends z.ZodObject, O extends z.ZodType>(
  path: string,
  options: Options<I, O>,
): Json<I, O> {
  return call('json', 'GET', path, { ...options, writes: true });
}

/** A call that changes something, with its input in the body. */
export function post<I extends z.ZodObject, O extends z.ZodType>(path: string, options: Options<I, O>): Json<I, O> {
  return call('json', 'POST', path, { ...options, writes: true });
}

/** A call that only reads although it is a POST: its input is too rich for a query string. */
export function query<I extends z.ZodObject, O extends z.ZodType>(path: string, options: Options<I, O>): Json<I, O> {
  return call('json', 'POST', path, { ...options, writes: false });
}

/**
 * A call that changes something and knows by itself what it was sent twice, so that nothing has to be kept of the request;
 * what it did is told by a record of its own, not by the audit log.
 */
export function repeatable<I extends z.ZodObject, O extends z.ZodType>(
  path: string,
  options: Options<I, O>,
): Json<I, O> {
  return call('json', 'POST', path, { scope: 'edit', ...options, writes: false });
}

/** An event stream, with its input in the query string. */
export function stream<I extends z.ZodObject, O extends z.ZodType>(
  path: string,
  options: Options<I, O>,
): Call<I, O, 'stream'> {
  return call('stream', 'GET', path, { ...options, writes: false });
}

export function plain(
  method: Plain['method'],
  path: string,
  {
    summary,
    access = 'public',
    accepts_text = false,
    body_max = null,
    per_minute = null,
  }: { summary: string } & Partial<Pick<Plain, 'access' | 'accepts_text' | 'body_max' | 'per_minute'>>,
): Plain {
  return { kind: 'plain', method, path, summary, access, accepts_text, body_max, per_minute };
}

function call<I extends z.ZodObject, O extends z.ZodType, K extends Kind>(
  kind: K,
  method: Call['method'],
  path: string,
  options: Options<I, O> & { writes: boolean },
): Call<I, O, K> {
  const { summary, details = '', input, output, access = 'privileged', space, writes, per_minute, body_max } = options;
  const { loading = false, secret = false } = options;
  return {
    kind,
    method,
    path,
    summary,
    details,
    input,
    output,
    access,
    space: space ?? null,
    scope: scopeOf(options),
    loading,
    writes,
    secret,
    per_minute: per_minute ?? null,
    body_max: body_max ?? null,
  };
}

/**
 * Tokens work in one space, where it is not about who may do what there: accounts, teams and bins are for people. Whatever is
 * only for editors is more than looking, though it keeps nothing: services are asked for it.
 */
function scopeOf({ access = 'privileged', space, scope, writes }: Parameters<typeof call>[3]): TokenScope | null {
  if (access !== 'privileged' || !space || space.role === 'owner') return null;
  return scope ?? (writes || space.role === 'editor' ? 'edit' : 'read');
}
