import { LOADING_CLOSE_DELAY_MS } from '@mixreel/contract';
import { create } from 'zustand';

export const useLoading = create<{ is_shown: boolean }>(() => ({ is_shown: false }));

let running = 0;
let closing: ReturnType<typeof setTimeout> | undefined;

/** Counts what asks for the full-screen spinner; it closes a moment after the last one, so that a chain of calls does not flicker. */
export async function whileLoading<T>(work: () => Promise<T>): Promise<T> {
  running += 1;
  clearTimeout(closing);
  useLoading.setState({ is_shown: true });
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) closing = setTimeout(() => useLoading.setState({ is_shown: false }), LOADING_CLOSE_DELAY_MS);
  }
}
