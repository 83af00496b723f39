import { z } from 'zod';
import { get, plain } from './endpoint.ts';
import { Time } from './wire.ts';

/** What a usage report is about. */
export const REPORT_TYPES = {
  custom: 0,
  init: 100,
  visible: 101,
  hidden: 102,
  terminated: 103,
  scroll: 105,
  navigation: 106,
  api: 200,
  set_user: 201,
  script_error: 300,
} as const;
export type ReportType = (typeof REPORT_TYPES)[keyof typeof REPORT_TYPES];

export const REPORT_BYTES_MAX = 64 * 1024;

const Text = z.string().max(8000);
const Short = z.string().max(500);

/** Size of window and page; in every report that a page makes about itself. Pixels. */
export const ScreenSize = z.object({
  window_width: z.number(),
  window_height: z.number(),
  page_scroll_width: z.number(),
  page_scroll_height: z.number(),
  scroll_top: z.number(),
});
export type ScreenSize = z.infer<typeof ScreenSize>;

/** Everything that `report_data` may hold; which of it is there depends on the report type. */
export const ReportData = ScreenSize.partial().extend({
  /** 0 */
  event_key: Short.optional(),
  event_params: z.record(z.string(), z.unknown()).optional(),
  /** 102 and 103, milliseconds. */
  stay_duration: z.number().optional(),
  /** 200. `duration` in milliseconds; `error_code` and `error_message` are `code` and `message` of the body. */
  duration: z.number().optional(),
  http_code: z.number().optional(),
  error_code: z.union([z.number(), Short]).nullish(),
  api_url: z.string().max(2000).optional(),
  error_message: Text.nullish(),
  request_id: Short.nullish(),
  /** 201 */
  uid: Short.optional(),
  /** 300 */
  message: Text.optional(),
  stack: Text.nullish(),
  source: z.string().max(2000).nullish(),
});
export type ReportData = z.infer<typeof ReportData>;

/** One usage report, as the browser sends it. */
export const UsageReport = z.object({
  event_id: Short,
  /** The visitor: local storage `uuid`. */
  uuid: Short,
  /** The visit: session storage `alid`. */
  alid: Short,
  /** One load of the page. */
  page_session_id: Short,
  sdk_version: Short,
  app_key: Short,
  /** Milliseconds since 1970, by the browser's clock. */
  timestamp: z.number(),
  user_id: Short.default(''),
  app_version: Short,
  app_name: Short,
  url: z.string().max(4000),
  referrer: z.string().max(4000).default(''),
  /** The channel of the project configuration. */
  chn: Short.default(''),
  /** The source of the visit, from the address fragment. */
  suid: Short.default(''),
  report_type: z.int().min(0).max(999),
  report_data: ReportData,
});
export type UsageReport = z.infer<typeof UsageReport>;

const Labels = z.record(z.string().max(100), z.union([Short, z.number(), z.boolean()])).default({});

export const Alarm = z.object({
  title: Short,
  message: Text,
  tag: Short.default(''),
  level: z.int().default(2),
  service_name: Short,
  env: Short,
  namespace: Short.default(''),
  source: Short.default(''),
  host_name: Short.default(''),
});
export type Alarm = z.infer<typeof Alarm>;

/** `/inc/error`, `/inc/fatal`, `/inc/info`. */
export const CountReport = z.object({ service_name: Short, key: Short, labels: Labels, instance: Short.default('') });
export type CountReport = z.infer<typeof CountReport>;

/** `/set/value`. */
export const ValueReport = CountReport.extend({ value: z.number() });
export type ValueReport = z.infer<typeof ValueReport>;

/** `/inc/req`. Page performance is one of these: `client` `page`, `interface` the route's path, code 0, cost in ms. */
export const RequestReport = z.object({
  service_name: Short,
  client: Short,
  interface: Short,
  code: z.union([z.int(), Short]).default(0),
  cost_time: z.number().min(0),
  instance: Short.default(''),
});
export type RequestReport = z.infer<typeof RequestReport>;

