import { create } from 'zustand';
import { NetworkError } from './send.ts';
import { showToast } from './toast.ts';

/** From when on a person is told that an answer is being waited for. */
const LONG_MS = 4000;
/** What a person has asked for is not waited for without end: behind other requests it may not even have set out. */
const GIVE_UP_MS = 180_000;
const ASK_MS = 20_000;

/** What has been waited for longest, as a person would name it. */
export const useWaiting = create<{ summaries: string[] }>(() => ({ summaries: [] }));

/** Waits for an answer, and says so once it takes long. Ends as a lost connection when none comes at all. */
export async function waitFor<T>(
  summary: string,
  send: (signal: AbortSignal) => Promise<T>,
  given: AbortSignal | undefined,
): Promise<T> {
  const late = new AbortController();
  let isShown = false;
  const long = setTimeout(() => {
    isShown = true;
    useWaiting.setState(({ summaries }) => ({ summaries: [...summaries, summary] }));
  }, LONG_MS);
  const end = setTimeout(() => late.abort(), GIVE_UP_MS);
  try {
    return await send(given ? AbortSignal.any([given, late.signal]) : late.signal);
  } catch (error) {
    throw late.signal.aborted && !given?.aborted ? new NetworkError('no answer') : error;
  } finally {
    clearTimeout(long);
    clearTimeout(end);
    if (isShown) useWaiting.setState(({ summaries }) => ({ summaries: without(summaries, summary) }));
  }
}

let asking: Promise<boolean> | null = null;

/** Tells that a request was lost, and asks whether to send it again: one question, however many were lost with it. */
export function askAgain(summary: string): Promise<boolean> {
  asking ??= new Promise<boolean>((answer) => {
    showToast('error', `「${summary}」没有送到服务器，请检查网络后重试`, {
      ms: ASK_MS,
      action: { label: '重试', run: () => answer(true) },
      onClose: () => answer(false),
    });
  }).finally(() => {
    asking = null;
  });
  return asking;
}

function without(list: string[], one: string): string[] {
  const at = list.indexOf(one);
  return list.filter((_, index) => index !== at);
}
