import { createHash } from 'node:crypto';
import { AppError } from '@mixreel/contract';
import { z } from 'zod';
import type { FeishuConfig } from '#config.ts';

const ANSWER_MAX = 256 * 1024;

/** How somebody goes to Feishu: by its authorization page with PKCE, or by the QR page, which knows no PKCE. */
export type FeishuFlow = 'authorize' | 'qr';

const optional = z
  .string()
  .nullish()
  .transform((value) => value || null);

/** Who somebody is at Feishu; the same fields from both flows, nested in one and flat in the other. */
export const FeishuProfile = z.object({
  name: z.string().min(1),
  en_name: optional,
  avatar_url: optional,
  picture: optional,
  open_id: z.string().min(1),
  union_id: optional,
  tenant_key: z.string().default(''),
  email: optional,
  enterprise_email: optional,
  mobile: optional,
  employee_no: optional,
});
export type FeishuProfile = z.infer<typeof FeishuProfile>;

const Refusal = z.object({ code: z.int().optional(), error: z.string().optional() });

/** Where the browser is sent, and what the QR page in its frame is told. */
export function authorizeUrl(
  { accountsUrl, appId }: FeishuConfig,
  { redirect_uri, state, code_verifier }: { redirect_uri: string; state: string; code_verifier: string },
): string {
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const query = { response_type: 'code', state, code_challenge, code_challenge_method: 'S256' };
  return `${accountsUrl}/open-apis/authen/v1/authorize?${new URLSearchParams({ client_id: appId, redirect_uri, ...query })}`;
}

export function qrPage(
  { passportUrl, appId }: FeishuConfig,
  { redirect_uri, state }: { redirect_uri: string; state: string },
) {
  const query = new URLSearchParams({ client_id: appId, redirect_uri, response_type: 'code', state });
  const goto = `${passportUrl}/suite/passport/oauth/authorize?${query}`;
  const page_url = `${passportUrl}/suite/passport/sso/qr?${new URLSearchParams({ goto, sdk_version: '1.0.3' })}`;
  return { page_url, goto, origin: new URL(passportUrl).origin, state };
}

/** Exchanges the code and asks who it is. Feishu's token is used for that and then forgotten. */
export async function readFeishuProfile(
  config: FeishuConfig,
  grant: { flow: FeishuFlow; code: string; redirect_uri: string; code_verifier: string | null },
): Promise<FeishuProfile> {
  const token = await exchangeCode(config, grant);
  const url =
    grant.flow === 'qr'
      ? `${config.passportUrl}/suite/passport/oauth/userinfo`
      : `${config.openUrl}/open-apis/authen/v1/user_info`;
  const answer = await ask(config, url, { headers: { authorization: `Bearer ${token}` } });
  const { data } = z.object({ data: z.unknown().optional() }).parse(answer);
  const profile = FeishuProfile.safeParse(data ?? answer);
  if (!profile.success) throw unreadable();
  return profile.data;
}

async function exchangeCode(
  config: FeishuConfig,
  { flow, code, redirect_uri, code_verifier }: Parameters<typeof readFeishuProfile>[1],
): Promise<string> {
  const { appId, appSecret, tokenUrl, passportUrl } = config;
  const fields = { grant_type: 'authorization_code', client_id: appId, client_secret: appSecret, code, redirect_uri };
  const answer = await (flow === 'qr'
    ? ask(config, `${passportUrl}/suite/passport/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })
    : ask(config, tokenUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ ...fields, ...(code_verifier && { code_verifier }) }),
      }));
  const token = z.object({ access_token: z.string().min(1) }).safeParse(answer);
  if (!token.success) throw unreadable();
  return token.data.access_token;
}

/** One request to Feishu. Refusals come as HTTP 400 with a code, or as HTTP 200 with one. */
async function ask({ timeoutMs }: FeishuConfig, url: string, init: RequestInit): Promise<object> {
  let status: number;
  let body: unknown;
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    status = response.status;
    body = await readJson(response);
  } catch {
    throw new AppError('unavailable', '暂时连不上飞书，请稍后重试');
  }
  if (typeof body !== 'object' || body === null) {
    if (status >= 500) throw new AppError('unavailable', '飞书暂时不可用，请稍后重试');
    throw unreadable();
  }
  const refusal = Refusal.safeParse(body);
  const { code = 0, error } = refusal.success ? refusal.data : {};
  if (status >= 500) throw new AppError('unavailable', '飞书暂时不可用，请稍后重试');
  if (status >= 400 || code !== 0 || error) throw new AppError('sign_in_failed', explain(code, error));
  return body;
}

async function readJson(response: Response): Promise<unknown> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > ANSWER_MAX) throw new Error('Feishu answers too much');
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const AGAIN = '飞书授权已过期或已使用，请重新登录';
const MESSAGES: Record<number, string> = {
  20002: '飞书应用的密钥不正确，请联系管理员检查设置',
  20003: AGAIN,
  20004: AGAIN,
  20008: '飞书账号不存在或已离职，请联系管理员',
  20009: '你的企业没有安装这个飞书应用，请联系管理员',
  20010: '你不在这个飞书应用的可用范围内，请联系管理员开通',
  20024: AGAIN,
  20029: '登录地址没有在飞书后台登记，请联系管理员',
  20049: AGAIN,
  20065: AGAIN,
  20068: '飞书应用缺少权限，请联系管理员检查设置',
  20071: '登录地址与飞书后台登记的不一致，请联系管理员',
};

function explain(code: number, error: string | undefined): string {
  if (MESSAGES[code]) return MESSAGES[code];
  if (error === 'invalid_grant') return AGAIN;
  if (error === 'invalid_client') return '飞书应用的密钥不正确，请联系管理员检查设置';
  return `飞书登录失败${code ? `（${code}）` : ''}，请重试`;
}

function unreadable(): AppError {
  return new AppError('unavailable', '飞书的回答无法识别，请稍后重试');
}
