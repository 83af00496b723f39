import { Session } from '@mixreel/document';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { and, eq, gt, min, sql } from '#db/orm.ts';
import { readActs } from './document.queries.ts';
import { document, document_act } from './document.tables.ts';
import { readStateAt } from './history.ts';
import { perform } from './perform.ts';
import type { Author, DocumentStore } from './store.ts';

type Which = {
  space_id: string;
  user: Author;
  /** What the names of the acts begin with. */
  prefix: string;
  /** Those of before were taken back already. */
  since: string | null;
};

/** Takes back acts of all documents of these kinds as one step each; what others did since stays. Answers how many acts. */
export async function undoActs(
  app: App,
  stores: DocumentStore[],
  { space_id, user, prefix, since }: Which,
): Promise<number> {
  const found = await app.db
    .select({ document_id: document.document_id, kind: document.kind, first: min(document_act.sequence) })
    .from(document_act)
    .innerJoin(document, eq(document.document_id, document_act.document_id))
    .where(
      and(
        eq(document.space_id, space_id),
        sql`starts_with(${document_act.act_id}, ${prefix})`,
        since === null ? undefined : gt(document_act.created_at, since),
      ),
    )
    .groupBy(document.document_id, document.kind);
  let count = 0;
  for (const { document_id, kind, first } of found) {
    const store = stores.find((one) => one.kind.kind === kind);
    if (!store || first === null) continue;
    const state = await readStateAt(app.db, document_id, first - 1);
    let next = '';
    const session = new Session({ state, sequence: first - 1, newId: () => next || newId() });
    for (const act of await readActs(app.db, document_id, first - 1)) {
      if (act.act_id.startsWith(prefix)) {
        next = act.act_id;
        session.act(act.operations);
        session.send();
        next = '';
        count += 1;
      }
      session.receive(act);
    }
    while (session.next('undo')) session.step('undo');
    const operations = session.pending.flatMap((act) => act.operations);
    if (operations.length === 0) continue;
    const request = { sequence: session.sequence, acts: [{ act_id: newId(), operations }] };
    await perform(app, store, { document_id, space_id, user, isApi: true }, request);
  }
  return count;
}
