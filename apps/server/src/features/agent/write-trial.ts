import { type AgentBrief, type AgentRow, EMPTY_AGENT_ROW, spokenLines } from '@mixreel/contract';
import { plainly } from '#features/writer/write-script.ts';
import { giveTurns } from '#turns.ts';
import { judgeFor, titleOf, type WrittenRow, writeRow } from './write-row.ts';

/** Versions that are looked through for other openings and calls. */
const VERSIONS = 60;

type Wish = { count: number; allowed: string[]; idOf: (n: number) => string };
type Part = { line: string; wish: string };
type Told = { rows: AgentRow[]; notices: string[] };

/**
 * The rows of a trial: of each point every opening with every voice and every call, named by their cell. What stands between
 * is the same in all of them, so that only what is tried differs.
 */
export async function writeTrial(brief: AgentBrief, { count, allowed, idOf }: Wish): Promise<Told> {
  const factors = brief.factors ?? { openings: 1, calls: 1 };
  const judge = judgeFor(brief, allowed);
  const voices = brief.voice_ids.length > 0 ? brief.voice_ids : [''];
  const giveTurn = giveTurns();
  const all: { order: number[]; row: Omit<AgentRow, 'row_id'> }[] = [];
  for (const [p, point] of brief.product.points.entries()) {
    const versions: WrittenRow[] = [];
    for (let version = 0; version < VERSIONS; version += 1) {
      await giveTurn();
      const row = writeRow(brief, { point, version, hooks: [], allowed, judge });
      if (row) versions.push(row);
    }
    // Short ones may have no time for the point: then all points would be the same video.
    const whole = versions.filter((row) => spokenLines(row).length > 2);
    const base = whole.find((row) => bodyOf(row).some(({ line }) => saysOf(line, point))) ?? whole[0];
    if (!base) continue;
    const body = bodyOf(base);
    const openings = different(versions.map((row) => partsOf(row)[0]!)).slice(0, factors.openings);
    const calls = different(versions.map((row) => partsOf(row).at(-1)!)).slice(0, factors.calls);
    for (const [o, opening] of openings.entries()) {
      for (const [v, voice_id] of voices.entries()) {
        for (const [c, call] of calls.entries()) {
          const cell = [`卖点${p + 1}`, `开头${o + 1}`, `音色${v + 1}`, `号召${c + 1}`].join('-');
          const parts = [opening, ...body, call];
          all.push({ order: [c, v, o, p], row: rowOf(brief, base, parts, { voice_id, note: cell }) });
        }
      }
    }
  }
  // Where there is no room for all, every point and opening is tried before further voices and calls.
  const first = all.toSorted((a, b) => compare(a.order, b.order)).slice(0, count);
  const kept = all.filter((one) => first.includes(one));
  const rows = kept.map(({ row }, n) => ({ ...row, row_id: idOf(n) }));
  const cut = all.length > rows.length ? [`一共 ${all.length} 个单元，按要求的条数取了 ${rows.length} 个`] : [];
  const notices = [
    `按因素试验：同一个卖点只有开头、音色和号召不同，画面和其余台词一样，重复度会高，用来投放比较，不要发在同一个账号`,
    ...cut,
  ];
  return { rows, notices };
}

function partsOf(row: WrittenRow): Part[] {
  const wishes = row.clips.split('\n');
  return spokenLines(row).map((line, n) => ({ line, wish: wishes[n] ?? line }));
}

function bodyOf(row: WrittenRow): Part[] {
  return partsOf(row).slice(1, -1);
}

/** A point may be said shorter than the sheet has it. */
function saysOf(line: string, point: string): boolean {
  const [first = ''] = point.split(/[，,。；;：:]/u);
  return plainly(line).includes(plainly(first));
}

function different(parts: Part[]): Part[] {
  return [...new Map(parts.toReversed().map((part) => [part.line, part])).values()].toReversed();
}

function rowOf(
  brief: AgentBrief,
  base: WrittenRow,
  parts: Part[],
  given: Pick<AgentRow, 'voice_id' | 'note'>,
): Omit<AgentRow, 'row_id'> {
  const { ratios, music_ids, seconds } = brief;
  const [opening, ...rest] = parts;
  return {
    ...EMPTY_AGENT_ROW,
    ...base,
    ...given,
    seconds,
    hook: opening!.line,
    lines: rest.map(({ line }) => line).join('\n'),
    // Not that of one of the openings: all else is the same.
    title: titleOf(brief, { hook: '', point: base.point }),
    clips: parts.map(({ wish }) => wish).join('\n'),
    music_id: music_ids[0] ?? '',
    ratio: ratios[0] ?? '9:16',
  };
}

function compare(a: number[], b: number[]): number {
  const n = a.findIndex((value, at) => value !== b[at]);
  return n < 0 ? 0 : a[n]! - b[n]!;
}

/** In a trial a line is shown with the same shot wherever the same point is made. */
export function showAlike(rows: AgentRow[]): AgentRow[] {
  const known = new Map<string, AgentRow['shots'][number]>();
  return rows.map((row) => {
    const lines = spokenLines(row);
    const shots = row.shots.map((shot, n) => {
      const key = `${row.point}\n${lines[n]}`;
      if (!known.has(key)) known.set(key, shot);
      return known.get(key) ?? null;
    });
    return { ...row, shots };
  });
}
