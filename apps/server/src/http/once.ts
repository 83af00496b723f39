import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type Call, type Envelope } from '@mixreel/contract';
import { isDatabaseAway, untilBack } from '#db/away.ts';
import type { Db } from '#db/connect.ts';
import { and, eq, isNull, lt, sql } from '#db/orm.ts';
import { request_once } from './http.tables.ts';

type Answered = { status: number; envelope: Envelope };

/** An answer that takes longer belongs to a process that died; the call may then be made again. */
const ABANDONED_S = 120;
const WAIT_MS = 20_000;

/**
 * Carries a call out once per user and request id. The same request sent again, after a lost answer for example, gets
 * the first one's answer; while the first still runs, it waits for it.
 */
export async function once(
  db: Db,
  { user_uid, request_id, call, input }: { user_uid: string; request_id: string; call: Call; input: unknown },
  run: () => Promise<Answered>,
): Promise<Answered> {
  const key = { user_uid, path: call.path, request_id };
  const input_hash = createHash('sha256').update(JSON.stringify(input)).digest('base64url');
  const isKey = and(
    eq(request_once.user_uid, user_uid),
    eq(request_once.path, call.path),
    eq(request_once.request_id, request_id),
  );

  // Ours is told from one that another process wrote for the same request.
  const started_at = new Date().toISOString();
  const isOurs = and(isKey, eq(request_once.started_at, started_at));
  const forget = () => db.delete(request_once).where(isOurs);
  const start = () =>
    db
      .insert(request_once)
      .values({ ...key, input_hash, started_at })
      .onConflictDoUpdate({
        target: [request_once.user_uid, request_once.path, request_once.request_id],
        set: { started_at, input_hash },
        setWhere: and(
          isNull(request_once.status),
          lt(request_once.started_at, sql`now() - make_interval(secs => ${ABANDONED_S})`),
        ),
      })
      .returning({ path: request_once.path });

  for (let waited = 0; waited < WAIT_MS; waited += 100) {
    const [mine] = await orLater(start, forget);
    if (mine) break;

    const [before] = await db.select().from(request_once).where(isKey);
    if (before && before.input_hash !== input_hash) throw new AppError('conflict', '同一个请求编号不能用于不同的内容');
    if (before?.status) return { status: before.status, envelope: before.answer as Envelope };
    await delay(100);
    if (waited + 100 >= WAIT_MS) throw new AppError('conflict', '同样的操作正在进行，请稍后查看结果');
  }

  let answered: Answered;
  try {
    answered = await run();
  } catch (error) {
    // A refusal changed nothing, so the person may correct and send again.
    await orLater(forget, forget).catch(() => {});
    throw error;
  }
  const { status, envelope: answer } = answered;
  const keep = () => db.update(request_once).set({ status, answer }).where(isKey);
  // It is done: whether that could be written down does not change the answer.
  await orLater(keep, keep).catch(() => {});
  return answered;
}

/** Should the database go away in this moment, `later` is done when it is back: whoever sends the request again waits for it. */
async function orLater<T>(now: () => Promise<T>, later: () => Promise<unknown>): Promise<T> {
  try {
    return await now();
  } catch (error) {
    if (isDatabaseAway(error)) void untilBack(later, AbortSignal.timeout(ABANDONED_S * 1000)).catch(() => {});
    throw error;
  }
}

/** Nobody answers this request any more: whoever sends it again need not wait until that is taken for granted. */
export async function forgetUnanswered(db: Db, user_uid: string, request_id: string): Promise<void> {
  const isIt = and(eq(request_once.user_uid, user_uid), eq(request_once.request_id, request_id));
  await db.delete(request_once).where(and(isIt, isNull(request_once.status)));
}

/** Answers are kept for a day. */
export async function forgetOldRequests(db: Db): Promise<void> {
  await db.delete(request_once).where(lt(request_once.started_at, sql`now() - interval '1 day'`));
}
