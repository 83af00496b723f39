import { start } from '@mixreel/contract';
import { create } from 'zustand';
import { addressOf } from './app-config.ts';
import { delay } from './timing.ts';

/** Whether the server and its database answer; asked about only when something says that they do not. */
export const useReach = create<{ is_away: boolean }>(() => ({ is_away: false }));

const PAUSE_MS = { first: 500, longest: 5000 };

let asking: Promise<void> | null = null;

/** A call found nobody. The server is asked until it is there again; one lost answer alone is no absence. */
export function noteAway(): void {
  asking ??= askUntilBack().finally(() => {
    asking = null;
  });
}

async function askUntilBack(): Promise<void> {
  for (let n = 0; !(await isReady()); n += 1) {
    useReach.setState({ is_away: true });
    // Not all pages in the same moment.
    await delay(Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** n) * (0.75 + Math.random() / 2));
  }
  useReach.setState({ is_away: false });
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(addressOf(start.readyz.path), { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
