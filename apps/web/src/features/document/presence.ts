import type { DocumentPerson, DocumentPlace } from '@mixreel/contract';
import { createStore, type StoreApi } from 'zustand';
import { call } from '#lib/call.ts';

const SAY_MS = 10_000;
/** Whoever was not heard for this long has gone: two calls may get lost. */
const GONE_MS = 25_000;
/** A caret moves with every key; it is told this often. */
const MOVE_MS = 250;

export type Present = { people: DocumentPerson[] };

/** Who else has a document open, and where they are; and says the same of this page. Nothing of it is kept. */
export type Presence = {
  others: StoreApi<Present>;
  hear(person: DocumentPerson): void;
  move(place: DocumentPlace | null): void;
  /** Says that this page is here. Others answer at once, so it has to hear them by then. */
  arrive(): void;
  start(): () => void;
};

type Say = (place: DocumentPlace | null, is_gone: boolean) => Promise<unknown>;

export function createPresence(
  document_id: string,
  client_id: string,
  say: Say = sayBy(document_id, client_id),
): Presence {
  const others = createStore<Present>(() => ({ people: [] }));
  const heard = new Map<string, number>();
  let place: DocumentPlace | null = null;
  let soon: ReturnType<typeof setTimeout> | undefined;

  const tell = () => {
    clearTimeout(soon);
    soon = undefined;
    void say(place, false).catch(() => {});
  };
  const tellSoon = (ms: number) => {
    soon ??= setTimeout(tell, ms);
  };
  const forget = (ids: string[]) => {
    if (ids.length === 0) return;
    for (const id of ids) heard.delete(id);
    others.setState(({ people }) => ({ people: people.filter((one) => !ids.includes(one.client_id)) }));
  };
  return {
    others,
    hear(person) {
      if (person.client_id === client_id) return;
      if (person.is_gone) return forget([person.client_id]);
      // Whoever comes does not know yet who is here.
      if (!heard.has(person.client_id)) tellSoon(Math.random() * MOVE_MS);
      heard.set(person.client_id, Date.now());
      others.setState(({ people }) => {
        const at = people.findIndex((one) => one.client_id === person.client_id);
        return { people: at < 0 ? [...people, person] : people.with(at, person) };
      });
    },
    move(next) {
      if (JSON.stringify(next) === JSON.stringify(place)) return;
      place = next;
      tellSoon(MOVE_MS);
    },
    arrive: tell,
    start() {
      const timer = setInterval(() => {
        tell();
        forget([...heard].flatMap(([id, at]) => (Date.now() - at > GONE_MS ? [id] : [])));
      }, SAY_MS);
      const leave = () => void say(null, true).catch(() => {});
      window.addEventListener('pagehide', leave);
      return () => {
        clearInterval(timer);
        clearTimeout(soon);
        window.removeEventListener('pagehide', leave);
        leave();
      };
    },
  };
}

function sayBy(document_id: string, client_id: string): Say {
  return (place, is_gone) => call('document.here', { document_id, client_id, place, is_gone }, { is_quiet: true });
}

/** Dark enough for white letters, told apart side by side. */
const HUES = [262, 152, 22, 200, 330, 95, 290, 45];

/** One colour for one person, wherever they are seen; of those who are here no two have the same as long as there are enough. */
export function colourOf(user_uid: string, here: readonly { user_uid: string }[]): string {
  const taken = new Set<number>();
  for (const one of [...new Set([user_uid, ...here.map((person) => person.user_uid)])].toSorted()) {
    let hue = sumOf(one) % HUES.length;
    while (taken.size < HUES.length && taken.has(hue)) hue = (hue + 1) % HUES.length;
    taken.add(hue);
    if (one === user_uid) return `hsl(${HUES[hue]} 60% 38%)`;
  }
  return '';
}

function sumOf(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521;
  return sum;
}
