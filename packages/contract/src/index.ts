import { auth } from './auth.ts';
import { UNKNOWN_KEY_MESSAGE } from './constants.ts';
import type { Call, Plain } from './endpoint.ts';
import { file } from './file.ts';
import './messages.ts';
import { material } from './material.ts';
import { start } from './start.ts';
import { task } from './task.ts';
import { team } from './team.ts';

/** Every call of the product, by feature. */
export const contract = { start, auth, team, file, material, task };
export type Contract = typeof contract;

type KeysOf<G extends keyof Contract> = {
  [K in keyof Contract[G] & string]: Contract[G][K] extends Call ? `${G}.${K}` : never;
}[keyof Contract[G] & string];

/** `task.list`: a feature and one of its calls. */
export type CallKey = { [G in keyof Contract]: KeysOf<G> }[keyof Contract];

export type CallOf<K extends CallKey> = K extends `${infer G extends keyof Contract}.${infer N}`
  ? N extends keyof Contract[G]
    ? Contract[G][N]
    : never
  : never;

/** Everything that is served, calls and plain paths alike. */
export const entries: (Call | Plain)[] = Object.values(contract).flatMap((group) => Object.values<Call | Plain>(group));
export const calls: Call[] = entries.filter((entry): entry is Call => entry.kind !== 'plain');

const byKey = new Map<string, Call>(
  Object.entries(contract).flatMap(([feature, group]) =>
    Object.entries<Call | Plain>(group).flatMap(([name, entry]) =>
      entry.kind === 'plain' ? [] : [[`${feature}.${name}`, entry] as const],
    ),
  ),
);

/** Throws on a key that is not in the table: a slip that types could not see must not become a request. */
export function callOf<K extends CallKey>(key: K): CallOf<K> {
  const found = byKey.get(key);
  if (!found) throw new Error(UNKNOWN_KEY_MESSAGE);
  return found as CallOf<K>;
}

export { auth, file, material, start, task, team };
export {
  ROLES,
  SPACE_IDS,
  type Access,
  type Call,
  type Plain,
  type Role,
  type SpaceId,
  type SpaceRule,
} from './endpoint.ts';
export * from './constants.ts';
export { AppError, ERRORS, type ErrorName } from './errors.ts';
export { fieldMessages } from './messages.ts';
export { Id, PageInput, pageInfo, type Envelope, type PageInfo } from './wire.ts';
export { Session, UserInfo } from './auth.ts';
export { MATERIAL_SOURCES, MATERIAL_SUB_TYPES, MATERIAL_TYPES, Material } from './material.ts';
export { AppConfig, ProjectConfig } from './start.ts';
export { TASK_STATUSES, TASK_TYPES, Task, TaskError, TaskStep, type TaskStatus, type TaskType } from './task.ts';
export { SpaceInfo, TeamInfo } from './team.ts';
