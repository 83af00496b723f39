import { now, time } from '#db/columns.ts';
import { bigserial, boolean, index, jsonb, pgTable, real, smallint, text } from '#db/pg-core.ts';

/**
 * Usage reports of browsers, reduced to what the figures need. `subject` is what the report is about: the page, or of
 * type 200 the call, of type 0 the event, of type 300 the message. `amount` is its duration in milliseconds.
 */
export const usage_report = pgTable(
  'usage_report',
  {
    report_id: bigserial({ mode: 'number' }).primaryKey(),
    at: time().notNull().default(now),
    report_type: smallint().notNull(),
    kind: text().$type<'web' | 'h5'>().notNull(),
    uuid: text().notNull(),
    alid: text().notNull(),
    user_id: text().notNull(),
    page: text().notNull(),
    subject: text().notNull(),
    amount: real(),
    is_error: boolean().notNull().default(false),
    app_version: text().notNull(),
    chn: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('usage_report_type').on(table.report_type, table.at)],
);

/** What the monitoring client says: alarms, values, counts, request costs. */
export const monitor_record = pgTable(
  'monitor_record',
  {
    record_id: bigserial({ mode: 'number' }).primaryKey(),
    at: time().notNull().default(now),
    kind: text().$type<'alarm' | 'value' | 'error' | 'fatal' | 'info' | 'req'>().notNull(),
    service_name: text().notNull(),
    /** The key; of a request `client interface`, of an alarm its title. */
    key: text().notNull(),
    amount: real(),
    is_error: boolean().notNull().default(false),
    instance: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('monitor_record_kind').on(table.kind, table.at)],
);
