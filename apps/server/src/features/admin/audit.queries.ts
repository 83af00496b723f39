import { type AuditEntry, type PageInput, pageInfo } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { containing } from '#db/containing.ts';
import { and, desc, eq, gte, ilike, lt, or, sql } from '#db/orm.ts';
import { audit_entry } from '#http/http.tables.ts';

type AuditFilter = { [K in 'user_uid' | 'action' | 'keyword' | 'from' | 'to']: string | undefined };

export async function readAudit(
  db: Queryable,
  { user_uid, action, keyword, from, to }: AuditFilter,
  page: PageInput,
): Promise<{ items: AuditEntry[]; page_info: ReturnType<typeof pageInfo> }> {
  const condition = and(
    user_uid ? eq(audit_entry.user_uid, user_uid) : undefined,
    action ? eq(audit_entry.action, action) : undefined,
    from ? gte(audit_entry.at, from) : undefined,
    to ? lt(audit_entry.at, to) : undefined,
    keyword
      ? or(
          ilike(audit_entry.user_name, containing(keyword)),
          ilike(audit_entry.summary, containing(keyword)),
          sql`${audit_entry.input}::text ilike ${containing(keyword)}`,
        )
      : undefined,
  );
  const items = await db
    .select()
    .from(audit_entry)
    .where(condition)
    .orderBy(desc(audit_entry.audit_id))
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size);
  return { items, page_info: pageInfo(page, await db.$count(audit_entry, condition)) };
}

export async function forgetOldAudit(db: Db, days: number): Promise<void> {
  await db.delete(audit_entry).where(lt(audit_entry.at, sql`now() - make_interval(days => ${days})`));
}
