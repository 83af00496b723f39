import type { Ai, Shelf } from '@mixreel/ai';
import type { Role, TokenScope, UserInfo } from '@mixreel/contract';
import type { Engine, Scratch, Tools } from '@mixreel/media';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#config.ts';
import type { Db } from '#db/connect.ts';
import type { HeldDocuments } from '#features/document/held.ts';
import type { Followers } from '#followers.ts';
import type { Streams } from '#http/streams.ts';
import type { Memory } from '#memory.ts';
import type { Queue } from '#queue/queue.ts';
import type { Storage } from '#storage/storage.ts';

/**
 * Everything that lives as long as the process. Made once at start and passed on. Modules keep nothing of their own but
 * what follows from the code and from what a function was given, and how much this process does at once.
 */
export type App = {
  config: Config;
  log: Logger;
  db: Db;
  pool: Pool;
  storage: Storage;
  streams: Streams;
  queue: Queue;
  /** What features keep between calls: see `memory.ts`. */
  memory: Memory;
  /** What wings above do when one below removes something. */
  followers: Followers;
  /** What people edit right now, as this process last saw it. */
  documents: HeldDocuments;
  /** ffmpeg and ffprobe. */
  tools: Tools;
  /** For half-made files. */
  scratch: Scratch;
  /** Renders variants, and keeps the parts of them. */
  engine: Engine;
  /** Model weights and music, fetched once for all. */
  shelf: Shelf;
  /** The built-in models, each in a process of its own. */
  ai: Ai;
  /** Signs links; the same in every process of one installation. */
  secret: string;
  /** Who acts for the person in whose name calls are made; what is done to documents then carries this name. */
  acting?: { run_id: string; name: string };
  /** Who pays for what is done now, besides the space. */
  purse?: Purse;
};

/** What may still be spent, in yuan, and the step of a run that it is for; what models cost is taken out where they are asked. */
export type Purse = {
  step: { run_id: string; n: number };
  left: number;
  pay(cost: number): Promise<void>;
  /** Whether all is spent by now, whoever spent it. */
  isEmpty(): Promise<boolean>;
};

/** Who calls, and the space the call was found to belong to. */
export type Caller = {
  user: UserInfo;
  session_id: string;
  current_space_id: string;
  /** What a program may do that calls by a personal access token; null: a person in a browser. */
  scopes: TokenScope[] | null;
};
export type SpaceAccess = { space_id: string; role: Role };

/** What a handler gets. `user` and `space` throw where the contract promises none. */
export type Context = App & {
  readonly user: UserInfo;
  readonly session_id: string;
  /** As of the caller. */
  readonly scopes: Caller['scopes'];
  readonly space: SpaceAccess;
  request: { id: string; address: string; user_agent: string | null };
  /** Fires when the browser has gone. */
  signal: AbortSignal;
};
