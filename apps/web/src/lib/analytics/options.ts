import { logError } from '#lib/log.ts';

export type Environment = 'offline' | 'test' | 'online';
export type ReportSide = 'web' | 'h5';

/** How the analytics is started. `url` is the whole address; else `env` picks a base, which ends in `/v2/`. */
export type AnalyticsOptions = {
  url?: string;
  env?: Environment;
  bases?: Partial<Record<Environment, string>>;
  type?: ReportSide;
  app_key: string;
  app_name: string;
  app_version: string;
  channel: string;
  /** The field of the record that holds the channel. */
  channel_field?: string;
};

/** Where reports go, or null when something needed is missing; then the analytics does not start. */
export function reportAddress({ url, env, bases = {}, type = 'web', app_key }: AnalyticsOptions): string | null {
  const base = env && bases[env];
  const address = url || (base ? `${base}${type}` : '');
  if (!address) logError('analytics: missing required field url or env');
  if (!app_key) logError('analytics: missing required field appKey');
  return address && app_key ? address : null;
}
