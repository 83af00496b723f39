import { AppError, type HistoryEntry } from '@mixreel/contract';
import { applyAll, type State } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import { and, asc, desc, eq, gt, lt, lte, sql } from '#db/orm.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { document_act, document_version } from './document.tables.ts';

const ROWS = 400;
/** One act may be some megabytes, and two hundred lie between two states that are kept. */
const ACTS_AT_ONCE = 20;
const LOST = '这一步已不单独保留，请选择它前后的版本';
/** What somebody goes on with after a rest this long is another step. */
const REST_MS = 60_000;

/** The steps of a document, the newest first; where its acts are no longer kept, the states that are. */
export async function readHistory(
  db: Queryable,
  document_id: string,
  before: number,
): Promise<{ items: HistoryEntry[]; before: number | null }> {
  const acts = await db
    .select({
      sequence: document_act.sequence,
      words: document_act.words,
      cause: document_act.cause,
      user_uid: document_act.user_uid,
      user_name: sql<string>`coalesce(${user_account.name}, '')`,
      version_name: document_version.version_name,
      created_at: document_act.created_at,
      about: sql<string | null>`${document_act.operations} -> 0 ->> 'id'`,
    })
    .from(document_act)
    .leftJoin(user_account, eq(user_account.user_uid, document_act.user_uid))
    .leftJoin(
      document_version,
      and(
        eq(document_version.document_id, document_act.document_id),
        eq(document_version.sequence, document_act.sequence),
      ),
    )
    .where(
      and(
        eq(document_act.document_id, document_id),
        lt(document_act.sequence, before),
        sql`${document_act.operations} <> '[]'`,
      ),
    )
    .orderBy(desc(document_act.sequence))
    .limit(ROWS);
  const steps = gather(acts);
  const oldest = acts.at(-1)?.sequence ?? before;
  if (acts.length === ROWS) return { items: steps, before: oldest };
  return { items: [...steps, ...(await readKept(db, document_id, oldest))], before: null };
}

type ActRow = Omit<HistoryEntry, 'count'> & { user_uid: string | null; about: string | null };

/** The same done to the same thing without a rest is one step, as the letters of a line are. */
function gather(acts: ActRow[]): HistoryEntry[] {
  const steps: (HistoryEntry & ActRow & { began: number })[] = [];
  for (const act of acts) {
    const last = steps.at(-1);
    const at = Date.parse(act.created_at);
    const isSame =
      last?.user_uid === act.user_uid &&
      last?.about === act.about &&
      last?.words.replace(/「.*」/, '') === act.words.replace(/「.*」/, '') &&
      last?.cause === act.cause &&
      act.version_name === null &&
      last.began - at < REST_MS;
    if (isSame && last) {
      last.count += 1;
      last.began = at;
      // Named as it was before the first letter of it.
      last.words = act.words;
    } else steps.push({ ...act, count: 1, began: at });
  }
  return steps;
}

async function readKept(db: Queryable, document_id: string, before: number): Promise<HistoryEntry[]> {
  const rows = await db
    .select({
      sequence: document_version.sequence,
      version_name: document_version.version_name,
      created_at: document_version.created_at,
    })
    .from(document_version)
    .where(and(eq(document_version.document_id, document_id), lt(document_version.sequence, before)))
    .orderBy(desc(document_version.sequence));
  const { length } = rows;
  return rows.map((row, n) => ({
    ...row,
    words: n === length - 1 ? '最早的内容' : '当时的内容',
    count: 1,
    user_name: '',
    cause: 'kept',
  }));
}

/** A document as it was after an act. */
export async function readStateAt(db: Queryable, document_id: string, sequence: number): Promise<State> {
  const [version] = await db
    .select({ sequence: document_version.sequence, state: document_version.state })
    .from(document_version)
    .where(and(eq(document_version.document_id, document_id), lte(document_version.sequence, sequence)))
    .orderBy(desc(document_version.sequence))
    .limit(1);
  if (!version) throw new AppError('not_found', LOST);
  let { state, sequence: at } = version;
  while (at < sequence) {
    const acts = await db
      .select({ sequence: document_act.sequence, operations: document_act.operations })
      .from(document_act)
      .where(
        and(
          eq(document_act.document_id, document_id),
          gt(document_act.sequence, at),
          lte(document_act.sequence, sequence),
        ),
      )
      .orderBy(asc(document_act.sequence))
      .limit(ACTS_AT_ONCE);
    const last = acts.at(-1)?.sequence ?? at;
    if (acts.length === 0 || last !== at + acts.length) throw new AppError('not_found', LOST);
    state = applyAll(
      state,
      acts.flatMap(({ operations }) => operations),
    );
    at = last;
  }
  return state;
}
