import { account, type ARRANGED_TABLES } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { and, desc, eq, isNull, ne } from '#db/orm.ts';
import { endSessions, requireUser } from '#features/auth/auth.queries.ts';
import { user_session } from '#features/auth/auth.tables.ts';
import { describeBrowser } from '#features/auth/describe-browser.ts';
import { startSession } from '#features/auth/sign-in.ts';
import { readLoginName, requireOwnPassword, requireUserOfPassword, setPassword } from '#features/auth/user-password.ts';
import { forgetWaysIn } from '#features/auth/ways-in.ts';
import { implement } from '#http/route.ts';
import { user_columns } from './account.tables.ts';
import {
  addPasskey,
  readPasskeys,
  removePasskey,
  requireUserOfPasskey,
  startAuthentication,
  startRegistration,
} from './passkey.queries.ts';

const BROWSERS_MAX = 50;

export const accountRoutes = implement(account, {
  async loginByPassword(input, context) {
    const { db, request } = context;
    const user_uid = await requireUserOfPassword(db, input, request.address);
    return db.transaction(async (tx) => {
      const user = await requireUser(tx, user_uid);
      return startSession(tx, context, { call: account.loginByPassword, user });
    });
  },

  async startPasskey({ origin }, { db, config }) {
    return startAuthentication(db, config, origin);
  },

  async loginByPasskey({ credential }, context) {
    // Not in the transaction: a question that was answered wrongly must not be there to be answered again.
    const user_uid = await requireUserOfPasskey(context.db, credential);
    return context.db.transaction(async (tx) => {
      const user = await requireUser(tx, user_uid);
      return startSession(tx, context, { call: account.loginByPasskey, user });
    });
  },

  async detail(_input, context) {
    const { db, user } = context;
    const [login_name, session, passkeys, browsers] = await Promise.all([
      readLoginName(db, user.user_uid),
      readSession(context),
      readPasskeys(db, user.user_uid),
      readBrowsers(context),
    ]);
    return { login_name, needs_old_password: login_name !== null && !session?.may_reset, passkeys, browsers };
  },

  async setPassword({ password, old_password }, context) {
    const { db, user, session_id } = context;
    const session = await readSession(context);
    if (!session?.may_reset) await requireOwnPassword(db, user.user_uid, old_password);
    return db.transaction(async (tx) => {
      const login_name = await setPassword(tx, user.user_uid, password);
      // Whoever knew the old one is out; the link that opened this session has done its work.
      await endOthers(tx, context);
      await tx.update(user_session).set({ may_reset: false }).where(eq(user_session.session_id, session_id));
      return { login_name };
    });
  },

  async startAddPasskey({ origin }, { db, config, user }) {
    return startRegistration(db, config, { ...user, origin });
  },

  async addPasskey({ credential, passkey_name }, { db, user, request }) {
    const name = passkey_name ?? describeBrowser(request.user_agent);
    return addPasskey(db, user.user_uid, { credential, passkey_name: name });
  },

  async deletePasskey({ passkey_id }, { db, user }) {
    await removePasskey(db, user.user_uid, passkey_id);
    return {};
  },

  async endOthers(_input, context) {
    await context.db.transaction((tx) => endOthers(tx, context));
    return {};
  },

  async columns({ table_name }, { db, user }) {
    const [kept] = await db.select().from(user_columns).where(isTable(user.user_uid, table_name));
    return { layout: kept?.layout ?? null };
  },

  async setColumns({ table_name, layout }, { db, user }) {
    const { user_uid } = user;
    if (layout === null) await db.delete(user_columns).where(isTable(user_uid, table_name));
    else {
      await db
        .insert(user_columns)
        .values({ user_uid, table_name, layout })
        .onConflictDoUpdate({ target: [user_columns.user_uid, user_columns.table_name], set: { layout } });
    }
    return {};
  },
});

function isTable(user_uid: string, table_name: (typeof ARRANGED_TABLES)[number]) {
  return and(eq(user_columns.user_uid, user_uid), eq(user_columns.table_name, table_name));
}

/** Programs with a token are told of, and ended, by themselves. */
const isBrowser = isNull(user_session.scopes);

function isOpen(user_uid: string) {
  return and(eq(user_session.user_uid, user_uid), isNull(user_session.ended_at));
}

async function readSession({ db, session_id }: Context) {
  const [session] = await db.select().from(user_session).where(eq(user_session.session_id, session_id));
  return session;
}

async function readBrowsers({ db, user, session_id }: Context) {
  const rows = await db
    .select()
    .from(user_session)
    .where(and(isOpen(user.user_uid), isBrowser))
    .orderBy(desc(user_session.created_at))
    .limit(BROWSERS_MAX);
  return rows.map((row) => ({
    session_id: row.session_id,
    browser: describeBrowser(row.user_agent),
    address: row.address ?? '',
    created_at: row.created_at,
    is_this: row.session_id === session_id,
  }));
}

async function endOthers(tx: Parameters<typeof endSessions>[0], { streams, user, session_id }: Context): Promise<void> {
  const others = await tx
    .select({ session_id: user_session.session_id })
    .from(user_session)
    .where(and(isOpen(user.user_uid), isBrowser, ne(user_session.session_id, session_id)));
  for (const other of others) await endSessions(tx, streams, other);
  await forgetWaysIn(tx, user.user_uid);
}
