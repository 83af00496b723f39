import { REPORT_TYPES, type report as calls } from '@mixreel/contract';
import type { z } from 'zod';
import type { Db } from '#db/connect.ts';
import { sql } from '#db/orm.ts';

type Window = { days: number; utc_offset_min: number };
type Answer<K extends 'visits' | 'apiTimings' | 'scriptErrors' | 'slowPages' | 'monitor'> = z.output<
  (typeof calls)[K]['output']
>;

const { custom, init, navigation, hidden, terminated, api, script_error } = REPORT_TYPES;
const TOP = 50;

const isView = sql`report_type in (${init}, ${navigation})`;
const isStay = sql`report_type in (${hidden}, ${terminated})`;
/** Enough to know visits by; calls are most of the rows and would only cost time. */
const isVisit = sql`report_type in (${init}, ${navigation}, ${hidden}, ${terminated})`;
const counts = sql`
  count(*) filter (where ${isView})::int as page_views,
  count(distinct uuid)::int as visitors,
  count(distinct alid)::int as visits,
  coalesce(avg(amount) filter (where ${isStay}) / 1000, 0)::float8 as stay_s`;
const timing = sql`
  coalesce(percentile_cont(0.5) within group (order by amount), 0)::float8 as p50_ms,
  coalesce(percentile_cont(0.95) within group (order by amount), 0)::float8 as p95_ms`;

export async function readVisits(db: Db, window: Window): Promise<Answer<'visits'>> {
  const { from, offset } = bounds(window);
  const [days, total, pages, events] = await Promise.all([
    db.execute<Answer<'visits'>['days'][number]>(sql`
      select d.day, coalesce(r.page_views, 0) as page_views, coalesce(r.visitors, 0) as visitors,
        coalesce(r.visits, 0) as visits, coalesce(r.stay_s, 0) as stay_s
      from (
        select to_char(day, 'YYYY-MM-DD') as day
        from generate_series(${from} + ${offset}, (now() at time zone 'UTC') + ${offset}, interval '1 day') as day
      ) d
      left join (
        select to_char((at at time zone 'UTC') + ${offset}, 'YYYY-MM-DD') as day, ${counts}
        from usage_report where at >= ${from} at time zone 'UTC' and ${isVisit} group by 1
      ) r using (day)
      order by d.day`),
    db.execute<Answer<'visits'>['total']>(
      sql`select ${counts} from usage_report where at >= ${from} at time zone 'UTC' and ${isVisit}`,
    ),
    db.execute<Answer<'visits'>['pages'][number]>(sql`
      select page, count(*)::int as page_views, count(distinct uuid)::int as visitors
      from usage_report where at >= ${from} at time zone 'UTC' and ${isView}
      group by page order by page_views desc, page limit ${TOP}`),
    db.execute<Answer<'visits'>['events'][number]>(sql`
      select subject as event_key, count(*)::int as count
      from usage_report where at >= ${from} at time zone 'UTC' and report_type = ${custom}
      group by subject order by count desc, subject limit ${TOP}`),
  ]);
  const none = { page_views: 0, visitors: 0, visits: 0, stay_s: 0 };
  return { days: days.rows, total: total.rows[0] ?? none, pages: pages.rows, events: events.rows };
}

export async function readApiTimings(db: Db, window: Window): Promise<Answer<'apiTimings'>> {
  const { from, offset } = bounds(window);
  const isApi = sql`at >= ${from} at time zone 'UTC' and report_type = ${api}`;
  const unit = window.days > 7 ? 'day' : 'hour';
  const [items, hours] = await Promise.all([
    db.execute<Answer<'apiTimings'>['items'][number]>(sql`
      select subject as api, count(*)::int as calls, ${timing},
        count(*) filter (where is_error)::int as errors,
        (count(*) filter (where is_error))::float8 / count(*) as error_rate,
        (array_agg(data->>'error_message' order by at desc) filter (where is_error))[1] as last_error
      from usage_report where ${isApi}
      group by subject order by calls desc, subject limit 200`),
    db.execute<Answer<'apiTimings'>['hours'][number]>(sql`
      select to_char(
          date_trunc(${unit}, (at at time zone 'UTC') + ${offset}) - ${offset}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour,
        count(*)::int as calls, count(*) filter (where is_error)::int as errors, ${timing}
      from usage_report where ${isApi}
      group by 1 order by 1`),
  ]);
  return { items: items.rows, hours: hours.rows };
}

export async function readScriptErrors(db: Db, window: Window): Promise<Answer<'scriptErrors'>> {
  const { from } = bounds(window);
  const { rows } = await db.execute<Answer<'scriptErrors'>['items'][number]>(sql`
    select subject as message, ${newest(sql`data->>'stack'`)} as stack, ${newest(sql`data->>'source'`)} as source,
      count(*)::int as count, count(distinct uuid)::int as visitors,
      ${iso(sql`min(at)`)} as first_at, ${iso(sql`max(at)`)} as last_at,
      ${newest(sql`data->>'url'`)} as last_url, ${newest(sql`app_version`)} as app_version
    from usage_report where at >= ${from} at time zone 'UTC' and report_type = ${script_error}
    group by subject, coalesce(data->>'source', '')
    order by max(at) desc limit ${TOP}`);
  return { items: rows };
}

export async function readSlowPages(db: Db, window: Window): Promise<Answer<'slowPages'>> {
  const { from } = bounds(window);
  const { rows } = await db.execute<Answer<'slowPages'>['items'][number]>(sql`
    select substr(key, 6) as page, count(*)::int as loads, ${timing}
    from monitor_record where at >= ${from} at time zone 'UTC' and kind = 'req' and key like 'page %'
    group by key order by p95_ms desc, key limit ${TOP}`);
  return { items: rows };
}

export async function readMonitor(db: Db, window: Window): Promise<Answer<'monitor'>> {
  const since = sql`at >= ${bounds(window).from} at time zone 'UTC'`;
  const [alarms, counted, values] = await Promise.all([
    db.execute<Answer<'monitor'>['alarms'][number]>(sql`
      select key as title, data->>'message' as message, data->>'tag' as tag, (data->>'level')::int as level,
        ${iso(sql`at`)} as at
      from monitor_record where ${since} and kind = 'alarm' order by record_id desc limit ${TOP}`),
    db.execute<Answer<'monitor'>['counts'][number]>(sql`
      select kind, key, count(*)::int as count, ${iso(sql`max(at)`)} as last_at
      from monitor_record where ${since} and kind in ('error', 'fatal', 'info')
      group by kind, key order by count desc, key limit ${TOP}`),
    db.execute<Answer<'monitor'>['values'][number]>(sql`
      select distinct on (key) key, amount::float8 as value, ${iso(sql`at`)} as at
      from monitor_record where ${since} and kind = 'value' order by key, record_id desc limit ${TOP}`),
  ]);
  return { alarms: alarms.rows, counts: counted.rows, values: values.rows };
}

/** From the reader's midnight, so that the first day is whole; today counts as a day. Both without time zone. */
function bounds({ days, utc_offset_min }: Window) {
  const offset = sql`make_interval(mins => ${utc_offset_min})`;
  const from = sql`(date_trunc('day', (now() at time zone 'UTC') + ${offset}) - ${offset} - make_interval(days => ${days - 1}))`;
  return { from, offset };
}

function newest(value: ReturnType<typeof sql>) {
  return sql`coalesce((array_agg(${value} order by at desc))[1], '')`;
}

function iso(time: ReturnType<typeof sql>) {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
