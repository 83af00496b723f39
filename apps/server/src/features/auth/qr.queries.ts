import { randomInt } from 'node:crypto';
import { AppError, type QrChallenge, type QrInfo, type QrStatus } from '@mixreel/contract';
import type { App, Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, gt, inArray, sql } from '#db/orm.ts';
import { hashToken, newToken } from '#http/session.ts';
import { qr_challenge } from './auth.tables.ts';
import { describeBrowser } from './describe-browser.ts';

const VALID_MS = 3 * 60_000;
const WAIT_MS = 20_000;
const CHANGED = 'qr_changed';

export async function insertChallenge(
  db: Queryable,
  origin: string,
  { address, user_agent }: Context['request'],
): Promise<QrChallenge> {
  const secret = newToken();
  const qr = newToken().slice(0, 22);
  const challenge_id = newId();
  const check_number = String(randomInt(10, 100));
  const expires_at = new Date(Date.now() + VALID_MS).toISOString();
  await db.insert(qr_challenge).values({
    challenge_id,
    secret_hash: hashToken(secret),
    qr_hash: hashToken(qr),
    check_number,
    address,
    user_agent,
    expires_at,
  });
  return { challenge_id, secret, url: `${origin}/login?qr=${qr}`, check_number, expires_at };
}

type Challenge = typeof qr_challenge.$inferSelect;

/** Which browser asks. Looking tells the waiting browser that somebody has scanned. */
export async function scanChallenge({ db, streams }: Pick<App, 'db' | 'streams'>, qr: string): Promise<QrInfo> {
  const [found] = await db
    .select()
    .from(qr_challenge)
    .where(eq(qr_challenge.qr_hash, hashToken(qr)));
  if (!found) throw new AppError('not_found', '二维码已失效，请在电脑上刷新后重新扫描');
  const [scanned] = await db
    .update(qr_challenge)
    .set({ status: 'scanned' })
    .where(and(eq(qr_challenge.challenge_id, found.challenge_id), eq(qr_challenge.status, 'waiting'), isFresh()))
    .returning();
  if (scanned) await streams.signal(db, CHANGED, found.challenge_id);
  const { check_number, address, user_agent, created_at, expires_at } = found;
  const status = statusOf(scanned ?? found);
  return { status, check_number, browser: describeBrowser(user_agent), address, created_at, expires_at };
}

export async function answerChallenge(
  { db, streams }: Pick<App, 'db' | 'streams'>,
  { qr, accept, user_uid }: { qr: string; accept: boolean; user_uid: string },
): Promise<void> {
  const [answered] = await db
    .update(qr_challenge)
    .set(accept ? { status: 'confirmed', user_uid } : { status: 'refused' })
    .where(
      and(eq(qr_challenge.qr_hash, hashToken(qr)), inArray(qr_challenge.status, ['waiting', 'scanned']), isFresh()),
    )
    .returning();
  if (!answered) throw new AppError('conflict', '登录请求已过期或已处理，请在电脑上刷新二维码');
  await streams.signal(db, CHANGED, answered.challenge_id);
}

/** The state of a challenge as soon as it differs from the known one, at the latest after twenty seconds. */
export async function waitForChange(
  { db, streams, signal }: Pick<Context, 'db' | 'streams' | 'signal'>,
  { challenge_id, secret, known_status }: { challenge_id: string; secret: string; known_status: QrStatus | undefined },
): Promise<QrStatus> {
  const read = async () => statusOf(await readChallenge(db, challenge_id, secret));
  const { promise: changed, resolve: wake } = Promise.withResolvers<void>();
  // Listening begins before the first look, so that nothing that happens in between is missed.
  const forget = streams.onSignal(CHANGED, (id) => {
    if (id === challenge_id) wake();
  });
  try {
    const status = await read();
    if (status !== known_status || signal.aborted) return status;
    const timer = setTimeout(wake, WAIT_MS);
    signal.addEventListener('abort', () => wake(), { once: true });
    await changed;
    clearTimeout(timer);
    return await read();
  } finally {
    forget();
  }
}

/** Whose session the waiting browser gets: told once. */
export async function takeConfirmed(db: Queryable, challenge_id: string, secret: string): Promise<string | null> {
  const [taken] = await db
    .update(qr_challenge)
    .set({ status: 'spent' })
    .where(
      and(
        eq(qr_challenge.challenge_id, challenge_id),
        eq(qr_challenge.secret_hash, hashToken(secret)),
        eq(qr_challenge.status, 'confirmed'),
        isFresh(),
      ),
    )
    .returning({ user_uid: qr_challenge.user_uid });
  return taken?.user_uid ?? null;
}

async function readChallenge(db: Queryable, challenge_id: string, secret: string): Promise<Challenge> {
  const [found] = await db
    .select()
    .from(qr_challenge)
    .where(and(eq(qr_challenge.challenge_id, challenge_id), eq(qr_challenge.secret_hash, hashToken(secret))));
  if (!found) throw new AppError('not_found', '二维码已失效，请刷新');
  return found;
}

function statusOf({ status, expires_at }: Challenge): QrStatus {
  if (status === 'spent') return 'expired';
  return status !== 'refused' && Date.parse(expires_at) <= Date.now() ? 'expired' : status;
}

function isFresh() {
  return gt(qr_challenge.expires_at, sql`now()`);
}
