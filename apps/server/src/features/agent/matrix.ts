import type { AgentBrief } from '@mixreel/contract';
import { bankOf } from '#features/writer/line-bank.ts';
import type { Section } from '#features/writer/lines.ts';
import { isWhereOrWhen } from '#features/writer/points.ts';
import { judgeFor } from './write-row.ts';

/** A selling point: how many rows are about it, and in how many ways it can be opened, proved and ended. */
type MatrixRow = { point: string; count: number; openings: number; proofs: number; calls: number };

/** Points take turns, but for those that only say where and when. A brief without any is about the product itself. */
export function matrixOf(brief: AgentBrief, count: number, allowed: string[]): MatrixRow[] {
  const { product, platforms } = brief;
  const about = { ...product, platform: platforms[0] ?? product.platform };
  const bank = bankOf(about, judgeFor(brief, allowed));
  const leading = product.points.filter((point) => !isWhereOrWhen(point));
  const own = leading.length > 0 ? leading : product.points;
  const points = own.length > 0 ? own : [''];
  return points.map((point, n) => {
    const ways = (section: Section) =>
      bank.filter(
        ({ section: own, facts }) =>
          own === section && facts.every((fact) => !fact.startsWith('point ') || fact === `point ${point}`),
      ).length;
    const rows = Math.floor((count - n - 1) / points.length) + 1;
    return { point, count: Math.max(0, rows), openings: ways('hook'), proofs: ways('proof'), calls: ways('call') };
  });
}
