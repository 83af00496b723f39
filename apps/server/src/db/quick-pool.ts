import { Pool, type PoolClient } from 'pg';
import { DatabaseAway, asAway, isDatabaseAway } from './away.ts';
import { refuseNested } from './nested.ts';

type Callback = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error) => void) => void;

/** All connections were in use for too long. The database is there: who asks next may be luckier. */
const NONE_FREE = /^timeout exceeded when trying to connect/;

/**
 * A pool that says at once that the database is away. As long as it is, one caller at a time finds out whether it is
 * back; all others are refused instead of waiting, a connect timeout each, one behind the other.
 */
export class QuickPool extends Pool {
  private isAway = false;
  private isTrying = false;

  override connect = ((callback?: Callback) => {
    refuseNested();
    const taken = this.take();
    if (!callback) return taken;
    // pg calls back in its own style: there is no promise here that its caller could be given.
    /* oxlint-disable promise/no-callback-in-promise */
    taken.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    /* oxlint-enable promise/no-callback-in-promise */
    return undefined;
  }) as Pool['connect'];

  // A loss that the connection tells of before its query does comes by another way than the query's answer.
  override query = ((...given: unknown[]) => {
    const answer = super.query(...(given as [never])) as unknown;
    return answer instanceof Promise
      ? answer.catch((error: unknown) => {
          throw asAway(error);
        })
      : answer;
  }) as Pool['query'];

  private async take(): Promise<PoolClient> {
    if (!this.isAway || this.idleCount > 0) return this.try();
    if (this.isTrying) throw new DatabaseAway('somebody is trying already');
    this.isTrying = true;
    return this.try().finally(() => (this.isTrying = false));
  }

  private async try(): Promise<PoolClient> {
    try {
      const client = await super.connect();
      this.isAway = false;
      return client;
    } catch (error) {
      this.isAway = isDatabaseAway(error);
      throw NONE_FREE.test((error as Error).message) ? new DatabaseAway(error) : error;
    }
  }
}
