import { z } from 'zod';
import { plain } from './endpoint.ts';

/** How many streams one connection carries: all pages of a browser together. */
const STREAMS_AT_ONCE = 100;

/** Which streams of the contract to hear, each under a name that its events come with. */
export const Listening = z.object({
  streams: z
    .array(
      z.object({
        name: z.string().min(1).max(500),
        path: z.string().max(200),
        input: z.record(z.string().max(100), z.unknown()).default({}),
        /** The last event of this stream that was heard; null: from now on. */
        last_event_id: z.int().min(0).nullable().default(null),
      }),
    )
    .min(1)
    .max(STREAMS_AT_ONCE),
});
export type Listening = z.input<typeof Listening>;

/**
 * What comes. `open` says from which event on a stream is heard, `refused` that it will not be; any other kind is one of
 * that stream itself. `data` of an event holds the name of the stream and what was said.
 */
export type HeardEvent = { name: string; data: unknown };

export const event = {
  listen: plain('POST', '/api/events', {
    summary: '多条事件流合用一个连接',
    access: 'session',
    per_minute: 6000,
  }),
};
