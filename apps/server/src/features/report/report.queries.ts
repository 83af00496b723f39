import { REPORT_TYPES, type UsageReport } from '@mixreel/contract';
import type { Db, Queryable } from '#db/connect.ts';
import { lt, sql } from '#db/orm.ts';
import { monitor_record, usage_report } from './report.tables.ts';

const { custom, api, script_error, hidden, terminated } = REPORT_TYPES;
const SUBJECT_MAX = 300;
const PARAMS_MAX = 2000;
/** However many days are kept: the oldest go first when somebody floods the receivers. */
const ROWS_MAX = 5_000_000;

export async function insertUsage(db: Queryable, kind: 'web' | 'h5', report: UsageReport): Promise<void> {
  await db.insert(usage_report).values(usageRow(kind, report));
}

/** A report reduced to what the figures need: no query strings, which hold what people typed. */
export function usageRow(kind: 'web' | 'h5', report: UsageReport): typeof usage_report.$inferInsert {
  const { report_type, report_data: data, url, uuid, alid, user_id, app_version, chn } = report;
  const page = pathOf(url);
  const base = { kind, report_type, uuid, alid, user_id, page, app_version, chn, subject: page, data: {} };
  switch (report_type) {
    case custom: {
      const params = data.event_params ?? {};
      const isSmall = JSON.stringify(params).length <= PARAMS_MAX;
      return { ...base, subject: cut(data.event_key ?? ''), data: isSmall ? params : {} };
    }
    case api: {
      const { duration = null, http_code = 0, error_code, error_message, request_id, api_url = '' } = data;
      const isError = http_code >= 400 || ![undefined, null, '', 0, '0'].includes(error_code);
      const detail = isError ? { http_code, error_code, error_message: cut(error_message ?? ''), request_id } : {};
      return { ...base, subject: pathOf(api_url, url), amount: duration, is_error: isError, data: detail };
    }
    case script_error: {
      const { message = '', stack, source } = data;
      return { ...base, subject: cut(message), is_error: true, data: { stack, source, url: cut(url) } };
    }
    case hidden:
    case terminated:
      return { ...base, amount: data.stay_duration ?? null };
    default:
      return base;
  }
}

/** The path of an address; of another site the host too. */
function pathOf(address: string, base?: string): string {
  const site = base && URL.canParse(base) ? new URL(base) : null;
  if (!URL.canParse(address, site?.href)) return cut(address.split(/[?#]/)[0] ?? '');
  const { host, pathname } = new URL(address, site?.href);
  return cut(site && host !== site.host ? host + pathname : pathname);
}

function cut(text: string): string {
  return text.slice(0, SUBJECT_MAX).toWellFormed();
}

export type MonitorRow = Omit<typeof monitor_record.$inferInsert, 'record_id' | 'at'>;

export async function insertMonitor(db: Queryable, row: MonitorRow): Promise<void> {
  await db.insert(monitor_record).values({ ...row, key: cut(row.key) });
}

export async function forgetOldReports(db: Db, days: number): Promise<void> {
  const age = sql`now() - make_interval(days => ${days})`;
  await db.delete(usage_report).where(lt(usage_report.at, age));
  await db.delete(monitor_record).where(lt(monitor_record.at, age));
  await db.execute(sql`
    delete from usage_report where report_id <= (select max(report_id) from usage_report) - ${ROWS_MAX}`);
  await db.execute(sql`
    delete from monitor_record where record_id <= (select max(record_id) from monitor_record) - ${ROWS_MAX}`);
}
