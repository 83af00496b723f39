import {
  type AgentBrief,
  type AgentFinding,
  type AgentRow,
  type AgentShot,
  batchOf,
  DEFAULT_MIX_CONFIG,
  type ExportProblem,
  keptShots,
  planBatch,
  spokenLines,
  wishesOf,
} from '@mixreel/contract';
import { speechEngines } from '#features/ai/speech.ability.ts';
import type { MixState } from '#features/candidate/choose.ts';
import { change } from '#features/document/perform.ts';
import type { JobContext } from '#queue/job.ts';
import { type AgentBatchRow, readOwnVideos, readRows } from './agent.queries.ts';
import { agreeToRepair } from './agreed-rows.ts';
import { batchDocument } from './batch.document.ts';
import { findFor, findShots, readWhere } from './find-shots.ts';
import { rowLengths } from './foretell.ts';
import { flawedAmong } from './known-flaws.ts';
import { keyOfRow } from './row-mix.ts';

type Broken = { brief: AgentBrief; batch: AgentBatchRow; row: AgentRow; state: MixState; problems: ExportProblem[] };

/** Puts a row right: other words where the check knows some, else another shot. An act in the batch's history. */
export async function repairRow(
  context: JobContext,
  { brief, batch, row, state, problems }: Broken,
): Promise<{ row: AgentRow; repairs: string[] }> {
  const repairs: string[] = [];
  const places = state.document.shootings.map(({ shooting_id }) => shooting_id);
  const lines = spokenLines(row);
  const shots = keptShots(row);
  const done = new Set<number>();
  for (const problem of problems) {
    const n = places.indexOf(problem.shooting_id ?? '');
    if (n < 0 || done.has(n)) continue;
    const wording = problem.fixes.flatMap((fix) => fix.wording).find(({ from }) => from === lines[n]);
    const other = wording ? null : await otherShot(context, batch, brief, { row, shots, n });
    if (wording) {
      lines[n] = wording.to.replaceAll('\n', ' ');
      repairs.push(`「${wording.from}」改成「${wording.to}」：${problem.message}`);
    } else if (other) {
      repairs.push(
        `第 ${n + 1} 句的画面「${shots[n]?.material_name}」换成「${other.material_name}」：${problem.message}`,
      );
      shots[n] = other;
    } else continue;
    done.add(n);
  }
  if (repairs.length === 0) return { row, repairs };
  const kept = await keepRepair(context, { brief, batch, row }, { lines, shots, voice_id: row.voice_id });
  return { row: kept, repairs };
}

type Mended = Pick<Broken, 'brief' | 'batch' | 'row'>;
type Repaired = { lines: string[]; shots: (AgentShot | null)[]; voice_id: string };

/** The row as it is now, as an act of nobody's in the batch's history; not over what somebody wrote meanwhile. */
async function keepRepair(
  context: JobContext,
  { brief, batch, row }: Mended,
  { lines, shots, voice_id }: Repaired,
): Promise<AgentRow> {
  const said = { hook: lines[0] ?? '', lines: lines.slice(1).join('\n') };
  const wishes = wishesOf({ ...row, ...said });
  const own = shots.map((shot, n) => shot && { ...shot, wish: wishes[n] ?? shot.wish });
  const mended = { ...said, voice_id, shots: own };
  const target = { document_id: batch.agent_batch_config_id, space_id: batch.space_id, user: null };
  const kept = { ...row, ...mended };
  await change(context, batchDocument, target, async ({ state: now }, tx) => {
    const { rows } = batchOf(now);
    const before = rows.find(({ row_id }) => row_id === row.row_id);
    if (before) await agreeToRepair(tx, context.task.task_id, { brief, before, after: kept });
    return planBatch(now, { rows: rows.map((one) => (one === before ? { ...one, ...mended } : one)) });
  });
  return kept;
}

/** Kinds of findings that another shot puts right. */
const SHOWN_OTHERWISE = new Set<AgentFinding['kind']>(['picture', 'opening', 'shown', 'rights']);

