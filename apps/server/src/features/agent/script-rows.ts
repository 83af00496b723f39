import { type AgentBrief, AppError, type ScriptRow } from '@mixreel/contract';
import { canWrite } from '#features/ai/write.ts';
import { writeByService } from '#features/writer/service-writer.ts';
import type { JobContext } from '#queue/job.ts';
import { rowOfScript, type WrittenRow, writeRow } from './write-row.ts';

type Wish = { point: string; version: number; hooks: string[]; allowed: string[] };

/** Who writes the rows of a batch: a service where one is configured, the built-in writer where not and where it fails. */
export function openWriter(context: JobContext, brief: AgentBrief) {
  const notices = new Set<string>();
  const writers = new Set<string>();
  let hasService = canWrite(context) === null;

  async function byService({ point, hooks, allowed }: Wish): Promise<WrittenRow | null> {
    const { product, facts, seconds, platforms } = brief;
    const points = [point, ...product.points.filter((one) => one !== point)].filter(Boolean);
    const about = { ...product, points, platform: platforms[0] ?? product.platform };
    const asker = { space_id: context.task.space_id, signal: context.signal };
    const wish = { seconds, structure: null, sections: [], versions: 1, hooks };
    const told: string[] = [];
    const held = { facts, allowed };
    let rows: ScriptRow[] = [];
    for await (const news of writeByService(context, asker, { brief: about, wish, held, notices: told, writers })) {
      if (news.kind === 'version') rows = [];
      else rows.push(news.row);
    }
    return rowOfScript(brief, point, rows);
  }

  return {
    notices,
    writers,
    async write(wish: Wish): Promise<WrittenRow | null> {
      if (hasService) {
        try {
          const written = await byService(wish);
          if (written) return written;
        } catch (error) {
          if (context.signal.aborted || !(error instanceof AppError)) throw error;
          // One that does not answer once is not asked two hundred times.
          hasService = false;
          notices.add(`${error.message}；其余由内置写手写`);
        }
      }
      return writeRow(brief, wish);
    },
  };
}
