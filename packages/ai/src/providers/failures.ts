import { ProviderError, type ProviderFailure } from '#providers/provider.ts';

/** What services call it when they will not have the content: the names of OpenAI, DashScope, Ark, Zhipu, DeepSeek … */
const CONTENT =
  /content_policy|content_filter|moderation|sensitive|data_?inspection_?failed|content exists risk|"code"\s*:\s*"?1301\b|risk control|safety system/i;
const CREDIT = /insufficient_quota|insufficient.?balance|arrearage|overdue|account.{0,20}balance/i;
/** Nothing has reached the service. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS.*|CERT_.*|UNABLE_TO.*|DEPTH_ZERO.*|SELF_SIGNED.*)$/;

/** What a refusal means. */
export function answerFailure(response: Response, said: string, isOnce: boolean): ProviderError {
  const retry_after_s = secondsOf(response.headers.get('retry-after'));
  const { status } = response;
  const kind = isOnce && status >= 500 ? onceFailureOf(status, said) : failureOf(status, said);
  return new ProviderError(kind, `${status} ${said}`, { retry_after_s });
}

/** What it did is paid: only what says that nothing was done may be asked again. */
function onceFailureOf(status: number, said: string): ProviderFailure {
  if (status === 503) return 'busy';
  // A gateway that gave up waiting: what stands behind it may have done it all the same.
  const isGateway = status === 502 || status === 504 || !said.trimStart().startsWith('{');
  return isGateway ? 'unclear' : 'failed';
}

export function failureOf(status: number, said: string): ProviderFailure {
  if (status < 500 && CONTENT.test(said)) return 'refused-content';
  if (status === 402 || (status < 500 && CREDIT.test(said))) return 'no-credit';
  if (status === 401 || status === 403) return 'refused-key';
  if (status === 404) return 'no-model';
  if (status === 408 || status === 429 || status >= 500) return 'busy';
  return 'bad-request';
}

type Once = { is_once?: boolean };

/** A service broke down: what it was given it may have begun, and a job that it was asked about may go on. */
export function troubleOf({ is_once = false }: Once): ProviderFailure {
  return is_once ? 'unclear' : 'busy';
}

/** A number that we do not know says no to what is given, and nothing of a job that was asked about. */
export function unknownFailure({ is_once = false }: Once): ProviderFailure {
  return is_once ? 'failed' : 'bad-answer';
}

type Circumstances = { isLate: boolean; hasBegun: boolean; is_once: boolean };

/** What it means that no whole answer came. */
export function requestFailure(error: unknown, { isLate, hasBegun, is_once }: Circumstances): ProviderError {
  const { cause = error } = error as Error;
  const details = String(cause);
  if (NEVER_SENT.test((cause as NodeJS.ErrnoException).code ?? '')) return new ProviderError('unreachable', details);
  if (is_once) return new ProviderError('unclear', details);
  if (isLate) return new ProviderError('late', details);
  return new ProviderError(hasBegun ? 'cut' : 'unreachable', details);
}

function secondsOf(header: string | null): number | null {
  if (!header) return null;
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(3600, Math.max(0, seconds)) : null;
}
