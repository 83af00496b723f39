import { type Call, DEFAULT_LIKENESS, type Envelope, ERRORS, type Role, calls } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { openSession } from '#features/auth/auth.queries.ts';
import { type Ids, newIds, restoring } from '#testing/one-of-everything.ts';
import { sampleInput } from '#testing/sample-input.ts';
import { type TestApp, type TestUser, createTestApp } from '#testing/test-app.ts';

/** Public calls whose own refusal is a 401. */
const ANSWERS_401 = ['/api/user/refreshToken'];
const DOORS = [ERRORS.unauthorized.code, ERRORS.forbidden.code, ERRORS.no_privilege.code];

/** Six people, and one of everything in the team of three of them. */
async function world() {
  const app = await createTestApp();
  const people = {
    unprivileged: await app.signIn({ name: '没开通', user_privilege: false }),
    outsider: await app.signIn({ name: '外人' }),
    viewer: await app.signIn({ name: '看客' }),
    editor: await app.signIn({ name: '编辑' }),
    owner: await app.signIn({ name: '所有者' }),
    admin: await app.signIn({ name: '管理员', role: 'admin' }),
  };
  const space_id = await app.team([
    [people.viewer, 'viewer'],
    [people.editor, 'editor'],
    [people.owner, 'owner'],
    // Without the privilege even the owner of a team gets nothing.
    [people.unprivileged, 'owner'],
  ]);
  const ids = newIds();
  const restore = restoring(app, { space_id, ids, owner: people.owner.user_uid, viewer: people.viewer.user_uid });
  return { app, people, space_id, ids, restore };
}

/** What calls want that the least input of their schema does not tell. */
const OTHERWISE: Record<string, object> = {
  '/api/mix-artwork/save': { vlc_id: undefined },
  '/api/vlc_file/push': { artwork_id: undefined },
  '/api/share/add': { artwork_ids: undefined, dir_id: undefined, story_board_id: undefined },
  '/api/dedup_v1/setting/update': DEFAULT_LIKENESS,
  '/api/utils/translate/': { target: 'en' },
  '/api/sheet/add': { origin: { from: 'empty', width: 16, height: 16 } },
  '/api/sheet/batch': { rows: [{ name: '一', texts: [], pictures: [] }] },
  '/api/sheet/bring': { picture: { material_id: 'none' } },
  '/api/ai_box/cut': { clips: [{ start_ms: 0, end_ms: 2000, title: '' }] },
  '/api/ai_box/subtitle/update': { subtitles: null },
  '/api/face_swap/face_analyse/update': { change: { kind: 'rename', figure_id: 'none', figure_name: '人' } },
  '/api/klimg2video/add_task': { images: [{ material_id: 'none' }] },
  '/api/mjtext2img/add_task': { prompt: '新品上市', references: [{ material_id: 'none' }] },
  '/api/mjtext2img/describe': { picture: { material_id: 'none' } },
};

function inputOf({ input, path, space }: Call, ids: Ids, space_id: string): object {
  const team = space?.by === 'team_id' && { team_id: space_id };
  return {
    ...sampleInput(input, {
      ...ids,
      ...team,
      language: 'en',
      voice_id: 'builtin:nobody',
      tag_key: 'custom:夏天',
    }),
    ...OTHERWISE[path],
  };
}

/** Whoever comes in a session that is in the team's space, whether they belong there or not. */
async function enter(app: TestApp, user: TestUser, space_id: string): Promise<string> {
  const session = await openSession(app.db, user, { address: '127.0.0.1', user_agent: null }, { space_id });
  return session.access_token;
}

async function knock(app: TestApp, call: Call, input: object, token: string | null) {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token) headers['authorization'] = `Bearer ${token}`;
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${app.url}${call.path}${call.method === 'GET' ? `?${query}` : ''}`, {
    method: call.method,
    headers,
    body: call.method === 'GET' ? null : JSON.stringify(input),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, code: 0, message: '', data: null };
  }
  return { status: response.status, ...((await response.json()) as Envelope) };
}

const RANK: Record<Role, number> = { viewer: 0, editor: 1, owner: 2 };

/** What the contract promises to each of them, in the order in which it is decided. */
function promised({ access, space, path }: Call, who: string): 'open' | keyof typeof ERRORS {
  if (access === 'public') return ANSWERS_401.includes(path) ? 'unauthorized' : 'open';
  if (who === 'anonymous') return 'unauthorized';
  if (access !== 'session' && who === 'unprivileged') return 'no_privilege';
  if (access === 'admin' && who !== 'admin') return 'forbidden';
  if (!space) return 'open';
  const role: Role | null = who === 'viewer' || who === 'editor' || who === 'owner' ? who : null;
  if (!role && who !== 'unprivileged') return 'not_found';
  return RANK[role ?? 'owner'] < RANK[space.role] ? 'forbidden' : 'open';
}

test('every call of the contract keeps its promise to everybody', async () => {
  const { app, people, space_id, ids, restore } = await world();
  const callers = Object.entries({ anonymous: null, ...people });
  // What is open to all asks nobody who they are.
  const strangers = callers.filter(([who]) => who === 'anonymous' || who === 'outsider');
  const broken: string[] = [];
  const tokens = new Map<string, Promise<string>>();
  let isChanged = true;

  const ask = async (call: Call, input: object, [who, user]: (typeof callers)[number]) => {
    if (user && !tokens.has(who)) tokens.set(who, enter(app, user, space_id));
    const answer = await knock(app, call, input, (await tokens.get(who)) ?? null);
    isChanged ||= answer.code === 0 && call.method === 'POST';
    const promise = promised(call, who);
    const kept =
      promise === 'open'
        ? !DOORS.includes(answer.code as never)
        : answer.code === ERRORS[promise].code && answer.status === ERRORS[promise].status && answer.data === null;
    const { status, code, message } = answer;
    if (!kept) broken.push(`${call.path} as ${who}: ${promise}, but ${status} ${code} ${message}`);
    // Refused by its schema, a call never came to the question whose space it is.
    const { fields } = (answer.data ?? {}) as { fields?: object };
    const isBad = call.space && code === ERRORS.invalid.code && fields;
    if (isBad) broken.push(`${call.path}: bad sample input: ${message}`);
  };

  for (const call of calls) {
    const input = inputOf(call, ids, space_id);
    if (isChanged) await restore();
    isChanged = false;
    const asked = call.access === 'public' ? strangers : callers;
    const isShut = ([who]: (typeof callers)[number]) => promised(call, who) !== 'open';
    await Promise.all(asked.filter(isShut).map((each) => ask(call, input, each)));
    for (const each of asked.filter((one) => !isShut(one))) await ask(call, input, each);
    // What is in no space may be about the session itself.
    if (!call.space) tokens.clear();
  }
  expect(broken).toEqual([]);
});

test('a stranger cannot tell a thing of others from one that does not exist', async () => {
  const { app, people, space_id, ids, restore } = await world();
  await restore();
  const made_up = newIds();
  const token = await enter(app, people.outsider, space_id);
  for (const call of calls.filter(({ space }) => space && space.by !== 'team_id')) {
    const theirs = await knock(app, call, inputOf(call, ids, space_id), token);
    const nobodys = await knock(app, call, inputOf(call, made_up, newId()), token);
    expect({ path: call.path, ...theirs }).toEqual({ path: call.path, ...nobodys });
  }
});
