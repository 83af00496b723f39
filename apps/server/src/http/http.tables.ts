import { now, time } from '#db/columns.ts';
import { bigserial, index, integer, jsonb, pgTable, primaryKey, text } from '#db/pg-core.ts';

/** Answers of calls that change something, by request id: the same request sent again gets the same answer. */
export const request_once = pgTable(
  'request_once',
  {
    user_uid: text().notNull(),
    path: text().notNull(),
    request_id: text().notNull(),
    input_hash: text().notNull(),
    status: integer(),
    answer: jsonb(),
    started_at: time().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.user_uid, table.path, table.request_id] }),
    index('request_once_age').on(table.started_at),
  ],
);

/** What event streams said lately, so that a browser that was away can go on where it stopped. */
export const stream_event = pgTable(
  'stream_event',
  {
    event_id: bigserial({ mode: 'number' }).primaryKey(),
    topic: text().notNull(),
    event: text().notNull(),
    data: jsonb().notNull(),
    created_at: time().notNull().default(now),
  },
  (table) => [
    index('stream_event_topic').on(table.topic, table.event_id),
    index('stream_event_age').on(table.created_at),
  ],
);

/** Keys that all processes of one installation share. */
export const app_secret = pgTable('app_secret', { name: text().primaryKey(), value: text().notNull() });

/** Who did what. The name is kept as it was then; nothing here changes when the user does. */
export const audit_entry = pgTable(
  'audit_entry',
  {
    audit_id: text().primaryKey(),
    at: time().notNull().default(now),
    user_uid: text().notNull(),
    user_name: text().notNull(),
    action: text().notNull(),
    summary: text().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    address: text().notNull(),
    user_agent: text().notNull(),
  },
  (table) => [
    index('audit_entry_user').on(table.user_uid, table.audit_id.desc().nullsFirst()),
    index('audit_entry_at').on(table.at),
  ],
);
