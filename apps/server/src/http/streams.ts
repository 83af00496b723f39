import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Db, Queryable } from '#db/connect.ts';
import { and, asc, eq, gt, lt, sql } from '#db/orm.ts';
import { join, type Statement, statement, text } from '#db/statement.ts';
import { stream_event } from './http.tables.ts';
import { listenTo } from './listen.ts';

/** `text` is the data as it was written down, so that telling it on costs nothing more. */
export type StreamEvent = { event_id: number; event: string; text: string; readonly data: unknown };

type Event = 'message' | 'result' | 'step_output' | 'error';
export type Told = { topic: string; event: Event; data: unknown };

/** Messages between processes and browsers, kept for a while in the database so that nobody misses one. */
export type Streams = {
  /** Says something on a topic. In a transaction it is heard when the transaction is committed, and only then. */
  publish(db: Queryable, topic: string, event: Event, data: unknown): Promise<void>;
  /** Tells all events after `after` in order, then new ones as they come. `after` null: only new ones. */
  subscribe(topic: string, after: number | null, onEvent: (event: StreamEvent) => void): Promise<() => void>;
  /** The last event that was said on any topic. */
  newest(): Promise<number>;
  /** When something was last heard, as `performance.now()` tells it: all that was said before it was heard, too. */
  heardAt(): number;
  /** Whether events after this one are all still known. */
  remembers(event_id: number): Promise<boolean>;
  /** Calls back when another process says `word` on the wire; for signals that need no memory. */
  onSignal(word: string, listener: (payload: string) => void): () => void;
  signal(db: Queryable, word: string, payload: string): Promise<void>;
  close(): Promise<void>;
};

const CHANNEL = 'mixreel';
const KEEP = sql`interval '1 hour'`;
const BATCH = 200;

type Reader = { after: number; onEvent: (event: StreamEvent) => void };

/**
 * What is new on a topic is read once for all who listen to it here. While it is `isCurrent` all that was said is told, and
 * what comes with its notification need not be read.
 */
type Topic = { readers: Set<Reader>; isReading: boolean; isStale: boolean; isCurrent: boolean };

/** A notification has 8,000 bytes, a few of them for the id and the kind; what does not fit is read from the table. */
const NOTICE_BYTES = 7900;

