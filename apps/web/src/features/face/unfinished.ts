import type { TaskWork } from '@mixreel/contract';

/** Why nobody knows yet who is in a film, in words; null when somebody looked to the end, or still does. */
export function unfinished(find: Pick<TaskWork, 'status' | 'error'> | null): string | null {
  if (find?.status === 'failed') return find.error?.message ?? '没有找完画面里的人';
  return find?.status === 'canceled' ? '找人时被取消了' : null;
}