/** What was found in its finished video is put right: another shot in that place, another voice for what was misheard. */
export async function mendRow(
  context: JobContext,
  { brief, batch, row }: Mended,
  bad: AgentFinding[],
): Promise<{ row: AgentRow; repairs: string[] }> {
  const repairs: string[] = [];
  const shots = keptShots(row);
  let { voice_id } = row;
  for (const { kind, place, message } of bad) {
    if (kind === 'fact' && voice_id === row.voice_id) {
      const other = otherVoice(context, row.voice_id);
      if (!other) continue;
      voice_id = other.voice_id;
      repairs.push(`音色换成「${other.voice_name}」：${message}`);
    }
    const before = place === null ? null : shots[place];
    if (!SHOWN_OTHERWISE.has(kind) || place === null || !before) continue;
    const other = await otherShot(context, batch, brief, { row, shots, n: place });
    if (!other) continue;
    shots[place] = other;
    repairs.push(`第 ${place + 1} 句的画面「${before.material_name}」换成「${other.material_name}」：${message}`);
  }
  if (repairs.length === 0) return { row, repairs };
  const kept = await keepRepair(context, { brief, batch, row }, { lines: spokenLines(row), shots, voice_id });
  return { row: kept, repairs };
}

/**
 * Other shots in these places of a row, which its video shares with another that it came out too like; null where the
 * library has none that make it less so. All else stays, and is not made again.
 */
export async function otherPictures(
  context: JobContext,
  batch: AgentBatchRow,
  brief: AgentBrief,
  { row, places }: { row: AgentRow; places: ReadonlySet<number> },
): Promise<AgentRow | null> {
  if (places.size === 0) return null;
  const rows = await readRows(context.db, batch.agent_batch_config_id);
  const own = new Set([row.row_id]);
  const except = await readOwnVideos(context.db, batch.agent_batch_config_id);
  const wanted = { brief, rows, open: own, anew: own, places, except, signal: context.signal };
  const found = (await findShots(context, batch, wanted)).get(row.row_id);
  const now = rows.find(({ row_id }) => row_id === row.row_id);
  if (!found || !now || keyOfRow(now, brief) !== keyOfRow(row, brief) || found.shots.includes(null)) return null;
  if (found.shots.every((shot, n) => isSame(shot, now.shots[n]))) return null;
  const { voice_id } = now;
  return keepRepair(context, { brief, batch, row: now }, { lines: spokenLines(now), shots: found.shots, voice_id });
}

function isSame(a: AgentShot | null, b: AgentShot | null | undefined): boolean {
  return a?.material_id === b?.material_id && a?.start_ms === b?.start_ms;
}

/** Another one that speaks the same language. */
function otherVoice(context: JobContext, voice_id: string) {
  const able = speechEngines(context).filter((engine) => engine.problem() === null);
  const voices = able.flatMap((engine) => engine.voices);
  const now = voice_id || DEFAULT_MIX_CONFIG.voice.voice_id;
  const own = voices.find((one) => one.voice_id === now);
  return voices.find((one) => one.voice_id !== now && one.language === own?.language) ?? null;
}

/** So many others are looked at before it is said that none is any better. */
const OTHERS = 12;

type At = { row: AgentRow; shots: (AgentShot | null)[]; n: number };

async function otherShot(
  context: JobContext,
  batch: AgentBatchRow,
  brief: AgentBrief,
  { row, shots, n }: At,
): Promise<AgentShot | null> {
  const wish = wishesOf(row)[n]!;
  const taken = shots.flatMap((shot) => shot?.shot_id ?? []);
  const needed = rowLengths(row, brief)[n]!;
  const where = await readWhere(context, batch, brief);
  const found = await findFor(context, where, { wish, needed, taken, limit: OTHERS });
  const flawed = await flawedAmong(context, found, brief.facts);
  return found.find((one) => !flawed.has(one)) ?? null;
}
