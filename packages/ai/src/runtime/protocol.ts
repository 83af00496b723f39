import type { AiFailure } from '#errors.ts';
import type { Tasks } from '#runtime/tasks.ts';

/** The name of something a model process can do. */
export type TaskName = keyof Tasks;

/** From the parent: one piece of work. `folders` are those of the packs the task needs. */
export type Order = {
  id: number;
  task: TaskName;
  input: unknown;
  folders: Record<string, string>;
  threads: number;
};

/** From the parent: the order is not wanted any more. */
export type Stop = { stop: number };

/** From the child: a part of the answer, the answer, or why there is none. */
export type Report = {
  id: number;
} & (
  | { part: unknown }
  | { result: unknown }
  | { failure: { kind: AiFailure | undefined; message: string; details: string } }
);
