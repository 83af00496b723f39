import type { GenerationChange, GenerationKind, Task, TaskType } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import type { Subscription } from '#http/route.ts';
import { taskTopic } from '#queue/task-state.ts';
import { requireGeneration } from './generate.queries.ts';

const TASK_TYPES: Record<GenerationKind, TaskType> = { image: 'text_to_image', video: 'image_to_video' };

type Place = { project_id: string; kind: GenerationKind };

function historyTopic({ project_id, kind }: Place): string {
  return `generations:${kind}:${project_id}`;
}

/** Tells who looks at the history of a project. In a transaction it is heard when that is committed. */
export async function tellHistory(
  { streams }: Pick<App, 'streams'>,
  db: Queryable,
  place: Place,
  change: GenerationChange,
): Promise<void> {
  await streams.publish(db, historyTopic(place), 'message', change);
}

/** Tells one as it is now. */
export async function tellGeneration(
  app: Pick<App, 'streams' | 'db' | 'secret'>,
  db: Queryable,
  { space_id, generation_id }: { space_id: string; generation_id: string },
): Promise<void> {
  const record = await requireGeneration(app, space_id, generation_id, db);
  await tellHistory(app, db, record, { type: 'upsert', record });
}

/**
 * The history of a project as it goes on. How far each one is comes from its task: that is told to who listens now, and read
 * again by who comes back.
 */
export function followHistory(
  { streams, log }: Pick<App, 'streams' | 'log'>,
  { space_id, ...place }: Place & { space_id: string },
): Subscription<GenerationChange> {
  return {
    topic: historyTopic(place),
    live(say) {
      const hearing = streams.subscribe(taskTopic(space_id), null, ({ data }) => {
        const { task_type, project_id, ...task } = data as Task;
        if (task_type === TASK_TYPES[place.kind] && project_id === place.project_id) say(progressOf(task));
      });
      hearing.catch((error: unknown) => log.warn({ err: error }, 'progress of generations is not heard'));
      return () => void hearing.then((end) => end()).catch(() => {});
    },
  };
}

function progressOf({
  task_id,
  status,
  progress,
  eta_s,
  error,
  finished_at,
}: Pick<Task, 'task_id' | 'status' | 'progress' | 'eta_s' | 'error' | 'finished_at'>): GenerationChange {
  const told = error && { message: error.message, can_retry: error.can_retry };
  return { type: 'progress', task_id, status, progress, eta_s, error: told, finished_at };
}
