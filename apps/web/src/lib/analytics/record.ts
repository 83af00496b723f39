import {
  ANALYTICS_SDK_VERSION,
  REPORT_TYPES,
  type ReportData,
  type ReportType,
  type UsageReport,
} from '@mixreel/contract';
import { randomId } from '#lib/random.ts';
import type { AnalyticsOptions } from './options.ts';

/** What one-time secrets are called in our addresses; their values are nobody's statistics. */
const SECRETS = /([?&#](?:code|state|qr|key|ticket|token|tmp_code)=)[^&#]*/g;

const page_session_id = randomId();

/** The whole record of one event, as it is now. */
export function makeRecord(
  { app_key, app_name, app_version, channel, channel_field = 'chn' }: AnalyticsOptions,
  user_id: string,
  report_type: ReportType,
  report_data: ReportData,
): UsageReport {
  return {
    event_id: randomId(),
    uuid: kept(localStorage, 'uuid'),
    alid: kept(sessionStorage, 'alid'),
    page_session_id,
    sdk_version: ANALYTICS_SDK_VERSION,
    app_key,
    timestamp: Date.now(),
    user_id,
    app_version,
    app_name,
    url: withoutSecrets(window.location.href),
    referrer: withoutSecrets(document.referrer),
    chn: '',
    suid: /[#&?]suid=([^&]*)/.exec(window.location.hash)?.[1] ?? '',
    report_type,
    report_data: { ...screenSize(report_type), ...report_data },
    [channel_field]: channel,
  };
}

export function withoutSecrets(address: string): string {
  return address.replace(SECRETS, '$1***');
}

/** The id of the visitor or the visit, made when there is none. */
function kept(storage: Storage, key: string): string {
  const known = storage.getItem(key);
  if (known) return known;
  const made = randomId();
  storage.setItem(key, made);
  return made;
}

let size: { read_at: number; known: ReturnType<typeof readSize> } | null = null;

/** Reading it lays the page out at once. An editor makes ten calls a second, each of which is reported: not for those. */
const SIZE_MS = 1000;

function screenSize(report_type: ReportType) {
  const now = performance.now();
  if (!size || report_type !== REPORT_TYPES.api || now - size.read_at > SIZE_MS) {
    size = { read_at: now, known: readSize() };
  }
  return size.known;
}

function readSize() {
  // The shell scrolls its content, not the window.
  const scroller = document.getElementById('content') ?? document.documentElement;
  return {
    window_width: window.innerWidth,
    window_height: window.innerHeight,
    page_scroll_width: scroller.scrollWidth,
    page_scroll_height: scroller.scrollHeight,
    scroll_top: Math.round(scroller.scrollTop),
  };
}
