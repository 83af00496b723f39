import type { Fields, Operation, State } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import { and, eq, sql } from '#db/orm.ts';
import type { Statement } from '#db/statement.ts';
import { document_act, document_version } from '#features/document/document.tables.ts';
import { changesOf, documentRows } from '#features/document/rows.ts';
import type { Author, Changed } from '#features/document/store.ts';
import { fact, fact_acceptance } from './fact.tables.ts';

const putFacts = documentRows(fact, { owner: 'document_id', id: 'fact_id', isPerDocument: true });
const putAcceptances = documentRows(fact_acceptance, {
  owner: 'document_id',
  id: 'acceptance_id',
  isPerDocument: true,
});

/** The tables of facts of any kind of document that has them. */
export async function readFactTables(db: Queryable, document_id: string): Promise<State> {
  const facts = await db.select().from(fact).where(eq(fact.document_id, document_id));
  const accepted = await db.select().from(fact_acceptance).where(eq(fact_acceptance.document_id, document_id));
  return {
    fact: Object.fromEntries(facts.map(({ document_id: _of, fact_id, ...record }) => [fact_id, record])),
    acceptance: Object.fromEntries(
      accepted.map(({ document_id: _of, acceptance_id, ...record }) => [acceptance_id, record]),
    ),
  };
}

export function writeFactTables(state: State, changed: Changed): Statement[] {
  return [...putFacts(changesOf(state, 'fact', changed)), ...putAcceptances(changesOf(state, 'acceptance', changed))];
}

/** Of a document that begins with them. */
export async function insertFactTables(db: Queryable, document_id: string, state: State): Promise<void> {
  const facts = Object.entries(state['fact'] ?? {}).map(([fact_id, record]) => {
    return { ...record, document_id, fact_id } as typeof fact.$inferInsert;
  });
  if (facts.length > 0) await db.insert(fact).values(facts);
  const accepted = Object.entries(state['acceptance'] ?? {}).map(([acceptance_id, record]) => {
    return { ...record, document_id, acceptance_id } as typeof fact_acceptance.$inferInsert;
  });
  if (accepted.length > 0) await db.insert(fact_acceptance).values(accepted);
}

/** Whoever accepts something does so in their own name; what was in the document before may come back as it was. */
export async function refuseAcceptances(
  db: Queryable,
  { document_id, user }: { document_id: string; user: Author },
  operations: readonly Operation[],
): Promise<string | null> {
  for (const one of operations) {
    if (one.table !== 'acceptance' || one.do === 'remove') continue;
    if (one.do !== 'add') return '接受过的说法不能修改，请撤掉后重新接受';
    const { accepted_by, accepted_by_name } = one.record;
    if (accepted_by === user?.user_uid && accepted_by_name === user?.name) continue;
    if (!(await wasThere(db, document_id, one.id, one.record))) return '只能以自己的名义接受，请刷新页面';
  }
  return null;
}

async function wasThere(db: Queryable, document_id: string, id: string, record: Fields): Promise<boolean> {
  const added = JSON.stringify([{ do: 'add', table: 'acceptance', id, record }]);
  const kept = JSON.stringify({ acceptance: { [id]: record } });
  const [act] = await db
    .select({ one: sql`1` })
    .from(document_act)
    .where(and(eq(document_act.document_id, document_id), sql`${document_act.operations} @> ${added}::jsonb`))
    .limit(1);
  if (act) return true;
  const [version] = await db
    .select({ one: sql`1` })
    .from(document_version)
    .where(and(eq(document_version.document_id, document_id), sql`${document_version.state} @> ${kept}::jsonb`))
    .limit(1);
  return version !== undefined;
}
