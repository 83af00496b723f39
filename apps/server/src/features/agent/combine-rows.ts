import {
  type AgentBrief,
  type AgentRow,
  type AgentShot,
  EMPTY_AGENT_ROW,
  EMPTY_ROW,
  keptShots,
  spokenLines,
  wishesOf,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, desc, eq, inArray, isNull, ne, sql } from '#db/orm.ts';
import { askPlanner } from '#features/candidate/plan-thread.ts';
import { material } from '#features/material/material.tables.ts';
import { keepAllowed } from '#features/search/recommend.ts';
import { publishableBelow } from '#features/standard/level.ts';
import { readPast } from '#features/standard/past-videos.ts';
import { readStandard } from '#features/standard/standard.queries.ts';
import { type BankLine, bankOf, ordersOf } from '#features/writer/line-bank.ts';
import { giveTurns } from '#turns.ts';
import { agent_batch, agent_row, agent_video } from './agent.tables.ts';
import {
  chooseShot,
  compareShots,
  inKnownOrder,
  inOrder,
  leadOf,
  placeLines,
  ROOM,
  type RowPart,
  toPart,
  toVideos,
  typicalSeconds,
  waysFor,
} from './deal-lines.ts';
import { openOptions, readWhere, type Where } from './find-shots.ts';
import { foretell, heldSeconds, LENGTH_SLACK } from './foretell.ts';
import { readContents } from './read-contents.ts';
import { judgeFor, rowOfScript } from './write-row.ts';

type Asked = {
  brief: AgentBrief;
  batch: { agent_project_id: string; agent_batch_config_id: string; space_id: string; project_id: string };
  count: number;
  /** Rows of the same batch that are there already. */
  earlier: AgentRow[];
  allowed: string[];
  points: string[];
  signal: AbortSignal;
};

/** Rows of parts reach the length that is asked for by this much in the mean: nearly all then lie within what is told. */
const REACH = 0.95;
/** What is left between what is foretold and the limit. The judge sees up to 0.05 more; so much would cost parts. */
const MARGIN = 0.01;

/**
 * Rows of few lines, each with its shot: they are put together like the videos of a mix, so that what rows share is made
 * once, and no two share so much that they are too alike. What batches before this one have made comes first. Null where
 * the writer or the library has too little.
 */
export async function combineRows(
  app: App,
  { brief, batch, count, earlier, allowed, points, signal }: Asked,
): Promise<{ rows: Omit<AgentRow, 'row_id'>[]; notices: string[] } | null> {
  const { product, platforms } = brief;
  const about = { ...product, platform: platforms[0] ?? product.platform };
  const bank = bankOf(about, judgeFor(brief, allowed));
  const places = placeLines(bank, points, brief.seconds);
  if (places[0]?.sections[0] !== 'hook' || places.length < 3) return null;
  const before = [...earlier.map((row) => ({ row, isMade: true })), ...(await readBefore(app, batch))];
  const secondsOf = (line: string) => heldSeconds(line, brief.seconds / places.length, brief);
  // What has little to say is written row by row: a structure says more than one line of each kind.
  const shown = places.reduce((sum, place) => sum + typicalSeconds(place, secondsOf), 0);
  if (shown < brief.seconds * REACH) return null;
  const where = await readWhere(app, batch, brief);
  const made = madeOf(before, brief, await readUsable(app, where, before));
  const ways = waysFor(count, places.length);
  const { parts, lists, contents } = await showLines(app, where, { places, ways, before, made, secondsOf, signal });
  // With fewer pictures rows that share parts would be too alike: each is then shown as differently as can be.
  if (lists.some(({ length }, place) => length < (place === 0 ? ways.openings : ways.least))) return null;

  const standard = await readStandard(app.db, batch.space_id);
  const past = await readPast(app.db, batch.space_id, { days: standard.history_days, except: [] });
  const isFirst = parts.every(({ isMade }) => !isMade);
  const picks = await askPlanner<'combine'>({
    kind: 'combine',
    parts: parts.map((part) => toPart(part, brief, secondsOf(part.said.line), contents.of, contents.looks)),
    videos: toVideos(lists, parts, count, points),
    setting: {
      lists,
      below: publishableBelow(standard) - MARGIN,
      seconds: brief.seconds * LENGTH_SLACK,
      weights: standard.weights,
      past: [...contents.named(past), ...before.map(({ row }) => foretell(row, brief, contents.of, contents.looks))],
      room: isFirst ? Math.floor(ROOM * count) : 0,
    },
  });
  const orders = ordersOf(about);
  const rows = picks.flatMap((own, n) => {
    const chosen = own.map((part) => parts[part]!);
    const said = chosen.map((one) => one.said);
    const inTurn = inOrder(said, orders[n % orders.length]!).map((at) => chosen[at]!);
    return toRow(brief, inTurn, pointOf(said, points)) ?? [];
  });
  const used = new Set(picks.flat());
  const fresh = [...used].filter((part) => !parts[part]!.isMade).length;
  const saved = fresh < used.size ? `，其中 ${used.size - fresh} 个前面的批次做过` : '';
  return {
    rows,
    notices: [`${rows.length} 条由 ${used.size} 个「台词＋画面」片段组合而成，相同的片段只做一次${saved}`],
  };
}

