import { APP_VERSION } from '@mixreel/contract';
import { setUser, silenceAnalytics, startAnalytics } from './analytics/index.ts';
import { useConfig } from './app-config.ts';
import { countError, setValue, startMonitoring } from './monitoring.ts';
import { useSession } from './session.ts';

const APP_NAME = 'ai_video_producer_web';

/** Starts usage analytics, with the channel of the project configuration, and monitoring; or neither, where it says so. */
export function startReports(): void {
  const { project } = useConfig.getState();
  if (!project) return;
  const { channel, report } = project;
  if (!report) return silenceAnalytics();
  const user_id = useSession.getState().user_info?.user_uid ?? '';
  const { usage_url: url, app_key } = report;
  startAnalytics({ url, app_key, app_name: APP_NAME, app_version: APP_VERSION, channel }, { user_id });
  startMonitoring(report);

  window.addEventListener('error', ({ message }) => {
    if (message) countError('script_error');
  });
  window.addEventListener('unhandledrejection', () => countError('unhandled_rejection'));
  useSession.subscribe(({ user_info }) => setUser(user_info?.user_uid ?? ''));
  setValue('start_ms', Math.round(performance.now()));
}