/** `utc_offset_min` is the reader's time zone: days begin at their midnight. */
const Window = z.object({
  days: z.int().min(1).max(90).default(7),
  utc_offset_min: z.int().min(-840).max(840).default(480),
});

/** Accepts JSON also as text/plain, which is what sendBeacon sends. The answer is always HTTP 200. */
function receiver(path: string, summary: string) {
  return plain('POST', path, { summary, accepts_text: true, body_max: REPORT_BYTES_MAX });
}

export const report = {
  web: receiver('/report/web', '接收网页使用情况'),
  h5: receiver('/report/h5', '接收手机网页使用情况'),
  alarm: receiver('/monitor/alarm', '接收告警'),
  setValue: receiver('/monitor/set/value', '接收指标的当前值'),
  incError: receiver('/monitor/inc/error', '错误计数'),
  incFatal: receiver('/monitor/inc/fatal', '严重错误计数'),
  incInfo: receiver('/monitor/inc/info', '信息计数'),
  incReq: receiver('/monitor/inc/req', '请求计数与耗时'),

  visits: get('/api/admin/report/visits', {
    summary: '每日访问',
    details: '浏览、访客、平均停留',
    input: Window,
    output: z.object({
      days: z.array(
        z.object({
          day: z.iso.date(),
          page_views: z.int(),
          visitors: z.int(),
          visits: z.int(),
          stay_s: z.number(),
        }),
      ),
      total: z.object({ page_views: z.int(), visitors: z.int(), visits: z.int(), stay_s: z.number() }),
      pages: z.array(z.object({ page: z.string(), page_views: z.int(), visitors: z.int() })),
      events: z.array(z.object({ event_key: z.string(), count: z.int() })),
    }),
    access: 'admin',
  }),
  apiTimings: get('/api/admin/report/api', {
    summary: '接口耗时与错误率',
    details: '浏览器所见',
    input: Window,
    output: z.object({
      items: z.array(
        z.object({
          api: z.string(),
          calls: z.int(),
          p50_ms: z.number(),
          p95_ms: z.number(),
          errors: z.int(),
          /** 0–1 */
          error_rate: z.number(),
          last_error: z.string().nullable(),
        }),
      ),
      /** By the hour; by the day when more than seven days are asked for. */
      hours: z.array(z.object({ hour: Time, calls: z.int(), errors: z.int(), p50_ms: z.number(), p95_ms: z.number() })),
    }),
    access: 'admin',
  }),
  scriptErrors: get('/api/admin/report/errors', {
    summary: '脚本错误',
    details: '按内容归并，最近的在前',
    input: Window,
    output: z.object({
      items: z.array(
        z.object({
          message: z.string(),
          stack: z.string(),
          source: z.string(),
          count: z.int(),
          visitors: z.int(),
          first_at: Time,
          last_at: Time,
          last_url: z.string(),
          app_version: z.string(),
        }),
      ),
    }),
    access: 'admin',
  }),
  slowPages: get('/api/admin/report/pages', {
    summary: '打开最慢的页面',
    input: Window,
    output: z.object({
      items: z.array(z.object({ page: z.string(), loads: z.int(), p50_ms: z.number(), p95_ms: z.number() })),
    }),
    access: 'admin',
  }),
  monitor: get('/api/admin/report/monitor', {
    summary: '最近的告警、计数与指标',
    input: Window,
    output: z.object({
      alarms: z.array(Alarm.pick({ title: true, message: true, tag: true, level: true }).extend({ at: Time })),
      counts: z.array(
        z.object({ kind: z.enum(['error', 'fatal', 'info']), key: z.string(), count: z.int(), last_at: Time }),
      ),
      values: z.array(z.object({ key: z.string(), value: z.number(), at: Time })),
    }),
    access: 'admin',
  }),
};
