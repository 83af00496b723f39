import {
  type Alarm,
  type CountReport,
  MONITORING_ENVIRONMENT,
  MONITORING_SDK_VERSION,
  type ReportConfig,
  type RequestReport,
  type ValueReport,
} from '@mixreel/contract';
import { logProblem } from './log.ts';

type Labels = CountReport['labels'];

const plainFetch = window.fetch.bind(window);
const ALARM_LEVEL = 2;

let config: ReportConfig | null = null;

export function startMonitoring(given: ReportConfig): void {
  config = given;
}

/** Something that somebody should look at now. */
export function raiseAlarm(title: string, message: string, tag = ''): void {
  if (!config) return;
  const { service_name, namespace, alarm_url } = config;
  const source = `web-${MONITORING_SDK_VERSION}`;
  const host_name = window.location.host;
  const level = ALARM_LEVEL;
  const body: Alarm = {
    title,
    message,
    tag,
    level,
    service_name,
    env: MONITORING_ENVIRONMENT,
    namespace,
    source,
    host_name,
  };
  send(alarm_url, body);
}

export function setValue(key: string, value: number, labels: Labels = {}): void {
  sendMetric('/set/value', { key, value, labels } satisfies Partial<ValueReport>);
}

export function countError(key: string, labels: Labels = {}): void {
  sendMetric('/inc/error', { key, labels });
}

export function countFatal(key: string, labels: Labels = {}): void {
  sendMetric('/inc/fatal', { key, labels });
}

export function countInfo(key: string, labels: Labels = {}): void {
  sendMetric('/inc/info', { key, labels });
}

/** One request, or one opened page; `cost_time` in milliseconds. */
export function countRequest(request: Pick<RequestReport, 'client' | 'interface' | 'code' | 'cost_time'>): void {
  sendMetric('/inc/req', request);
}

/** How long pages take to open: the first one from the click in the browser, later ones from the click in the product. */
export function reportPageTime(page: string, cost_time: number): void {
  countRequest({ client: 'page', interface: page, code: 0, cost_time: Math.round(cost_time) });
}

function sendMetric(path: string, fields: object): void {
  if (!config) return;
  const { metrics_url, service_name } = config;
  send(`${metrics_url}${path}`, { service_name, instance: window.location.host, ...fields });
}

function send(address: string, body: object): void {
  const headers = { 'content-type': 'application/json;charset=UTF-8' };
  plainFetch(address, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true })
    .then(async (response) => {
      const { code = 0, message = '' } = (await response.json()) as { code?: number; message?: string };
      if (code !== 0) logProblem('monitoring: refused', code, message);
    })
    .catch((error: unknown) => logProblem('monitoring: not sent', error));
}
