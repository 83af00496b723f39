import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { now, time } from '#db/columns.ts';

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

/** One sign-in of one browser. Its tokens change; it lives until it ends or expires. */
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
    kind: text().$type<'access' | 'refresh' | 'stream'>().notNull(),
    expires_at: time().notNull(),
    used_at: time(),
  },
  (table) => [index('session_token_session').on(table.session_id), index('session_token_expiry').on(table.expires_at)],
);

/** Codes that work once: the first administrator's link, invitations, hand-over keys. */
export const one_time_code = pgTable('one_time_code', {
  code_hash: text().primaryKey(),
  kind: text().$type<'first_admin'>().notNull(),
  user_uid: text(),
  payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  expires_at: time().notNull(),
  used_at: time(),
  created_at: time().notNull().default(now),
});
