import type { Operation } from '@mixreel/document';

/** About how many characters these are as JSON. Letters, which most are, need not be written out for it. */
export function weigh(operations: readonly Operation[]): number {
  return operations.reduce((sum, one) => sum + (one.do === 'type' ? typed(one) : JSON.stringify(one).length), 0);
}

const AROUND = 100;

function typed({ edit }: Operation & { do: 'type' }): number {
  return edit.reduce<number>((sum, part) => sum + (typeof part === 'string' ? part.length : 4), AROUND);
}
