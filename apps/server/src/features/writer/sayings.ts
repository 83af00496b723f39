import type { StoryBrief, StructureKey, Tone } from '@mixreel/contract';
import { callsFor } from './calls-to-act.ts';
import { LINES, RESULTS, type SaidByTone, type Section } from './lines.ts';
import { OPENINGS, PLANS } from './plan.ts';
import { kindOf, LEADS, MORE_QUESTIONS, QUESTIONS } from './points.ts';
import { wayOf } from './ways.ts';

/** Ways to lead a point in that belong to a tone. */
const TONE_LEADS: Record<Tone, string[]> = {
  plain: [],
  lively: ['^看好了，{point}！', '+还没完，{point}！', '划重点，{point}！', '{point}，安排上！'],
  warm: ['我喜欢这一点，{point}。', '+细处也想到了，{point}。', '你会发现，{point}。', '+还有一点很贴心，{point}。'],
  expert: ['^关键在这里，{point}。', '具体来说，{point}。', '+值得注意的是，{point}。', '+再看一项，{point}。'],
};

type Asked = {
  brief: StoryBrief;
  /** Null: whatever is ever said in that part. */
  structure: StructureKey | null;
  /** The point that comes next. */
  point: string;
  turn: number;
};

/** Ways to say a part, the most fitting first. `^` stands only before all other points, `+` only behind one. */
export function sayingsOf(section: Section, { brief, structure, point, turn }: Asked): string[] {
  const { tone, platform } = brief;
  const way = wayOf(brief);
  const own = structure ? (PLANS[structure].lines?.[section] ?? []) : [];
  switch (section) {
    case 'hook':
      return Object.values(OPENINGS).flatMap((one) => (one.for?.includes(way.deal) === false ? [] : one.lines));
    case 'usage':
      return ['{usage}'];
    case 'call':
      return turned(callsFor(way.deal, tone, platform), turn);
    case 'results':
      return [...own, ...turned(LINES.results[tone], turn), ...turned(RESULTS[way.deal], turn)];
    case 'solution': {
      const kind = kindOf(point);
      const asked = structure && PLANS[structure].isAsked ? [...turned(QUESTIONS[kind], turn), ...MORE_QUESTIONS] : [];
      const led = turned([...TONE_LEADS[tone], ...LEADS[kind], ...LEADS.other], turn);
      return [...asked, ...own.map((line) => inTone(line, tone)), ...led.map((line) => inTone(line, tone))];
    }
    default:
      return [
        ...turned(own, turn).map((line) => inTone(line, tone)),
        ...turned(LINES[section satisfies SaidByTone][tone], turn),
      ];
  }
}

/** What is lively ends so. */
function inTone(line: string, tone: Tone): string {
  return tone === 'lively' && !line.includes('”') ? line.replace(/。$/u, '！') : line;
}

function turned(all: readonly string[], by: number): string[] {
  const at = all.length > 0 ? by % all.length : 0;
  return [...all.slice(at), ...all.slice(0, at)];
}
