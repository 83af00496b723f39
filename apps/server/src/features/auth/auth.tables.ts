import type { Role, TokenScope } from '@mixreel/contract';
import { now, time } from '#db/columns.ts';
import { bigint, boolean, index, integer, jsonb, pgTable, text } from '#db/pg-core.ts';
import { space } from '#features/team/team.tables.ts';

export const user_account = pgTable('user_account', {
  user_uid: text().primaryKey(),
  name: text().notNull(),
  avatar: text(),
  role: text().$type<'admin' | 'member'>().notNull().default('member'),
  status: text().$type<'active' | 'disabled'>().notNull().default('active'),
  user_privilege: boolean().notNull().default(true),
  created_at: time().notNull().default(now),
  last_login_at: time(),
});

/** One sign-in of one browser, whose tokens change, or a personal access token; it lives until it ends or expires. */
export const user_session = pgTable(
  'user_session',
  {
    session_id: text().primaryKey(),
    user_uid: text()
      .notNull()
      .references(() => user_account.user_uid, { onDelete: 'cascade' }),
    space_id: text().notNull(),
    user_agent: text(),
    address: text(),
    /** Opened by an administrator's link, and therefore by somebody who may have forgotten the password. */
    may_reset: boolean().notNull().default(false),
    /** A program works by it rather than a browser: what it may do, in this space alone. */
    scopes: text().array().$type<TokenScope[]>(),
    token_name: text(),
    token_hint: text(),
    last_used_at: time(),
    created_at: time().notNull().default(now),
    ended_at: time(),
  },
  (table) => [index('user_session_user').on(table.user_uid)],
);

/** Tokens are kept as SHA-256; a used refresh token stays until it expires, so that its second use is noticed. */
export const session_token = pgTable(
  'session_token',
  {
    token_hash: text().primaryKey(),
    session_id: text()
      .notNull()
      .references(() => user_session.session_id, { onDelete: 'cascade' }),
    kind: text().$type<'access' | 'refresh' | 'stream' | 'personal'>().notNull(),
    /** The one address, query included, that a ticket opens. */
    opens: text(),
    expires_at: time().notNull(),
    used_at: time(),
  },
  (table) => [index('session_token_session').on(table.session_id), index('session_token_expiry').on(table.expires_at)],
);

/** Codes that work once. Of a user, except the first administrator's. */
export const one_time_code = pgTable('one_time_code', {
  code_hash: text().primaryKey(),
  /** `reset` is an administrator's: whoever comes in by it may choose a new password without the old one. */
  kind: text().$type<'first_admin' | 'sign_in' | 'reset' | 'handover'>().notNull(),
  user_uid: text().references(() => user_account.user_uid, { onDelete: 'cascade' }),
  /** Where the session goes on that a hand-over opens. */
  space_id: text(),
  expires_at: time().notNull(),
  used_at: time(),
  created_at: time().notNull().default(now),
});

/** Links that make users, each up to a number of times. */
export const invitation = pgTable('invitation', {
  invitation_id: text().primaryKey(),
  code_hash: text().notNull().unique(),
  note: text().notNull(),
  role: text().$type<'admin' | 'member'>().notNull(),
  user_privilege: boolean().notNull(),
  team_id: text().references(() => space.space_id, { onDelete: 'cascade' }),
  team_role: text().$type<Role>().notNull(),
  /** The project that it leads to, of that team. */
  project_id: text(),
  max_uses: integer().notNull(),
  used_count: integer().notNull().default(0),
  created_by: text().notNull(),
  created_at: time().notNull().default(now),
  expires_at: time().notNull(),
  revoked_at: time(),
});

/** Who is who at Feishu. `open_id` is the person in our app, `union_id` in all apps of one maker. */
export const feishu_account = pgTable('feishu_account', {
  open_id: text().primaryKey(),
  union_id: text().unique(),
  tenant_key: text().notNull(),
  user_uid: text()
    .notNull()
    .references(() => user_account.user_uid, { onDelete: 'cascade' }),
  name: text().notNull(),
  en_name: text(),
  avatar: text(),
  email: text(),
  mobile: text(),
  employee_no: text(),
  created_at: time().notNull().default(now),
  last_login_at: time().notNull().default(now),
});

/** A way to Feishu that somebody has begun: valid for ten minutes, gone when used. */
export const feishu_state = pgTable('feishu_state', {
  state_hash: text().primaryKey(),
  flow: text().$type<'authorize' | 'qr'>().notNull(),
  redirect_uri: text().notNull(),
  /** The PKCE secret; the QR way has none. */
  code_verifier: text(),
  expires_at: time().notNull(),
});

/** The password of a user, and the name that is typed with it: unlike names of people no two are the same. */
export const user_password = pgTable('user_password', {
  user_uid: text()
    .primaryKey()
    .references(() => user_account.user_uid, { onDelete: 'cascade' }),
  login_name: text().notNull(),
  /** As it is compared: case and width make no difference. */
  login_key: text().notNull().unique(),
  password_hash: text().notNull(),
  changed_at: time().notNull().default(now),
});

export const passkey = pgTable(
  'passkey',
  {
    passkey_id: text().primaryKey(),
    user_uid: text()
      .notNull()
      .references(() => user_account.user_uid, { onDelete: 'cascade' }),
    credential_id: text().notNull().unique(),
    public_key: text().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    /** The host that it belongs to. */
    rp_id: text().notNull(),
    passkey_name: text().notNull(),
    created_at: time().notNull().default(now),
    last_used_at: time(),
  },
  (table) => [index('passkey_user').on(table.user_uid)],
);

/** What a browser was asked to sign: valid for five minutes, gone when used. Of a user, when a key is being added. */
export const passkey_challenge = pgTable('passkey_challenge', {
  challenge: text().primaryKey(),
  user_uid: text().references(() => user_account.user_uid, { onDelete: 'cascade' }),
  origin: text().notNull(),
  expires_at: time().notNull(),
});

/** A browser that shows a QR and waits for a phone. */
export const qr_challenge = pgTable('qr_challenge', {
  challenge_id: text().primaryKey(),
  secret_hash: text().notNull(),
  qr_hash: text().notNull().unique(),
  check_number: text().notNull(),
  status: text().$type<'waiting' | 'scanned' | 'confirmed' | 'refused' | 'spent'>().notNull().default('waiting'),
  address: text().notNull(),
  user_agent: text(),
  user_uid: text().references(() => user_account.user_uid, { onDelete: 'cascade' }),
  created_at: time().notNull().default(now),
  expires_at: time().notNull(),
});

/** Wrong codes and passwords, by what they are counted by, so that guessing ends early. Old ones are forgotten soon. */
export const wrong_code = pgTable(
  'wrong_code',
  { guess_id: text().notNull().default(''), address: text().notNull(), at: time().notNull().default(now) },
  (table) => [index('wrong_code_address').on(table.address, table.at), index('wrong_code_guess').on(table.guess_id)],
);
