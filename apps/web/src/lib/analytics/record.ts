import { ANALYTICS_SDK_VERSION, type ReportData, type ReportType, type UsageReport } from '@mixreel/contract';
import { randomId } from '#lib/random.ts';
import type { AnalyticsOptions } from './options.ts';

/** What one-time secrets are called in our addresses; their values are nobody's statistics. */
const SECRETS = /([?&](?:code|state|qr|key|ticket|token|tmp_code)=)[^&#]*/g;

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
    report_data: { ...screenSize(), ...report_data },
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

function screenSize() {
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
