import {
  type AgentRow,
  type AgentShot,
  batchOf,
  type ExportProblem,
  keptShots,
  planBatch,
  spokenLines,
  wishesOf,
} from '@mixreel/contract';
import type { MixState } from '#features/candidate/choose.ts';
import { findFittingClips } from '#features/clip/fitting-clips.ts';
import { change } from '#features/document/perform.ts';
import type { JobContext } from '#queue/job.ts';
import type { AgentBatchRow } from './agent.queries.ts';
import { batchDocument } from './batch.document.ts';
import { lineSeconds } from './foretell.ts';

type Broken = { batch: AgentBatchRow; row: AgentRow; state: MixState; problems: ExportProblem[] };

/** Puts a row right: other words where the check knows some, else another shot. An act in the batch's history. */
export async function repairRow(
  context: JobContext,
  { batch, row, state, problems }: Broken,
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
    const other = wording ? null : await otherShot(context, batch, { row, shots, n });
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
  const said = { hook: lines[0] ?? '', lines: lines.slice(1).join('\n') };
  const wishes = wishesOf({ ...row, ...said });
  const mended = { ...said, shots: shots.map((shot, n) => shot && { ...shot, wish: wishes[n] ?? shot.wish }) };
  const target = { document_id: batch.agent_batch_config_id, space_id: batch.space_id, user: null };
  await change(context, batchDocument, target, ({ state: now }) =>
    planBatch(now, {
      rows: batchOf(now).rows.map((one) => (one.row_id === row.row_id ? { ...one, ...mended } : one)),
    }),
  );
  return { row: { ...row, ...mended }, repairs };
}

type At = { row: AgentRow; shots: (AgentShot | null)[]; n: number };

async function otherShot(context: JobContext, batch: AgentBatchRow, { row, shots, n }: At): Promise<AgentShot | null> {
  const wish = wishesOf(row)[n]!;
  const taken = shots.flatMap((shot) => shot?.shot_id ?? []);
  const needed = lineSeconds(spokenLines(row)[n]!);
  const [found] = await findFittingClips(context, batch, { text: wish, needed, taken, limit: 1 });
  return found ? { wish, ...found.clip, why: found.why, is_guess: found.is_guess } : null;
}
