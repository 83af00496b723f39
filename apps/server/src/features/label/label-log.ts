import { type LabelLogLine, LABEL_LOG_LINES_MAX, type PageInput, pageInfo } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { type SQL, and, desc, eq, gte, inArray, isNotNull, lt, or, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { user_account } from '#features/auth/auth.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { space } from '#features/team/team.tables.ts';
import { label_log } from './label.tables.ts';

/** The law asks for half a year. */
const KEPT = sql`interval '1 year'`;
/** Programs that download in several pieces, or begin anew, are one download. */
const SAME_DOWNLOAD = sql`interval '5 minutes'`;

/** Who takes something: a user where that is known, else only an address. */
export type Taker = { space_id: string; user_uid: string | null; address: string };
type TakenFile = { sha256: string; file_name: string };

/** A machine made parts of it, and nothing in the picture says so. */
const isUnmarked = and(
  artwork.ai_origin,
  or(
    and(isNotNull(artwork.timeline), sql`not ${artwork.timeline} -> 'captions' @> '[{"kind":"ai_mark"}]'`),
    // Made elsewhere: nobody here knows whether it is marked.
    and(sql`${artwork.timeline} is null`, isNotNull(space.label_duty_at)),
  ),
);

/** Writes down who takes which of these files without the visible notice. Files that need no note leave none. */
export async function noteTaken(db: Queryable, taker: Taker, files: TakenFile[]): Promise<number> {
  if (files.length === 0) return 0;
  const found = await db
    .select({ sha256: vlc_file.sha256, vlc_id: artwork.vlc_id, artwork_id: artwork.artwork_id })
    .from(artwork)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, artwork.vlc_id))
    .innerJoin(space, eq(space.space_id, artwork.space_id))
    .where(
      and(
        eq(vlc_file.space_id, taker.space_id),
        inArray(
          vlc_file.sha256,
          files.map(({ sha256 }) => sha256),
        ),
        isUnmarked,
      ),
    );
  const names = new Map(files.map(({ sha256, file_name }) => [sha256, file_name]));
  const once = new Map(found.map(({ sha256, ...one }) => [sha256, { ...one, file_name: names.get(sha256) ?? '' }]));
  return write(db, taker, [...once.values()]);
}

/** As `noteTaken`, for a file that is known to have no notice. */
export async function noteUnmarked(
  db: Queryable,
  taker: Taker,
  file: { vlc_id: string; file_name: string },
): Promise<void> {
  await write(db, taker, [{ ...file, artwork_id: null }]);
}

type Line = { vlc_id: string; artwork_id: string | null; file_name: string };

async function write(db: Queryable, { space_id, user_uid, address }: Taker, lines: Line[]): Promise<number> {
  if (lines.length === 0) return 0;
  const who = user_uid ?? '';
  const [user] = await db.select({ name: user_account.name }).from(user_account).where(eq(user_account.user_uid, who));
  const known = await db
    .select({ vlc_id: label_log.vlc_id })
    .from(label_log)
    .where(
      and(
        eq(label_log.space_id, space_id),
        eq(label_log.user_uid, who),
        eq(label_log.address, address),
        gte(label_log.created_at, sql`now() - ${SAME_DOWNLOAD}`),
      ),
    );
  const noted = new Set(known.map(({ vlc_id }) => vlc_id));
  const fresh = lines.filter(({ vlc_id }) => !noted.has(vlc_id));
  if (fresh.length === 0) return 0;
  const common = { space_id, user_uid: who, user_name: user?.name ?? '持有链接的人', address };
  await db.insert(label_log).values(fresh.map((line) => ({ ...common, ...line, log_id: newId() })));
  return fresh.length;
}

type Asked = { space_id: string; created_from?: string | undefined; created_to?: string | undefined };

export async function readLog(db: Queryable, asked: Asked, page: PageInput) {
  const items: LabelLogLine[] = await db
    .select()
    .from(label_log)
    .where(conditionOf(asked))
    .orderBy(desc(label_log.created_at), desc(label_log.log_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return { items, page_info: pageInfo(page, await db.$count(label_log, conditionOf(asked))) };
}

/** The newest lines, as many as one file holds. */
export async function readLogLines(db: Queryable, asked: Asked): Promise<LabelLogLine[]> {
  return db
    .select()
    .from(label_log)
    .where(conditionOf(asked))
    .orderBy(desc(label_log.created_at), desc(label_log.log_id))
    .limit(LABEL_LOG_LINES_MAX);
}

function conditionOf({ space_id, created_from, created_to }: Asked): SQL | undefined {
  return and(
    eq(label_log.space_id, space_id),
    created_from ? gte(label_log.created_at, created_from) : undefined,
    created_to ? lt(label_log.created_at, created_to) : undefined,
  );
}

export async function forgetOldLabelLog(db: Queryable): Promise<void> {
  await db.delete(label_log).where(lt(label_log.created_at, sql`now() - ${KEPT}`));
}