export async function createStreams(db: Db, pool: Pool, url: string, log: Logger): Promise<Streams> {
  const topics = new Map<string, Topic>();
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let heard_at = -Infinity;
  const listening = await listenTo(
    url,
    CHANNEL,
    {
      onNotification(payload) {
        heard_at = performance.now();
        const [word = '', topic = '', ...rest] = payload.split(' ', 4);
        if (word === 'event') void pump(topic);
        else if (word === 'said') hear(topic, rest, payload);
        else for (const listener of listeners.get(word) ?? []) listener(payload.slice(word.length + 1));
      },
      onLost: () => topics.forEach((one) => (one.isCurrent = false)),
      // The table is the truth: what was said meanwhile is in there.
      onBack: () => topics.forEach((_one, topic) => void pump(topic)),
    },
    log,
  );

  /** Something that came whole. Told at once where nothing before it may be missing. */
  function hear(topic: string, [event_id = '', event = '']: string[], payload: string): void {
    const one = topics.get(topic);
    if (!one) return;
    if (one.isReading || !one.isCurrent) return void pump(topic);
    const text = payload.slice(`said ${topic} ${event_id} ${event} `.length);
    const said = eventOf(Number(event_id), event, text);
    for (const reader of one.readers) tellOn(reader, [said]);
  }

  /** Tells what is new on a topic. A call while it is reading makes it read once more. */
  async function pump(topic: string): Promise<void> {
    const one = topics.get(topic);
    if (!one) return;
    one.isStale = true;
    if (one.isReading) return;
    one.isReading = true;
    one.isCurrent = false;
    try {
      while (one.isStale && one.readers.size > 0) {
        one.isStale = false;
        // Who came later and asked for more of the past is behind the others, who have heard it.
        const heard = Math.min(...Array.from(one.readers, ({ after }) => after));
        const rows = await db
          .select({
            event_id: stream_event.event_id,
            event: stream_event.event,
            text: sql<string>`${stream_event.data}::text`,
          })
          .from(stream_event)
          .where(and(eq(stream_event.topic, topic), gt(stream_event.event_id, heard)))
          .orderBy(asc(stream_event.event_id))
          .limit(BATCH);
        const events = rows.map(({ event_id, event, text }) => eventOf(event_id, event, text));
        // Who began to listen meanwhile, further back, has its turn next.
        for (const reader of one.readers) {
          if (reader.after < heard) one.isStale = true;
          else tellOn(reader, events);
        }
        if (rows.length === BATCH) one.isStale = true;
      }
      one.isCurrent = !one.isStale;
    } catch (error) {
      log.warn({ err: error }, 'reading events failed; the next notification tries again');
    } finally {
      one.isReading = false;
    }
  }

  return {
    async publish(queryable, topic, event, data) {
      const { parts, notice } = sayIn([{ topic, event, data }], 'nothing');
      const told = join([text('nothing as (select)'), ...parts]);
      await queryable.execute(statement`with ${told} select ${notice}`.asSql());
    },

    async subscribe(topic, after, onEvent) {
      const start = after ?? (await readNewest(pool));
      const reader: Reader = { after: start, onEvent };
      const one = topics.get(topic) ?? { readers: new Set(), isReading: false, isStale: false, isCurrent: false };
      topics.set(topic, one);
      one.readers.add(reader);
      await pump(topic);
      return () => {
        one.readers.delete(reader);
        if (one.readers.size === 0 && topics.get(topic) === one) topics.delete(topic);
      };
    },

    newest: () => readNewest(pool),
    heardAt: () => heard_at,

    async remembers(event_id) {
      const [oldest] = await db
        .select({ event_id: sql<number | null>`min(${stream_event.event_id})::float8` })
        .from(stream_event);
      const newest = await readNewest(pool);
      return event_id <= newest && event_id >= (oldest?.event_id ?? newest + 1) - 1;
    },

    onSignal(word, listener) {
      const set = listeners.get(word) ?? new Set();
      listeners.set(word, set.add(listener));
      return () => void set.delete(listener);
    },

    async signal(queryable, word, payload) {
      await queryable.execute(sql`select pg_notify(${CHANNEL}, ${`${word} ${payload}`})`);
    },

    async close() {
      topics.clear();
      await listening.close();
    },
  };
}

/**
 * Says something within a statement, for every row of `from`, a query of it. Ids are handed out before commit: the lock
 * keeps a topic's events from becoming visible out of order, in which case a reader would skip the late one for good;
 * the id is drawn once the lock is held. However much is said, the text is the same: PostgreSQL plans it once.
 */
export function sayIn(told: Told[], from: string): { parts: Statement[]; notice: Statement } {
  return {
    parts: [
      statement`turn as materialized (
        select told.*, pg_advisory_xact_lock(hashtextextended(topic, 0))
        from ${text(from)}, json_to_recordset(${JSON.stringify(told)}::json) as told (topic text, event text, data json))`,
      statement`said as materialized (
        select nextval('stream_event_event_id_seq') as event_id, topic, event, data from turn)`,
      statement`written as (
        insert into stream_event (event_id, topic, event, data) select event_id, topic, event, data::jsonb from said)`,
    ],
    notice: statement`(
      select count(pg_notify(${text(`'${CHANNEL}'`)}, case
        when octet_length(data::text) + octet_length(topic) < ${text(String(NOTICE_BYTES))}
        then concat_ws(' ', 'said', topic, event_id, event, data) else 'event ' || topic end)) from said)`,
  };
}

function eventOf(event_id: number, event: string, text: string): StreamEvent {
  return {
    event_id,
    event,
    text,
    get data() {
      return JSON.parse(text) as unknown;
    },
  };
}

function tellOn(reader: Reader, events: StreamEvent[]): void {
  for (const event of events.filter(({ event_id }) => event_id > reader.after)) {
    reader.after = event.event_id;
    reader.onEvent(event);
  }
}

/** The sequence counts on even when old events are gone. */
async function readNewest(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ newest: string }>(
    'select case when is_called then last_value else 0 end as newest from stream_event_event_id_seq',
  );
  return Number(rows[0]?.newest ?? 0);
}

export async function forgetOldEvents(db: Db): Promise<void> {
  await db.delete(stream_event).where(lt(stream_event.created_at, sql`now() - ${KEEP}`));
}
