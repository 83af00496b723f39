import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { pauseMs } from '#db/away.ts';

export type Listening = { close(): Promise<void> };

type Heard = {
  onNotification(payload: string): void;
  /** Nobody listens any more: what is said from now on may not be heard. */
  onLost(): void;
  /** Listening again after a while in which nobody did: something may have been said. */
  onBack(): void;
};

const CONNECT_MS = 4000;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Hears what is said on a channel as long as the process lives: one loop that has at most one connection at a time.
 * Throws when the first does not come about.
 */
export async function listenTo(url: string, channel: string, heard: Heard, log: Logger): Promise<Listening> {
  const closing = new AbortController();
  let current = await connect();
  const loop = keepListening();

  async function connect(): Promise<{ client: Client; ended: Promise<void> }> {
    const client = new Client({
      connectionString: url,
      application_name: 'mixreel-listen',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    });
    client.on('notification', ({ payload = '' }) => heard.onNotification(payload));
    // Its end tells the same; without a listener an error would end the process.
    client.on('error', () => {});
    const ended = new Promise<void>((done) => client.once('end', () => done()));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      return { client, ended };
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
  }

  async function keepListening(): Promise<void> {
    for (;;) {
      await current.ended;
      if (closing.signal.aborted) return;
      heard.onLost();
      log.warn('the connection that listens for events was lost');
      for (let n = 0; ; n += 1) {
        await delay(pauseMs(n, LONGEST_PAUSE_MS), undefined, { signal: closing.signal }).catch(() => {});
        if (closing.signal.aborted) return;
        try {
          current = await connect();
          break;
        } catch (error) {
          log.warn({ err: error, tries: n + 1 }, 'listening for events failed; trying again');
        }
      }
      if (closing.signal.aborted) return void current.client.end();
      log.warn('listening for events again');
      heard.onBack();
    }
  }

  return {
    async close() {
      closing.abort();
      await current.client.end();
      await loop;
    },
  };
}
