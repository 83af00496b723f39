import { REPORT_TYPES, type ReportData, type ReportType, SCROLL_DEBOUNCE_MS } from '@mixreel/contract';
import { logError } from '#lib/log.ts';
import { debounce } from '#lib/timing.ts';
import { visibleState, watchLifecycle } from './lifecycle.ts';
import { watchHistory } from './navigation.ts';
import { type AnalyticsOptions, reportAddress } from './options.ts';
import { createQueue } from './queue.ts';
import { makeRecord } from './record.ts';
import { watchRequests } from './requests.ts';
import { watchErrors } from './script-errors.ts';

type Running = { options: AnalyticsOptions; queue: ReturnType<typeof createQueue>; user_id: string };

/** Not started yet, or never to be: the first is a mistake of ours when something happens, the second is not. */
let running: Running | 'silent' | null = null;

/** Starts once. From then on the page reports about itself. */
export function startAnalytics(options: AnalyticsOptions, { user_id = '' }: { user_id?: string } = {}): void {
  const address = reportAddress(options);
  if (!address || running) return;
  running = { options, queue: createQueue(address), user_id };

  report(REPORT_TYPES.init);
  watchStay();
  watchHistory(() => report(REPORT_TYPES.navigation));
  watchErrors((data) => report(REPORT_TYPES.script_error, data));
  watchRequests(
    (called) => isHere(called),
    (data) => report(REPORT_TYPES.api, data),
  );
  // Captured, because scrolling parts of a page tell nobody above them.
  const scrolled = debounce(() => report(REPORT_TYPES.scroll), SCROLL_DEBOUNCE_MS);
  document.addEventListener('scroll', scrolled, { capture: true, passive: true });
}

/** Nothing is reported from this page, and nobody needs to hear of that. */
export function silenceAnalytics(): void {
  running ??= 'silent';
}

/** Something a person did. Before the start it is dropped, and the console says so. */
export function track(event_key: string, event_params: Record<string, unknown> = {}): void {
  report(REPORT_TYPES.custom, { event_key, event_params });
}

export function setUser(uid: string): void {
  if (!running) return logError('ready error');
  if (running === 'silent') return;
  if (running.user_id === uid) return;
  running.user_id = uid;
  if (uid) report(REPORT_TYPES.set_user, { uid });
}

/** How long the page was in view is told when it is hidden or closed, each stretch once. */
function watchStay(): void {
  let visibleSince = visibleState() === 'hidden' ? null : performance.now();
  const takeStay = () => {
    const stay = visibleSince === null ? 0 : Math.round(performance.now() - visibleSince);
    visibleSince = null;
    return stay;
  };
  watchLifecycle((state) => {
    if (state === 'hidden') report(REPORT_TYPES.hidden, { stay_duration: takeStay() }, { isLast: true });
    if (state === 'terminated') report(REPORT_TYPES.terminated, { stay_duration: takeStay() }, { isLast: true });
    if (state === 'active' || state === 'passive') {
      visibleSince ??= performance.now();
      report(REPORT_TYPES.visible);
    }
  });
}

function report(type: ReportType, data: ReportData = {}, { isLast = false } = {}): void {
  if (!running) return logError('ready error');
  if (running === 'silent') return;
  const { options, queue, user_id } = running;
  const record = makeRecord(options, user_id, type, data);
  if (isLast) queue.addNow(record);
  else queue.add(record);
}

function isHere(address: string): boolean {
  const { pathname } = new URL(address, window.location.href);
  return !pathname.startsWith('/assets/');
}
