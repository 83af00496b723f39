import { z } from 'zod';
import { ROLES, get, getThatWrites, post, query } from './endpoint.ts';
import { SiteAddress } from './site-address.ts';
import { Done, Id, InSpace, Name, Nothing, Time } from './wire.ts';

export const UserInfo = z.object({
  user_uid: Id,
  name: z.string(),
  avatar: z.string().nullable(),
  role: z.enum(['admin', 'member']),
  status: z.enum(['active', 'disabled']),
  user_privilege: z.boolean(),
});
export type UserInfo = z.infer<typeof UserInfo>;

/** What the browser keeps of a sign-in. Both tokens are opaque and stored hashed on the server. */
export const Session = z.object({
  access_token: z.string(),
  expires_at: Time,
  refresh_token: z.string(),
  refresh_expires_at: Time,
  user_info: UserInfo,
});
export type Session = z.infer<typeof Session>;

const Secret = z.string().trim().min(1).max(200);
/** An http(s) address. As `origin`: of the page that asks, so that links can be made which others reach. */
export const WebAddress = z.url({ protocol: /^https?$/, error: '应为 http(s) 地址' }).max(2000);
const Leaving = z.object({ user_uid: Id.optional() });

/** A short code that works once: typed into another browser, or opened as `/login?code=`. */
export const SignInCode = z.object({ code: z.string(), expires_at: Time });
export type SignInCode = z.infer<typeof SignInCode>;

/** With the link that opens it from another machine of the network, when the page said where it is. */
export const SignInLink = SignInCode.extend({ url: z.string().nullable() });

/** What a code opens, told before it is spent: the page then asks for a name, or only says welcome. */
export const CodeInfo = z.object({
  kind: z.enum(['first_admin', 'invitation', 'sign_in']),
  /** Whether signing in with it makes a new user, who may give a name. */
  is_new_user: z.boolean(),
  user_name: z.string().nullable(),
  invited_by: z.string().nullable(),
  team_id: Id.nullable(),
  team_name: z.string().nullable(),
  team_role: z.enum(ROLES).nullable(),
  /** The project that an invitation leads to. */
  project_id: Id.nullable(),
  project_name: z.string().nullable(),
  expires_at: Time,
});
export type CodeInfo = z.infer<typeof CodeInfo>;

/**
 * Two ways to Feishu, each with a state of its own. The page keeps both states (session storage) and sends a returned
 * code on only together with one of them: a code that somebody else asked for must not sign this browser in.
 */
export const FeishuSignIn = z.object({
  authorize_url: z.string(),
  state: z.string(),
  expires_at: Time,
  /** The QR page is shown in a frame; its message `{ tmp_code }` from `origin` is appended to `goto` as `&tmp_code=`. */
  qr: z.object({ page_url: z.string(), goto: z.string(), origin: z.string(), state: z.string() }),
});
export type FeishuSignIn = z.infer<typeof FeishuSignIn>;

/** The waiting browser keeps `secret`, which the QR does not hold: a photo of the QR signs nobody in. */
export const QrChallenge = z.object({
  challenge_id: Id,
  secret: z.string(),
  /** What the QR holds: `/login?qr=…` at an address that a phone on the same network reaches. */
  url: z.string(),
  /** Shown beside the QR and on the phone, so that a person sees that both mean the same sign-in. */
  check_number: z.string(),
  expires_at: Time,
});
export type QrChallenge = z.infer<typeof QrChallenge>;

export const QR_STATUSES = ['waiting', 'scanned', 'confirmed', 'refused', 'expired'] as const;
export type QrStatus = (typeof QR_STATUSES)[number];

/** What the phone shows before the person confirms. */
export const QrInfo = z.object({
  status: z.enum(QR_STATUSES),
  check_number: z.string(),
  /** The browser that asks, in words: `Chrome · Windows`. */
  browser: z.string(),
  address: z.string(),
  created_at: Time,
  expires_at: Time,
});
export type QrInfo = z.infer<typeof QrInfo>;

