import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

type FeishuPerson = { open_id: string; union_id: string; name: string; tenant_key: string; mobile?: string };

/** What goes wrong, until it is set back. */
type FeishuFaults = {
  delayMs: number;
  /** Answer the token request with this error code. */
  tokenError: number | null;
  profileError: number | null;
  /** Answer everything with HTTP 502 and a page. */
  isDown: boolean;
};

export type FeishuDouble = {
  url: string;
  appId: string;
  appSecret: string;
  people: FeishuPerson[];
  /** Exact addresses that a browser may be sent back to. */
  redirectUris: string[];
  faults: FeishuFaults;
  /** The settings that make a server use this double. */
  env: Record<string, string>;
  close(): Promise<void>;
};

type Grant = { person: FeishuPerson; redirect_uri: string; challenge: string | null; isQr: boolean; until: number };
type Exchange = { url: URL; query: URLSearchParams; request: IncomingMessage; response: ServerResponse };

const CODE_MS = 5 * 60_000;
const PEOPLE: FeishuPerson[] = [
  { open_id: 'ou_zhang', union_id: 'on_zhang', name: '张三', tenant_key: 'tenant_a', mobile: '+8613812345678' },
  { open_id: 'ou_li', union_id: 'on_li', name: '李四', tenant_key: 'tenant_a' },
];

/**
 * Feishu on this machine: the authorization page, the QR page, both token addresses and both profile addresses, with
 * codes that work once for five minutes, PKCE, registered addresses, and Feishu's error answers.
 */
