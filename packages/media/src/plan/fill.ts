import { inventDraft, isSame } from '#plan/draft.ts';
import type { Draft } from '#plan/draft.ts';
import type { Gathering } from '#plan/gather.ts';
import type { Search } from '#plan/search.ts';
import type { Space } from '#plan/space.ts';

/** Attempts to find one more draft before giving up. */
const LAST_ATTEMPTS = 24;

/**
 * Take from the pool whatever is least like the set so far; ties go to the earlier one, which keeps a design in order.
 * With a limit, what shares more than that with another is passed over.
 */
export function fillFromPool(search: Search, pool: Draft[], { target, avoid }: Gathering, maxShare = 1): void {
  const isOpen = Uint8Array.from(pool, (draft) => Number(!isIn(avoid, draft)));
  const energies = Float64Array.from(pool, (draft) => search.pastWeight(draft));
  const weigh = (added: Draft) => {
    for (let i = 0; i < pool.length; i++) {
      energies[i]! += search.weight(pool[i]!, added);
      if (isSame(pool[i]!, added)) isOpen[i] = 0;
    }
  };
  for (const draft of search.drafts) weigh(draft);
  while (search.drafts.length < target) {
    let next = -1;
    for (let i = 0; i < pool.length; i++) {
      if (isOpen[i] === 1 && (next < 0 || energies[i]! < energies[next]! * (1 - 1e-9))) next = i;
    }
    if (next < 0) return;
    if (maxShare < 1 && search.mostShare(pool[next]!) > maxShare + 1e-9) {
      isOpen[next] = 0;
      continue;
    }
    search.add(pool[next]!.slice());
    weigh(pool[next]!);
  }
}

/** Take what stands in the pool as it comes, as far as it shares no more than that with any other. */
export function fillInOrder(search: Search, pool: Draft[], gathering: Gathering, maxShare: number): void {
  for (const draft of pool) {
    if (search.drafts.length >= gathering.target) return;
    const isUsable = search.mostShare(draft) <= maxShare + 1e-9 && isFree(search, draft, gathering);
    if (isUsable) search.add(draft.slice());
  }
}

/** Make new drafts until there are enough; with a limit, only such as share no more than that with any other. */
export function fillByInvention(space: Space, search: Search, gathering: Gathering, maxShare = 1): void {
  const { target, random, attempts = LAST_ATTEMPTS } = gathering;
  let failures = 0;
  while (search.drafts.length < target && failures < attempts) {
    const draft = inventDraft(space, random);
    if (!draft) return;
    search.settle(draft);
    const isUsable = isFree(search, draft, gathering) && search.mostShare(draft) <= maxShare + 1e-9;
    if (isUsable) search.add(draft);
    failures = isUsable ? 0 : failures + 1;
  }
}

/** Whether a draft is new to the set, and wanted. */
export function isFree({ drafts }: Search, draft: Draft, { avoid }: Gathering): boolean {
  return !isIn(drafts, draft) && !isIn(avoid, draft);
}

export function isIn(drafts: Draft[], draft: Draft): boolean {
  return drafts.some((other) => isSame(draft, other));
}
