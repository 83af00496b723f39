import { untilBack } from '#db/away.ts';
import type { JobContext } from '#queue/job.ts';
import { drawCovers } from './draw-covers.ts';

/** Videos that come quickly wait so long for others: covers are drawn for less together. */
const EVERY_MS = 10_000;

/** Draws the covers of a task's videos while it makes more of them. */
export function openCoverLine(context: JobContext) {
  const { signal } = context;
  const { task_id } = context.task;
  const draw = () => untilBack(() => drawCovers(context, { task_id }, { signal }), signal);
  let begun_at = Date.now();
  let isDrawing = false;
  /** What went wrong is told at the end. */
  let failed: unknown = null;

  async function begin(): Promise<void> {
    [isDrawing, begun_at] = [true, Date.now()];
    try {
      await draw();
    } catch (error) {
      failed = error;
    } finally {
      isDrawing = false;
    }
  }
  let going = Promise.resolve();
  return {
    /** There is a video more. */
    add() {
      if (!isDrawing && failed === null && Date.now() - begun_at >= EVERY_MS) going = begin();
    },
    /** Draws what is left. */
    async end() {
      await going;
      if (failed !== null) throw failed;
      await draw();
    },
  };
}