function pointOf(said: BankLine[], points: string[]): string {
  const facts = said[leadOf(said)]?.facts ?? [];
  return points.find((point) => facts.includes(`point ${point}`)) ?? points[0]!;
}

function toRow(brief: AgentBrief, parts: RowPart[], point: string): Omit<AgentRow, 'row_id'> | null {
  const script = parts.map(({ said: { section, line, picture } }) => ({ ...EMPTY_ROW, section, line, picture }));
  const written = rowOfScript(brief, point, script);
  if (!written) return null;
  const row = { ...EMPTY_AGENT_ROW, ...written, seconds: brief.seconds };
  const wishes = wishesOf(row);
  return { ...row, shots: parts.map(({ shot }, n) => ({ ...shot, wish: wishes[n]! })) };
}

type Shown = {
  places: ReturnType<typeof placeLines>;
  ways: ReturnType<typeof waysFor>;
  before: Before[];
  made: Made;
  secondsOf: (line: string) => number;
  signal: AbortSignal;
};

/**
 * Lines with pictures that no other line has or looks like, by their place: first as many ways as every place needs, then
 * the openings, then what is left of the library, so that the first ways get the best ones.
 */
async function showLines(app: App, where: Where, { places, ways, before, made, secondsOf, signal }: Shown) {
  // Enough that no two lines have to have the same.
  const optionsFor = openOptions(app, where, ways.most * places.length);
  const options = new Map<BankLine, AgentShot[]>();
  for (const said of new Set(places.flatMap(({ lines }) => lines.slice(0, ways.most)))) {
    signal.throwIfAborted();
    options.set(said, await optionsFor(said.picture, secondsOf(said.line)));
  }
  const contents = await readContents(app, where.space_id, [
    ...[...options.values()].flat(),
    ...before.flatMap(({ row }) => row.shots),
  ]);
  const parts: RowPart[] = [];
  const lists = places.map((): number[] => []);
  const giveTurn = giveTurns();
  const fill = async (place: number, upTo: number): Promise<void> => {
    for (let way = lists[place]!.length; way < upTo; way += 1) {
      await giveTurn();
      const said = places[place]!.lines[way]!;
      const had = made.get(said.line)?.shift();
      const taken = [...parts, ...[...made].flatMap(([line, shots]) => shots.map((shot) => asPart(line, shot)))];
      const found = had
        ? { shot: had, isFree: true }
        : chooseShot(options.get(said) ?? [], said.line, taken, secondsOf, contents.of, contents.looks);
      if (!found?.isFree) return;
      lists[place]!.push(parts.length);
      parts.push({ said, shot: found.shot, isMade: had !== undefined });
    }
  };
  for (let way = 1; way <= ways.least; way += 1) for (const place of places.keys()) await fill(place, way);
  await fill(0, ways.openings);
  for (let way = 1 + ways.least; way <= ways.most; way += 1) for (const place of places.keys()) await fill(place, way);
  return { parts, lists: lists.map((own) => inKnownOrder(own, parts)), contents };
}

