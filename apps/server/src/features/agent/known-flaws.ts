import type { AgentBrief, AgentShot } from '@mixreel/contract';
import { checkSheet } from '@mixreel/contract/fact';
import type { App } from '#context.ts';
import { inArray } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { material_facts } from '#features/material/material.tables.ts';

export const BLACK_S = 0.5;
export const FROZEN_S = 2;
/** Another figure for one of these is another offer; a weight or a power may be that of a thing that is shown as well. */
const MONEY = new Set(['元', '美元', '折', '买送', '满减', '第件折', '第件元']);

type Stretch = { start: number; end: number };

export function overlapOf({ start, end }: Stretch, spans: readonly Stretch[]): number {
  return spans.reduce((sum, one) => sum + Math.max(0, Math.min(end, one.end) - Math.max(start, one.start)), 0);
}

export type Otherwise = { said: string; sheet: string };

/** Prices and offers in a text that are not those of the sheet. */
export function moneyIn(text: string, facts: AgentBrief['facts']): Otherwise[] {
  const units = new Map(facts.map(({ id, unit }) => [id, unit]));
  return checkSheet(text, '', { facts, acceptances: [] }).flatMap(({ kind, fact_id, said, sheet }) =>
    kind === 'changed' && MONEY.has(units.get(fact_id ?? '') ?? '') ? [{ said, sheet: sheet ?? '' }] : [],
  );
}

/** Those of these shots that a finished video would not be delivered with, as analyses know them. */
export async function flawedAmong(
  { db }: Pick<App, 'db'>,
  shots: readonly AgentShot[],
  facts: AgentBrief['facts'],
): Promise<ReadonlySet<AgentShot>> {
  if (shots.length === 0) return new Set();
  const shot_ids = shots.flatMap(({ shot_id }) => shot_id ?? []);
  const material_ids = [...new Set(shots.map(({ material_id }) => material_id))];
  const marks = await db
    .select({ material_id: material_facts.material_id, marks: material_facts.marks })
    .from(material_facts)
    .where(inArray(material_facts.material_id, material_ids));
  const texts = shot_ids.length
    ? await db
        .select({ shot_id: shot.shot_id, ocr_text: shot.ocr_text })
        .from(shot)
        .where(inArray(shot.shot_id, shot_ids))
    : [];
  return new Set(
    shots.filter(({ material_id, shot_id, start_ms, end_ms }) => {
      const own = marks.find((one) => one.material_id === material_id)?.marks;
      const shown = { start: start_ms / 1000, end: end_ms / 1000 };
      const text = texts.find((one) => one.shot_id === shot_id)?.ocr_text ?? '';
      return (
        overlapOf(shown, own?.black ?? []) >= BLACK_S ||
        overlapOf(shown, own?.frozen ?? []) >= FROZEN_S ||
        moneyIn(text, facts).length > 0
      );
    }),
  );
}
