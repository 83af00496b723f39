import { AppError, type SliceCut, type SpokenWord } from '@mixreel/contract';
import type { Aigc, MediaFacts } from '@mixreel/media';
import type { App } from '#context.ts';
import type { material } from '#features/material/material.tables.ts';
import type { JobContext } from '#queue/job.ts';

/** What a tool works on, and where it may write. */
export type Work<O = Record<string, never>> = {
  context: JobContext;
  /** The material that it is, or that another tool made it of. */
  row: typeof material.$inferSelect;
  /** Whether it is the material itself: only then what its analysis found is true of it. */
  isSource: boolean;
  path: string;
  facts: MediaFacts;
  content_type: string;
  /** What the file says of its origin, or those who brought it: what comes of it says so, too. */
  label: Aigc | null;
  options: O;
  /** Stretches that a person chose, where a tool asks for some. */
  clips: SliceCut[] | null;
  folder: string;
  /** What is said in it: as the analysis heard it, or heard now. */
  words: () => Promise<SpokenWord[]>;
  onProgress: (done: number) => void;
};

/** A file that a tool made. One that is no material is only to be downloaded. */
export type Output = { path: string; suffix: string; is_plain?: boolean };

/** There is nothing for a tool to do: by itself it says so, and in a recipe the next one goes on with what there was. */
export class Needless extends AppError {
  constructor(message: string) {
    super('invalid', message);
  }
}

/** One tool of the box. Throws `AppError` for what it cannot do. */
export type RunTool<O> = {
  /** Why it cannot be used now, in Chinese; null when it can. */
  problem?: (app: App) => Promise<string | null>;
  run: (work: Work<O>) => Promise<Output[]>;
};
