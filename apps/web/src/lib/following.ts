import type { FromHub, Kind } from './event-hub.ts';

export type Followed = {
  name: string;
  path: string;
  input: object;
  last_event_id: number | null;
  /** Heard without a gap since it was opened. */
  is_open: boolean;
  is_refused: boolean;
  /** What was said last, for pages that come later. */
  last: unknown;
};

type Page = { tell: (told: FromHub) => void; names: Set<string>; heard_at: number; is_lost: boolean };

/** Who follows which streams, and how far each of them was heard. */
export function createFollowing(now: () => number = Date.now) {
  const pages = new Set<Page>();
  const streams = new Map<string, Followed>();

  const listeners = (name: string) => [...pages].filter(({ names }) => names.has(name));
  const tell = (kind: Kind, name: string, data: unknown = null) => {
    for (const page of listeners(name)) page.tell({ kind, name, data });
  };

  return {
    join(say: Page['tell']) {
      const page: Page = { tell: say, names: new Set(), heard_at: now(), is_lost: false };
      pages.add(page);
      return {
        isHere() {
          page.heard_at = now();
          if (page.is_lost) page.tell({ kind: 'lost' });
          page.is_lost = false;
        },
        follow({ name, path, input }: Pick<Followed, 'name' | 'path' | 'input'>) {
          const known = streams.get(name);
          page.names.add(name);
          if (!known || known.is_refused) {
            const begun = { last_event_id: null, is_open: false, is_refused: false, last: undefined };
            streams.set(name, { name, path, input, ...begun });
            return;
          }
          if (known.is_open) page.tell({ kind: 'open', name, data: null });
          if (known.last !== undefined) page.tell({ kind: 'message', name, data: known.last });
        },
        leave: (name: string) => void page.names.delete(name),
        leaveAll: () => page.names.clear(),
      };
    },

    /** What the next connection is for; what nobody follows any longer is forgotten. */
    wanted(): Followed[] {
      for (const name of streams.keys()) if (listeners(name).length === 0) streams.delete(name);
      return [...streams.values()].filter(({ is_refused }) => !is_refused);
    },

    take(name: string, kind: Kind, data: unknown, event_id: number | null): void {
      const stream = streams.get(name);
      if (!stream) return;
      if (event_id !== null) stream.last_event_id = event_id;
      if (kind === 'open') {
        // Opened again beside a new one, it has missed nothing: that is nobody's business.
        if (!stream.is_open) tell('open', name);
        stream.is_open = true;
        return;
      }
      if (kind === 'message') stream.last = data;
      if (kind === 'refused') stream.is_refused = true;
      tell(kind, name, data);
    },

    breakAll(): void {
      for (const stream of streams.values()) {
        if (stream.is_open) tell('broken', stream.name);
        stream.is_open = false;
      }
    },

    tellAll(told: FromHub): void {
      for (const page of pages) page.tell(told);
    },

    forgetSilent(ms: number): void {
      for (const page of pages) {
        if (now() - page.heard_at < ms) continue;
        page.is_lost = page.names.size > 0;
        page.names.clear();
      }
    },
  };
}
