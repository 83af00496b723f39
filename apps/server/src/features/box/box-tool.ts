import type { Aigc, MediaFacts } from '@mixreel/media';
import type { App } from '#context.ts';
import type { material } from '#features/material/material.tables.ts';
import type { JobContext } from '#queue/job.ts';

/** What a tool works on, and where it may write. */
export type Work<O = Record<string, never>> = {
  context: JobContext;
  row: typeof material.$inferSelect;
  path: string;
  facts: MediaFacts;
  content_type: string;
  /** What the file says of its origin, or those who brought it: what comes of it says so, too. */
  label: Aigc | null;
  options: O;
  folder: string;
  onProgress: (done: number) => void;
};

/** A file that a tool made. One that is no material is only to be downloaded. */
export type Output = { path: string; suffix: string; is_plain?: boolean };

/** One tool of the box. Throws `AppError` for what it cannot do. */
export type RunTool<O> = {
  /** Why it cannot be used now, in Chinese; null when it can. */
  problem?: (app: Pick<App, 'shelf' | 'tools'>) => Promise<string | null>;
  /** CPU-seconds for one second of film, or for one picture. */
  cost: number;
  run: (work: Work<O>) => Promise<Output[]>;
};