export const auth = {
  login: post('/api/user/login', {
    summary: '登录',
    details: '首位管理员链接、邀请链接、手输的授权码，或飞书的 code 与 state',
    input: z.object({
      code: Secret,
      redirect_uri: WebAddress.optional(),
      state: Secret.optional(),
      name: Name.max(50, '最多 50 个字').optional(),
      /** Somebody new may choose one at once. */
      password: z.string().max(200).optional(),
    }),
    output: Session,
    access: 'public',
    loading: true,
    per_minute: 60,
  }),
  codeInfo: query('/api/auth/code_info', {
    summary: '查看授权码的用途',
    details: '授权码或邀请链接是给谁用的；查看不会消耗它',
    input: z.object({ code: Secret }),
    output: CodeInfo,
    access: 'public',
    per_minute: 60,
  }),
  loginByFeishuQr: getThatWrites('/api/auth/loginByFeishuQr/', {
    summary: '开始飞书登录',
    details: '授权地址与扫码页的参数，10 分钟内有效',
    input: z.object({ redirect_uri: WebAddress }),
    output: FeishuSignIn,
    access: 'public',
    per_minute: 120,
  }),
  startQr: post('/api/auth/qr/start', {
    summary: '生成登录二维码',
    details: '手机打开并确认后，本浏览器自动登录',
    input: z.object({ origin: WebAddress }),
    output: QrChallenge,
    access: 'public',
    per_minute: 120,
  }),
  waitQr: query('/api/auth/qr/wait', {
    summary: '扫码登录',
    details: '等待手机确认；状态与 known_status 不同时立即返回，否则最多等 20 秒',
    input: z.object({ challenge_id: Id, secret: Secret, known_status: z.enum(QR_STATUSES).optional() }),
    output: z.object({ status: z.enum(QR_STATUSES), session: Session.nullable() }),
    access: 'public',
    per_minute: 1200,
  }),
  qrInfo: query('/api/auth/qr/info', {
    summary: '查看登录请求',
    details: '手机扫码后：是哪个浏览器在请求登录',
    input: z.object({ qr: Secret }),
    output: QrInfo,
    access: 'public',
    per_minute: 120,
  }),
  answerQr: post('/api/auth/qr/answer', {
    summary: '答复登录请求',
    details: '手机上确认或拒绝',
    input: z.object({ qr: Secret, accept: z.boolean() }),
    output: Done,
    access: 'session',
    per_minute: 60,
  }),
  refreshToken: post('/api/user/refreshToken', {
    summary: '刷新登录',
    details: '换新的登录凭证；旧的刷新凭证随即失效，被重复使用时整个登录作废',
    input: z.object({ refresh_token: Secret }),
    output: Session,
    access: 'public',
    per_minute: 300,
  }),
  loadTokenByKey: getThatWrites('/api/auth/loadTokenByKey', {
    summary: '用交接密钥登录',
    details: '应用之间的交接：一次性密钥换取登录，登录后在同一个空间',
    input: z.object({ key: Secret }),
    output: Session,
    access: 'public',
    per_minute: 60,
  }),
  issueKey: post('/api/auth/issueKey', {
    summary: '领取交接密钥',
    details: '60 秒内有效，只能用一次',
    input: InSpace,
    output: z.object({ key: z.string(), expires_at: Time }),
    access: 'session',
    space: { by: 'team_id', role: 'viewer' },
    secret: true,
    per_minute: 30,
  }),
  issueCode: post('/api/auth/issueCode', {
    summary: '领取授权码',
    details: '在自己的另一个浏览器上输入即可登录；url 是同一网络里的手机能打开的登录链接。10 分钟内有效，只能用一次',
    input: z.object({ origin: WebAddress.optional() }),
    output: SignInLink,
    access: 'session',
    secret: true,
    per_minute: 60,
  }),
  getSDWebUICode: post('/api/designer/sdwebui/getSDWebUICode', {
    summary: '打开图像工作台',
    details: '一次性密钥与带着它的地址；工作台用 loadTokenByKey 换取登录',
    input: InSpace,
    output: z.object({ code: z.string(), url: z.string(), expires_at: Time }),
    space: { by: 'team_id', role: 'viewer' },
    secret: true,
    per_minute: 30,
  }),
  acceptInvitation: post('/api/auth/invitation/accept', {
    summary: '接受邀请',
    details: '已登录的用户加入团队',
    input: z.object({ code: Secret }),
    output: z.object({ team_id: Id.nullable(), team_name: z.string().nullable(), project_id: Id.nullable() }),
    access: 'session',
    loading: true,
    per_minute: 20,
  }),
  logout: post('/api/user/logout', { summary: '退出登录', input: Leaving, output: Done, access: 'session' }),
  leave: getThatWrites('/api/auth/logout/', { summary: '退出登录', input: Leaving, output: Done, access: 'session' }),
  info: get('/api/user/info', { summary: '当前用户', input: Nothing, output: UserInfo, access: 'session' }),
  updateProfile: post('/api/user/profile/update', {
    summary: '修改自己的名字',
    input: z.object({ name: Name.max(50, '最多 50 个字') }),
    output: UserInfo,
    access: 'session',
  }),
  streamTicket: query('/api/auth/stream_ticket', {
    summary: '领取短时凭证',
    details: '用于事件流与图片代理：只能打开 address 这一个地址（路径与查询），一次，60 秒内',
    input: z.object({ address: SiteAddress }),
    output: z.object({ ticket: z.string(), expires_at: Time }),
    access: 'session',
  }),
};
