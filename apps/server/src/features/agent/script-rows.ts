import { type AgentBrief, AppError, EMPTY_AGENT_ROW, type ScriptRow } from '@mixreel/contract';
import { createPredictor, type Outlook } from '@mixreel/media';
import type { App } from '#context.ts';
import type { Asker } from '#features/ai/ability.ts';
import { canWrite } from '#features/ai/write.ts';
import { writeByService } from '#features/writer/service-writer.ts';
import { giveTurns } from '#turns.ts';
import { foretell } from './foretell.ts';
import { SPENT } from './purse.ts';
import { judgeFor, rowOfScript, type WrittenRow, writeRow } from './write-row.ts';

type Wish = { point: string; version: number; hooks: string[]; allowed: string[]; seconds?: number };

/** Other versions that the built-in writer is asked for, and as how unlike all others one is taken at once. */
const VERSIONS = 8;
const UNLIKE = 0.35;
/** Structures and ways of speaking turn with the versions: so far on, all of them differ. */
const FURTHER = 7;

/** Who writes the rows of a batch: a service where one is configured, the built-in writer where not and where it fails. */
export function openWriter(app: App, asker: Asker, brief: AgentBrief, service: { isTired: boolean }) {
  const notices = new Set<string>();
  const writers = new Set<string>();
  const isAble = canWrite(app) === null;
  const predictor = createPredictor();
  const before: Outlook[] = [];
  const giveTurn = giveTurns();
  let judge: ReturnType<typeof judgeFor> | null = null;
  const outlookOf = (row: WrittenRow) =>
    predictor.read(foretell({ ...EMPTY_AGENT_ROW, ...row, row_id: '' }, brief, NONE));

  const ofLength = ({ seconds = brief.seconds }: Pick<Wish, 'seconds'>): AgentBrief => ({ ...brief, seconds });

  /** By the words alone: what is shown is chosen later. */
  async function byRules(wish: Wish): Promise<WrittenRow | null> {
    judge ??= judgeFor(brief, wish.allowed);
    let best: { row: WrittenRow; most: number } | null = null;
    for (let n = 0; n < VERSIONS; n += 1) {
      await giveTurn();
      const row = writeRow(ofLength(wish), { ...wish, version: wish.version + n * FURTHER, judge });
      if (!row) break;
      const own = outlookOf(row);
      const most = Math.max(0, ...before.map((other) => predictor.likeness(own, other)));
      if (!best || most < best.most) best = { row, most };
      if (most <= UNLIKE) break;
    }
    return best?.row ?? null;
  }

  async function byService({ point, hooks, allowed, ...wanted }: Wish): Promise<WrittenRow | null> {
    const { product, facts, platforms } = brief;
    const { seconds } = ofLength(wanted);
    const points = [point, ...product.points.filter((one) => one !== point)].filter(Boolean);
    const about = { ...product, points, platform: platforms[0] ?? product.platform };
    const wish = { seconds, structure: null, sections: [], versions: 1, hooks, begun: [] };
    const told: string[] = [];
    const held = { facts, allowed };
    let rows: ScriptRow[] = [];
    for await (const news of writeByService(app, asker, { brief: about, wish, held, notices: told, writers })) {
      if (news.kind === 'version') rows = [];
      else rows.push(news.row);
    }
    return rowOfScript(brief, point, rows);
  }

  return {
    notices,
    writers,
    /** One more row, as unlike those before as its writer can. */
    async write(wish: Wish): Promise<WrittenRow | null> {
      const written = await oneMore(wish);
      if (written) before.push(outlookOf(written));
      return written;
    },
  };

  async function oneMore(wish: Wish): Promise<WrittenRow | null> {
    if (isAble && !service.isTired) {
      try {
        if (await app.purse?.isEmpty()) throw new AppError('forbidden', SPENT);
        const written = await byService(wish);
        if (written) return written;
      } catch (error) {
        if (asker.signal.aborted || !(error instanceof AppError)) throw error;
        // One that does not answer once is not asked two hundred times.
        service.isTired = true;
        notices.add(`${error.message}；其余由内置写手写`);
      }
    }
    return byRules(wish);
  }
}

const NONE: ReadonlyMap<string, string> = new Map();
