import type { ReportData } from '@mixreel/contract';

const LENGTH_MAX = 8000;

/** Tells every error that no code has caught. Pictures that fail to load are not errors of ours. */
export function watchErrors(onError: (data: ReportData) => void): void {
  window.addEventListener('error', ({ error, message, filename }) => {
    if (message) onError(describe(error, message, filename));
  });
  window.addEventListener('unhandledrejection', ({ reason }) => onError(describe(reason, String(reason), '')));
}

function describe(error: unknown, message: string, source: string): ReportData {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return { message: message.slice(0, LENGTH_MAX), stack: stack.slice(0, LENGTH_MAX), source: source || 'promise' };
}
