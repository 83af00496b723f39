import { RIGHTS_SOON_DAYS, type Rights, type RightsProblem } from '@mixreel/contract';

const DAY_MS = 86_400_000;

export const RIGHTS_PROBLEM_NAMES: Record<RightsProblem, string> = {
  no_consent: '没有出镜同意',
  over: '授权已过期',
  soon: '授权快到期',
};
/** What it means and what to do about it. */
export const RIGHTS_HELP: Record<RightsProblem, string> = {
  no_consent: '里面的人还没有同意出镜，用到它的混剪不能导出。取得同意后，把它的授权信息改为「已同意出镜」。',
  over: '授权已过期，混剪不会用到它。续签后，在它的授权信息里改到期日。',
  soon: '授权快到期了，到期后混剪不会再用到它。续签后，在它的授权信息里改到期日。',
};

/** What keeps it from being used, or soon will; null when it may be used. */
export function rightsProblem(
  { consent, expires_at }: Pick<Rights, 'consent' | 'expires_at'>,
  now = Date.now(),
): RightsProblem | null {
  if (consent === 'missing') return 'no_consent';
  if (!expires_at) return null;
  const left = new Date(expires_at).getTime() - now;
  if (left <= 0) return 'over';
  return left < RIGHTS_SOON_DAYS * DAY_MS ? 'soon' : null;
}
