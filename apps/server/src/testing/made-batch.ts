import { EMPTY_AGENT_ROW } from '@mixreel/contract';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { agent_project, agent_video } from '#features/agent/agent.tables.ts';
import { addBatch } from '#features/agent/batch.document.ts';
import { export_video } from '#features/candidate/candidate.tables.ts';
import { mproject } from '#features/mix/mix.tables.ts';
import { BRIEF } from './coffee-agent.ts';

type Place = { space_id: string; project_id: string; created_by: string };

/** A batch whose rows were made: these finished videos, by a task that is there. Gives its id. */
export async function addMadeBatch(
  db: Queryable,
  place: Place,
  { artwork_ids, dir_id, task_id }: { artwork_ids: string[]; dir_id: string; task_id: string },
): Promise<string> {
  const agent_project_id = newId();
  const agent = { agent_project_id, agent_kind: 'social' as const, agent_name: '咖啡', brief: BRIEF };
  await db.insert(agent_project).values({ ...place, ...agent });
  const rows = artwork_ids.map((artwork_id, n) => ({
    artwork_id,
    row_id: newId(),
    record: { ...EMPTY_AGENT_ROW, rank: `a${n}`, hook: `第 ${n + 1} 条`, title: `第 ${n + 1} 条` },
  }));
  const row = Object.fromEntries(rows.map(({ row_id, record }) => [row_id, record]));
  const agent_batch_config_id = await addBatch(db, { ...place, agent_project_id, batch_name: '第一批' }, { row });
  for (const [n, { row_id, artwork_id }] of rows.entries()) {
    const mproject_id = newId();
    await db.insert(mproject).values({ ...place, mproject_id, mproject_name: '一行', is_listed: false });
    await db.insert(agent_video).values({ agent_batch_config_id, row_id, mproject_id });
    const made = { space_id: place.space_id, mproject_id, task_id, candidate_id: newId(), number: n + 1, picks: [] };
    const file = { file_name: `片${n + 1}`, dir_id, artwork_id, status: 'done' as const };
    await db.insert(export_video).values({ ...made, ...file, export_video_id: newId() });
  }
  return agent_batch_config_id;
}
