import { z } from 'zod';
import { Session, WebAddress } from './auth.ts';
import { get, post } from './endpoint.ts';
import { Done, Id, Name, Nothing, Time } from './wire.ts';

export const PASSWORD_MIN = 8;

/** A password as somebody chooses it. Which ones are too common the server knows. */
export const NewPassword = z
  .string()
  .min(PASSWORD_MIN, `密码至少 ${PASSWORD_MIN} 位，越长越好`)
  .max(200, '密码最多 200 位');

const Typed = z.string().min(1, '请输入密码').max(200);
/** What browsers and authenticators say to one another; the server's library reads it. */
const Credential = z.looseObject({ id: z.string().max(2000) });
const CredentialOptions = z.object({ options: z.looseObject({ challenge: z.string() }) });

export const Passkey = z.object({
  passkey_id: Id,
  passkey_name: z.string(),
  created_at: Time,
  last_used_at: Time.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** A browser in which the person is signed in. */
export const SignedInBrowser = z.object({
  session_id: Id,
  /** In words: `Chrome · Windows`. */
  browser: z.string(),
  address: z.string(),
  created_at: Time,
  is_this: z.boolean(),
});
export type SignedInBrowser = z.infer<typeof SignedInBrowser>;

/** The tables whose columns people arrange for themselves. */
export const ARRANGED_TABLES = ['story', 'agent'] as const;
const ArrangedTable = z.object({ table_name: z.enum(ARRANGED_TABLES) });
const ColumnKey = z.string().min(1).max(40);

/** How somebody left the columns of a table; what is not named is as it first was. */
export const ColumnLayout = z.object({
  order: z.array(ColumnKey).max(100),
  hidden: z.array(ColumnKey).max(100),
  widths: z.array(z.object({ key: ColumnKey, width: z.int().min(20).max(2000) })).max(100),
});
export type ColumnLayout = z.infer<typeof ColumnLayout>;

export const account = {
  loginByPassword: post('/api/user/login/password', {
    summary: '用密码登录',
    input: z.object({ login_name: Name, password: Typed }),
    output: Session,
    access: 'public',
    loading: true,
    per_minute: 60,
  }),
  startPasskey: post('/api/user/login/passkey/start', {
    summary: '开始用通行密钥登录',
    details: '给浏览器的参数，5 分钟内有效；不说有哪些账号',
    input: z.object({ origin: WebAddress }),
    output: CredentialOptions,
    access: 'public',
    per_minute: 60,
  }),
  loginByPasskey: post('/api/user/login/passkey', {
    summary: '用通行密钥登录',
    input: z.object({ credential: Credential }),
    output: Session,
    access: 'public',
    loading: true,
    per_minute: 60,
  }),
  detail: get('/api/user/account', {
    summary: '我的账号',
    details: '登录名、通行密钥和登录着的浏览器',
    input: Nothing,
    output: z.object({
      /** Null: no password yet. */
      login_name: z.string().nullable(),
      /** Whether a new password takes the old one; not after coming in by an administrator's link. */
      needs_old_password: z.boolean(),
      passkeys: z.array(Passkey),
      browsers: z.array(SignedInBrowser),
    }),
    access: 'session',
  }),
  setPassword: post('/api/user/password/set', {
    summary: '设置密码',
    details: '换密码要先给出旧密码，除非是从管理员给的登录链接进来的；其他浏览器上的登录随即失效',
    input: z.object({ password: NewPassword, old_password: Typed.optional() }),
    output: z.object({ login_name: z.string() }),
    access: 'session',
    secret: true,
    per_minute: 30,
  }),
  startAddPasskey: post('/api/user/passkey/start', {
    summary: '开始添加通行密钥',
    input: z.object({ origin: WebAddress }),
    output: CredentialOptions,
    access: 'session',
    secret: true,
    per_minute: 30,
  }),
  addPasskey: post('/api/user/passkey/add', {
    summary: '添加通行密钥',
    input: z.object({ credential: Credential, passkey_name: Name.max(50, '最多 50 个字').optional() }),
    output: Passkey,
    access: 'session',
    per_minute: 30,
  }),
  deletePasskey: post('/api/user/passkey/delete', {
    summary: '删除通行密钥',
    input: z.object({ passkey_id: Id }),
    output: Done,
    access: 'session',
  }),
  endOthers: post('/api/user/session/end_others', {
    summary: '退出其他浏览器',
    input: Nothing,
    output: Done,
    access: 'session',
  }),
  columns: get('/api/user/columns', {
    summary: '我的列',
    details: '自己把这张表的列排成了什么样；没有改过时 layout 是 null',
    input: ArrangedTable,
    output: z.object({ layout: ColumnLayout.nullable() }),
    access: 'session',
  }),
  setColumns: post('/api/user/columns/update', {
    summary: '保存我的列',
    details: '只对自己有效，换一台电脑也一样；layout 为 null 时恢复默认',
    input: ArrangedTable.extend({ layout: ColumnLayout.nullable() }),
    output: Done,
    access: 'session',
  }),
};
