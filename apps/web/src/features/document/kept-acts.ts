import { type Act, type Json, type Operation, Session } from '@mixreel/document';
import { call, type InputOf, isAway, isPassing } from '#lib/call.ts';
import { copyText } from '#lib/clipboard.ts';
import { useSession } from '#lib/session.ts';
import { closeToast, holdToast, resumeToast, showToast } from '#lib/toast.ts';
import type { Loss } from './live-document.ts';
import { sendPart } from './send-part.ts';

const PREFIX = 'document_acts';
const TOLD_MS = 20_000;

type Kept = { document_id: string; sequence: number; acts: readonly Act[] };

/** Pages of this tab that are open: they send what they have themselves. */
const open = new Set<string>();
let isFull = false;

/**
 * What is not saved yet stands in the browser's storage, so that neither a closed tab nor a dead machine loses it. Each
 * open page has a place of its own. Acts are known by their ids: one that is sent twice is done once.
 */
export function keepActs(client_id: string, kept: Kept): void {
  const key = keyOf(client_id);
  try {
    if (kept.acts.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
    isFull = false;
  } catch {
    // A full storage: what is not saved is then only in the page, which goes on trying.
    localStorage.removeItem(key);
    if (!isFull) showToast('warning', '浏览器存不下还没保存的修改，保存好之前请不要关闭或刷新页面');
    isFull = true;
  }
}

/** Until the page is left, and what it has not sent is nobody's. */
export function keepOpen(client_id: string): () => void {
  const key = keyOf(client_id);
  open.add(key);
  return () => open.delete(key);
}

let sending: Promise<void> | null = null;

/** Sends what earlier visits have left, of all documents or of one that is about to be opened. */
export function sendKeptActs(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  const isKept = (key: string) => key.startsWith(keyOf('')) && !open.has(key);
  for (const key of Object.keys(localStorage).filter(isKept)) {
    const text = localStorage.getItem(key);
    const kept = read(text);
    // A page that is just being left may have written more since.
    if ((!kept || (await sendKept(kept))) && localStorage.getItem(key) === text) localStorage.removeItem(key);
  }
}

const CALLS = {
  at: (input: InputOf<'document.at'>) => call('document.at', input, { is_quiet: true }),
  perform: (input: InputOf<'document.perform'>) => call('document.perform', input, { is_quiet: true }),
};

/** True when it is settled, one way or the other. */
export async function sendKept({ document_id, sequence, acts }: Kept, { at, perform } = CALLS): Promise<boolean> {
  let waiting: readonly Act[] = acts;
  try {
    const { state } = await at({ document_id, sequence });
    const ids = acts.map(({ act_id }) => act_id);
    const session = new Session({ state, sequence, newId: () => ids.shift() ?? '' });
    for (const { operations, cause } of acts) session.act(operations, { cause });
    while (!session.isSaved) {
      const first = session.pending[0]?.act_id;
      const answer = await sendPart(session, document_id, perform);
      for (const act of answer.acts) {
        const { lost } = session.receive(act);
        const message = `${act.user_name}「${act.words}」，你上次的修改没能放进去`;
        if (lost.length > 0) tellLoss({ message, operations: lost });
      }
      const { refused } = answer;
      if (refused) tellLoss({ message: refused.message, operations: session.refuse(refused.act_id).lost });
      session.sendAgain();
      waiting = session.pending;
      // An answer that neither takes nor refuses what waits would be asked for without end.
      if (waiting[0]?.act_id === first) return false;
    }
  } catch (error) {
    if (isAway(error) || isPassing(error)) return false;
    const message = error instanceof Error ? error.message : '上次没保存的修改没能保存';
    tellLoss({ message, operations: waiting.flatMap(({ operations }) => operations) });
  }
  return true;
}

/** Letters are acts of their own: what is lost of one word is told together. */
const TOGETHER_MS = 2000;
let told: { loss: Loss; toast_id: number; at: number } | null = null;

/** Says what could not be kept, with a way to have its words back. */
export function tellLoss({ message, again, ...loss }: Loss): void {
  const isMore = told?.loss.message === message && Date.now() - told.at < TOGETHER_MS;
  const operations = isMore && told ? [...told.loss.operations, ...loss.operations] : loss.operations;
  if (isMore && told) closeToast(told.toast_id);
  const text = wordsIn(operations);
  const copy = text && { label: '复制这些文字', run: () => void copyText(text) };
  const action = again ? { label: '仍用我的', run: again } : copy;
  const toast_id = showToast('warning', message, { ms: TOLD_MS, ...(action && { action }) });
  told = { loss: { message, operations }, toast_id, at: Date.now() };
  if (!document.hidden) return;
  // Told in a tab that nobody looks at, as after a restart of the browser, it would be gone by then.
  holdToast(toast_id);
  document.addEventListener('visibilitychange', () => resumeToast(toast_id), { once: true });
}

/** Fields that people write words in, in documents of any kind. */
const WRITTEN = /text|name|note|line|picture|caption|scene|people|props|sound|point|hook|clips|title|topics|brief/;

/** Everything that a person may have written. */
export function wordsIn(operations: readonly Operation[]): string {
  const parts = operations.flatMap((one) => {
    if (one.do === 'type') return one.edit.filter((part) => typeof part === 'string');
    if (one.do === 'add') return Object.entries(one.record).flatMap(([field, value]) => textIn(field, value));
    return one.do === 'set' ? textIn(one.path.at(-1) ?? '', one.value) : [];
  });
  return parts.join('');
}

function textIn(field: string, value: Json): string[] {
  if (typeof value === 'string') return value && WRITTEN.test(field) ? [`${value}\n`] : [];
  if (Array.isArray(value)) return value.flatMap((one) => textIn(field, one));
  return Object.entries(value && typeof value === 'object' ? value : {}).flatMap(([name, one]) => textIn(name, one));
}

function read(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? '') as Partial<Kept> | null;
    return kept?.document_id && Array.isArray(kept.acts) && typeof kept.sequence === 'number' ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

function keyOf(client_id: string): string {
  return `${PREFIX} ${whose()} ${client_id}`;
}

function whose(): string {
  return useSession.getState().user_info?.user_uid ?? '';
}
