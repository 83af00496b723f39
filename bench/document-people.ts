import { setTimeout as delay } from 'node:timers/promises';
import { document, type DocumentAct, mixKind } from '@mixreel/contract';
import { type Operation, type OrderedAct, PACE, planRanks, Session } from '@mixreel/document';

export type Ask = <T>(url: string, path: string, input?: object) => Promise<T>;
type Opened = { sequence: number; state: Session['state'] };

export function asker(token: string): Ask {
  return async <T>(url: string, path: string, input?: object): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method: input ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(input && { 'content-type': 'application/json' }) },
      body: input ? JSON.stringify(input) : null,
    });
    const { code, message, data } = (await response.json()) as { code: number; message: string; data: T };
    if (code !== 0) throw new Error(`${path}: ${code} ${message}`);
    return data;
  };
}

/** What all who edit a document together saw. */
export type Seen = {
  /** When each act was done, and how many pages have it by now. */
  began: Map<string, number>;
  heard_by: Map<string, number>;
  /** From an act to another page, ms. */
  times: number[];
  signal: AbortSignal;
};

export function beginSeeing(signal: AbortSignal): Seen {
  return { began: new Map(), heard_by: new Map(), times: [], signal };
}

export type Person = { session: Session; send: () => Promise<void> };
type Place = { url: string; token: string; document_id: string };

/** Somebody with the document open, as a page has it. */
export async function openAs({ url, token, document_id }: Place, seen: Seen): Promise<Person> {
  const ask = asker(token);
  const { sequence, state } = await ask<Opened>(url, `${document.open.path}?document_id=${document_id}`);
  const session = new Session({ sequence, state, kind: mixKind, newId: () => crypto.randomUUID() });
  const take = (acts: readonly OrderedAct[]) => {
    for (const act of acts) {
      if (act.sequence !== session.sequence + 1) continue;
      session.receive(act);
      seen.heard_by.set(act.act_id, (seen.heard_by.get(act.act_id) ?? 0) + 1);
    }
  };
  /** As often as a page. */
  let waiting: DocumentAct[] = [];
  let heard_at = -Infinity;
  const hear = (acts: readonly DocumentAct[]) => {
    const isPlanned = waiting.length > 0;
    waiting.push(...acts);
    const wait = heard_at + PACE.hear_ms - performance.now();
    if (wait <= 0) show();
    else if (!isPlanned) setTimeout(show, wait);
  };
  const show = () => {
    const acts = waiting;
    waiting = [];
    heard_at = performance.now();
    for (const { act_id, sequence } of acts) {
      const began = seen.began.get(act_id);
      if (sequence > session.sequence && began !== undefined) seen.times.push(performance.now() - began);
    }
    take(acts);
  };
  listen(`${url}${document.changes.path}?document_id=${document_id}`, token, hear, seen.signal);
  const send = async () => {
    await delay(PACE.show_ms);
    for (let request = session.send(); request; request = session.send()) {
      const { acts } = await ask<{ acts: DocumentAct[] }>(url, document.perform.path, { document_id, ...request });
      take(acts);
      session.sendAgain();
    }
  };
  return { session, send };
}

/** Does something every so often until it is time to stop: mostly letters, and now and then a clip or a setting. */
export async function edit({ session, send }: Person, n: number, seen: Seen, until: number, every_ms: number) {
  let sending = Promise.resolve();
  for (let turn = 0; performance.now() < until && !seen.signal.aborted; turn += 1) {
    const { act_id } = session.act(nextAct(session.state, turn, n));
    seen.began.set(act_id, performance.now());
    sending = sending.then(send);
    await delay(every_ms);
  }
  await sending;
}

function nextAct(state: Session['state'], turn: number, n: number): Operation[] {
  const pick = (table: string) => {
    const ids = Object.keys(state[table] ?? {});
    return ids[(turn * 7 + n) % ids.length] ?? '';
  };
  const id = pick('clip');
  const clip = { table: 'clip', id };
  if (turn % 8 === 3) return [{ ...clip, do: 'set', path: ['volume'], value: (turn % 10) / 10 }];
  if (turn % 8 === 5) {
    const shooting_id = pick('shooting');
    const rank = planRanks([{ id, rank: null }]).get(id) ?? '';
    return [
      { ...clip, do: 'set', path: ['shooting_id'], value: shooting_id },
      { ...clip, do: 'set', path: ['rank'], value: rank },
    ];
  }
  if (turn % 8 === 7) {
    return [{ do: 'set', table: 'mix', id: 'mix', path: ['config', 'voice', 'rate'], value: 1 + (turn % 5) / 10 }];
  }
  return [{ do: 'type', table: 'script', id: pick('script'), path: ['text'], edit: [`${n}`] }];
}

function listen(url: string, token: string, hear: (acts: DocumentAct[]) => void, signal: AbortSignal): void {
  const read = async () => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const json = /^data: (.*)$/m.exec(part)?.[1];
        const { acts } = json ? (JSON.parse(json) as { acts?: DocumentAct[] }) : {};
        if (acts) hear(acts);
      }
    }
  };
  read().catch(() => {});
}
