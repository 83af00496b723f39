import type { Fields, State } from '@mixreel/document';
import { getTableColumns, getTableName } from '#db/orm.ts';
import type { PgTable } from '#db/pg-core.ts';
import { join, Statement, statement, text } from '#db/statement.ts';
import type { Changed } from './store.ts';

/** Records by their ids as they are now, and ids of those that are gone. */
type Changes = { there: [id: string, record: Fields][]; gone: string[] };

export function changesOf(state: State, table: string, changed: Changed): Changes {
  const [records, ids] = [state[table] ?? {}, [...(changed.get(table) ?? [])]];
  return {
    there: ids.flatMap((id): Changes['there'] => (records[id] ? [[id, records[id]]] : [])),
    gone: ids.filter((id) => !records[id]),
  };
}

/** The row that stands for a document, with what is new of it. It is changed by every act: all else waits for it. */
export function wholeRow(table: PgTable, id: string, values: Record<string, unknown>): Statement {
  const columns = getTableColumns(table);
  const name = quote(getTableName(table));
  const set = Object.entries(values).map(([column, value]) => {
    const given = value instanceof Statement || value === null ? value : columns[column]?.mapToDriverValue(value);
    return statement`${text(quote(column))} = ${given}`;
  });
  return statement`update ${text(name)} set ${join([...set, text('updated_at = now()')])} from held
    where ${text(`${name}.${quote(id)}`)} = held.document_id returning held.document_id, held.space_id`;
}

type Rows = {
  /** The columns that hold the document's id and that of a record. */
  owner: string;
  id: string;
  /** What a record fills, where that is not all that is left. */
  columns?: readonly string[];
  /** Whether two documents may use the same id. Otherwise one that names a row of another is refused by its column. */
  isPerDocument?: boolean;
  /** Further columns of a new row, and of one that was there. */
  more?: Readonly<Record<string, string>>;
  again?: Readonly<Record<string, string>>;
  /** Whether rows stay when their records go, with the time of it. */
  isKept?: boolean;
};

/** How records of a document become rows: statements that do something only while the document is held. */
export function documentRows(table: PgTable, rows: Rows) {
  const { owner, id, isPerDocument = false, more = {}, again = {}, isKept = false } = rows;
  const all = getTableColumns(table);
  const columns = rows.columns ?? Object.keys(all).filter((name) => name !== owner && name !== id);
  const name = quote(getTableName(table));
  const read = [id, ...columns];
  const into = [owner, ...Object.keys(more), ...read].map(quote).join(', ');
  const from = ['whole.document_id', ...Object.values(more), ...read.map((column) => `r.${quote(column)}`)].join(', ');
  const types = read.map((column) => `${quote(column)} ${all[column]?.getSQLType()}`).join(', ');
  const own = `case when ${name}.${quote(owner)} = excluded.${quote(owner)} then excluded.${quote(owner)} end`;
  const set = [
    ...(isPerDocument ? [] : [`${quote(owner)} = ${own}`]),
    ...columns.filter((column) => !(column in again)).map((column) => `${quote(column)} = excluded.${quote(column)}`),
    ...Object.entries(again).map(([column, value]) => `${quote(column)} = ${value}`),
  ].join(', ');
  const key = (isPerDocument ? [owner, id] : [id]).map(quote).join(', ');
  const put = {
    before: text(`insert into ${name} (${into}) select ${from} from whole, jsonb_to_recordset(`),
    behind: text(`::jsonb) as r (${types}) on conflict (${key}) do update set ${set}`),
  };
  const where = `${name}.${quote(owner)} = whole.document_id and ${name}.${quote(id)} = any(`;
  const drop = text(
    isKept
      ? `update ${name} set deleted_at = now() from whole where ${where}`
      : `delete from ${name} using whole where ${where}`,
  );
  return ({ there, gone }: Changes): Statement[] => [
    ...(there.length > 0
      ? [
          statement`${put.before}${JSON.stringify(there.map(([key_id, record]) => ({ ...record, [id]: key_id })))}${put.behind}`,
        ]
      : []),
    ...(gone.length > 0 ? [statement`${drop}${gone}::text[])`] : []),
  ];
}

function quote(name: string): string {
  return `"${name}"`;
}