const NO_LINE: Omit<BankLine, 'line'> = { section: 'hook', picture: '', way: '', facts: [], place: 'any', kind: '' };

function asPart(line: string, shot: RowPart['shot']): RowPart {
  return { said: { ...NO_LINE, line }, shot, isMade: true };
}

/** By line the shots that it was made with. */
type Made = Map<string, RowPart['shot'][]>;
type Before = { row: AgentRow; isMade: boolean };

/** Newest rows of other batches that a new one goes out of the way of. */
const BEFORE_MOST = 400;

/** What was not delivered for what it shows is not shown again. */
const REJECTED = JSON.stringify([{ weight: 'reject' }]);

/** The rows of other batches of the same agent, made or not. */
async function readBefore({ db }: App, batch: Asked['batch']): Promise<Before[]> {
  const { look } = agent_video;
  return db
    .select({
      row: agent_row,
      isMade: sql<boolean>`${look} is not null and not ${look} -> 'found' @> ${REJECTED}::jsonb`,
    })
    .from(agent_row)
    .innerJoin(agent_batch, eq(agent_batch.agent_batch_config_id, agent_row.agent_batch_config_id))
    .leftJoin(
      agent_video,
      and(
        eq(agent_video.agent_batch_config_id, agent_row.agent_batch_config_id),
        eq(agent_video.row_id, agent_row.row_id),
      ),
    )
    .where(
      and(
        eq(agent_batch.agent_project_id, batch.agent_project_id),
        ne(agent_batch.agent_batch_config_id, batch.agent_batch_config_id),
        isNull(agent_batch.deleted_at),
      ),
    )
    .orderBy(desc(agent_row.agent_batch_config_id), agent_row.rank)
    .limit(BEFORE_MOST);
}

/** Of what they show that which still lies where shots are taken from, and may be shown. */
async function readUsable({ db }: App, { project_id, within }: Where, before: Before[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(before.flatMap(({ row }) => row.shots.flatMap((shot) => shot?.material_id ?? [])))];
  if (ids.length === 0) return new Set();
  const isThere = and(
    inArray(material.material_id, ids),
    eq(material.project_id, project_id),
    isNull(material.deleted_at),
    within ? inArray(material.dir_id, within.dir_ids) : undefined,
  );
  const found = await db.select({ material_id: material.material_id }).from(material).where(isThere);
  return new Set((await keepAllowed(db, found)).map(({ material_id }) => material_id));
}

/** Shown so many times less often than another shot of the same line. */
const RARE = 3;

/** What of them is there to be shown again: in a ratio and a voice that rows have now. */
function madeOf(before: Before[], { ratios, voice_ids }: AgentBrief, usable: ReadonlySet<string>): Made {
  const voices = voice_ids.length > 0 ? voice_ids : [''];
  const found = new Map<string, { shot: RowPart['shot']; uses: number }[]>();
  for (const { row, isMade } of before) {
    if (!isMade || !ratios.includes(row.ratio) || !voices.includes(row.voice_id)) continue;
    const shots = keptShots(row);
    for (const [n, line] of spokenLines(row).entries()) {
      const shot = shots[n];
      const own = found.get(line) ?? [];
      if (!shot || !usable.has(shot.material_id)) continue;
      const same = own.find((one) => compareShots(one.shot, shot) === 0);
      if (same) same.uses += 1;
      else found.set(line, [...own, { shot, uses: 1 }]);
    }
  }
  const made: Made = new Map();
  for (const [line, own] of found) {
    // What only a repair has shown was in no plan: it comes behind what was.
    const most = Math.max(...own.map(({ uses }) => uses));
    const isRare = ({ uses }: { uses: number }) => Number(uses * RARE < most);
    const sorted = own.toSorted((a, b) => isRare(a) - isRare(b) || compareShots(a.shot, b.shot));
    made.set(
      line,
      sorted.map(({ shot }) => shot),
    );
  }
  return made;
}
