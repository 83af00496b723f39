/** What a board says against its sheet. Apart from the calls, as `fact-rules.ts` is. */
import { checkSheet, isBroken, type SheetProblem } from './fact-sheet.ts';
import type { Story } from './story-kind.ts';
import type { StoryRow } from './story-row.ts';

/** What of a row others will hear or read. */
export const SAID_FIELDS = ['line', 'caption'] as const satisfies (keyof StoryRow)[];
export type SaidField = (typeof SAID_FIELDS)[number];

export type BrokenPlace = { row_id: string; number: number; field: SaidField; problem: SheetProblem };

/** Where a board says otherwise than its sheet and nobody has accepted that; of some of its rows only when named. */
export function brokenFacts(
  { rows, facts, acceptances }: Pick<Story, 'rows' | 'facts' | 'acceptances'>,
  row_ids?: readonly string[],
): BrokenPlace[] {
  const wanted = row_ids && new Set(row_ids);
  return rows.flatMap((row, n) => {
    if (wanted && !wanted.has(row.row_id)) return [];
    return SAID_FIELDS.flatMap((field) =>
      checkSheet(row[field], row.row_id, { facts, acceptances })
        .filter(isBroken)
        .map((problem) => ({ row_id: row.row_id, number: n + 1, field, problem })),
    );
  });
}