export async function startFeishuDouble({
  redirectUris,
  port = 0,
}: {
  redirectUris: string[];
  port?: number;
}): Promise<FeishuDouble> {
  const [appId, appSecret] = ['cli_double', 'secret_of_the_double'];
  const faults: FeishuFaults = { delayMs: 0, tokenError: null, profileError: null, isDown: false };
  const people = structuredClone(PEOPLE);
  const grants = new Map<string, Grant>();
  const spent = new Set<string>();
  const tokens = new Map<string, FeishuPerson>();
  const scans = new Map<string, FeishuPerson>();

  const routes: Record<string, (exchange: Exchange) => void | Promise<void>> = {
    'GET /open-apis/authen/v1/authorize': authorize,
    'GET /suite/passport/sso/qr': showQr,
    'GET /suite/passport/oauth/authorize': authorizeScan,
    'POST /oauth/v3/token': (exchange) => exchangeJson(exchange),
    'POST /open-apis/authen/v2/oauth/token': (exchange) => exchangeJson(exchange),
    'POST /suite/passport/oauth/token': exchangeForm,
    'GET /open-apis/authen/v1/user_info': (exchange) => sendProfile(exchange, true),
    'GET /suite/passport/oauth/userinfo': (exchange) => sendProfile(exchange, false),
  };

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', base);
    if (faults.delayMs > 0) await delay(faults.delayMs);
    if (faults.isDown) return sendPage(response, 502, '<h1>Bad Gateway</h1>');
    const route = routes[`${request.method} ${url.pathname}`];
    if (!route) return sendJson(response, 404, { code: 404, msg: 'not found' });
    await route({ url, query: url.searchParams, request, response });
  }

  /** A page of people to choose from; `pick` is the choice, empty for a refusal. */
  function authorize({ url, query, response }: Exchange): void {
    if (query.get('client_id') !== appId || query.get('response_type') !== 'code') return refusePage(response, 20001);
    const redirect_uri = query.get('redirect_uri') ?? '';
    if (!redirectUris.includes(redirect_uri)) return refusePage(response, 20029);
    const pick = query.get('pick');
    if (pick === null) {
      const choose = (open_id: string) => `${url.pathname}?${new URLSearchParams([...query, ['pick', open_id]])}`;
      const links = people.map(({ open_id, name }) => `<li><a href="${escape(choose(open_id))}">${name}</a></li>`);
      return sendPage(
        response,
        200,
        `<h1>飞书授权</h1><ul>${links.join('')}</ul><a href="${escape(choose(''))}">拒绝</a>`,
      );
    }
    const person = people.find(({ open_id }) => open_id === pick);
    const state = query.get('state') ?? '';
    if (!person) return redirect(response, redirect_uri, { error: 'access_denied', state });
    const code = grant({ person, redirect_uri, challenge: query.get('code_challenge'), isQr: false });
    return redirect(response, redirect_uri, { code, state });
  }

  /** What is shown in the frame. A click stands for the phone that scans and confirms. */
  function showQr({ query, response }: Exchange): void {
    if (!query.get('goto')) return refusePage(response, 4401);
    const buttons = people.map((person) => {
      const tmp_code = randomBytes(8).toString('hex');
      scans.set(tmp_code, person);
      return `<button data-code="${tmp_code}">${person.name}扫码</button>`;
    });
    const script = `for (const b of document.querySelectorAll('button'))
      b.onclick = () => parent.postMessage({ tmp_code: b.dataset.code, source: 'qrcode' }, '*');`;
    return sendPage(response, 200, `<p>飞书二维码</p>${buttons.join('')}<script>${script}</script>`);
  }

  function authorizeScan({ query, response }: Exchange): void {
    const redirect_uri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== appId || !redirectUris.includes(redirect_uri)) return refusePage(response, 20029);
    const person = scans.get(query.get('tmp_code') ?? '');
    if (!person) return refusePage(response, 4401);
    scans.delete(query.get('tmp_code') ?? '');
    const code = grant({ person, redirect_uri, challenge: null, isQr: true });
    return redirect(response, redirect_uri, { code, state: query.get('state') ?? '' });
  }

  function grant(given: Omit<Grant, 'until'>): string {
    const code = randomBytes(16).toString('hex');
    grants.set(code, { ...given, until: Date.now() + CODE_MS });
    return code;
  }

  async function exchangeJson({ request, response }: Exchange): Promise<void> {
    if (!request.headers['content-type']?.startsWith('application/json')) return refuse(response, 20001);
    const fields = JSON.parse(await readText(request)) as Record<string, string>;
    exchange(response, fields, false);
  }

  async function exchangeForm({ request, response }: Exchange): Promise<void> {
    exchange(response, Object.fromEntries(new URLSearchParams(await readText(request))), true);
  }

  function exchange(response: ServerResponse, fields: Record<string, string>, isQr: boolean): void {
    const { grant_type, client_id, client_secret, code = '', redirect_uri, code_verifier } = fields;
    if (faults.tokenError) return refuse(response, faults.tokenError);
    if (grant_type !== 'authorization_code') return refuse(response, 20001);
    if (client_id !== appId || client_secret !== appSecret) return refuse(response, 20002, 'invalid_client');
    if (spent.has(code)) return refuse(response, 20065);
    const found = grants.get(code);
    if (!found || found.isQr !== isQr) return refuse(response, 20003);
    if (found.until < Date.now()) return refuse(response, 20004);
    if (found.redirect_uri !== redirect_uri) return refuse(response, 20071);
    const challenge = code_verifier ? createHash('sha256').update(code_verifier).digest('base64url') : null;
    if (challenge !== found.challenge) return refuse(response, 20049);
    grants.delete(code);
    spent.add(code);
    const access_token = `eyJ.${randomBytes(24).toString('hex')}`;
    tokens.set(access_token, found.person);
    const token = { access_token, expires_in: 7200, token_type: 'Bearer', scope: 'auth:user.id:read' };
    sendJson(response, 200, isQr ? token : { code: 0, ...token });
  }

  function sendProfile({ request, response }: Exchange, isNested: boolean): void {
    const person = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (faults.profileError) return sendJson(response, 200, { code: faults.profileError, msg: 'refused' });
    if (!person) return sendJson(response, 401, { code: 99991668, msg: 'Invalid access token' });
    const { open_id, union_id, name, tenant_key, mobile } = person;
    const avatar_url = `https://avatars.example/${open_id}.png`;
    const data = { name, en_name: name, avatar_url, open_id, union_id, tenant_key, mobile };
    sendJson(
      response,
      200,
      isNested ? { code: 0, msg: 'success', data } : { sub: open_id, picture: avatar_url, ...data },
    );
  }

  return {
    url: base,
    appId,
    appSecret,
    people,
    redirectUris,
    faults,
    env: {
      FEISHU_APP_ID: appId,
      FEISHU_APP_SECRET: appSecret,
      FEISHU_ACCOUNTS_URL: base,
      FEISHU_OPEN_URL: base,
      FEISHU_PASSPORT_URL: base,
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function redirect(response: ServerResponse, to: string, query: Record<string, string>): void {
  const url = new URL(to);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  response.writeHead(302, { location: url.href }).end();
}

function refuse(response: ServerResponse, code: number, error = 'invalid_grant'): void {
  sendJson(response, 400, { code, error, error_description: `refused by the double (${code})` });
}

function refusePage(response: ServerResponse, code: number): void {
  sendPage(response, 400, `<h1>错误码：${code}</h1>`);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function sendPage(response: ServerResponse, status: number, body: string): void {
  const html = `<!doctype html><meta charset="utf-8"><title>飞书</title>${body}`;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
