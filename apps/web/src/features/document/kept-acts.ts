import { DOCUMENT_ACTS_MAX } from '@mixreel/contract';
import type { Act, Operation } from '@mixreel/document';
import { call, CallError, isAway, isPassing } from '#lib/call.ts';
import { copyText } from '#lib/clipboard.ts';
import { useSession } from '#lib/session.ts';
import { closeToast, showToast } from '#lib/toast.ts';
import type { Loss } from './live-document.ts';

const PREFIX = 'document_acts';
const TOLD_MS = 20_000;

type Kept = { document_id: string; sequence: number; acts: readonly Act[] };

/**
 * What is not saved yet stands in the browser's storage, so that neither a closed tab nor a dead machine loses it. Each
 * open page has a place of its own. Acts are known by their ids: one that is sent twice is done once.
 */
export function keepActs(client_id: string, kept: Kept): void {
  const key = `${PREFIX} ${whose()} ${client_id}`;
  try {
    if (kept.acts.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full storage: what is not saved is then only in the page, which goes on trying.
  }
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
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(`${PREFIX} ${whose()} `))) {
    const kept = read(key);
    if (!kept || (await sendOne(kept))) localStorage.removeItem(key);
  }
}

/** True when it is settled, one way or the other. */
async function sendOne({ document_id, sequence, acts }: Kept): Promise<boolean> {
  let rest = [...acts];
  while (rest.length > 0) {
    try {
      const sent = rest.slice(0, DOCUMENT_ACTS_MAX);
      const { refused } = await call('document.perform', { document_id, sequence, acts: sent }, { is_quiet: true });
      const at = refused ? sent.findIndex(({ act_id }) => act_id === refused.act_id) : sent.length - 1;
      if (refused) tellLoss({ message: refused.message, operations: sent[at]?.operations ?? [] });
      rest = rest.slice(at + 1);
    } catch (error) {
      if (isAway(error) || isPassing(error)) return false;
      const message = error instanceof CallError ? error.message : '上次没保存的修改没能保存';
      tellLoss({ message, operations: rest.flatMap(({ operations }) => operations) });
      return true;
    }
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
}

/** Everything that a person may have written. */
function wordsIn(operations: readonly Operation[]): string {
  const parts = operations.flatMap((one) => {
    if (one.do === 'type') return one.edit.filter((part) => typeof part === 'string');
    if (one.do === 'add') return Object.entries(one.record).flatMap(([field, value]) => textIn(field, value));
    return one.do === 'set' ? textIn(one.path.at(-1) ?? '', one.value) : [];
  });
  return parts.join('');
}

function textIn(field: string, value: unknown): string[] {
  return typeof value === 'string' && /text|name|note|line/.test(field) ? [`${value}\n`] : [];
}

function read(key: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as Partial<Kept> | null;
    return kept?.document_id && Array.isArray(kept.acts) && typeof kept.sequence === 'number' ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

function whose(): string {
  return useSession.getState().user_info?.user_uid ?? '';
}
