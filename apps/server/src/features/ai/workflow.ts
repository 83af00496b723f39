import { NO_WORKFLOW, parseWorkflow, readWorkflow, type PaintConfig, type Workflow } from '@mixreel/ai/providers';
import { AppError } from '@mixreel/contract';
import { now } from '#db/columns.ts';
import type { Db } from '#db/connect.ts';
import { eq } from '#db/orm.ts';
import { ai_workflow } from './ai.tables.ts';

/** What an engine runs: given on the page, or else in AI_PROVIDERS. It may be given anew at any time, in another process. */
export type WorkflowPlace = {
  /** As this process last read it. */
  known(): Workflow | undefined;
  problem(): string | null;
  read(): Promise<{ workflow: Workflow | undefined; text: string; is_given: boolean }>;
  /** Takes the pasted text; nothing takes it back. Throws what is wrong with it, in words. */
  give(text: string, user_uid: string): Promise<void>;
};

export function workflowPlace({ db }: { db: Db }, engine: string, configured: PaintConfig['workflow']): WorkflowPlace {
  let known = configured;
  let isRead = configured !== undefined;
  const place: WorkflowPlace = {
    known: () => known,
    problem: () => (isRead && known === undefined ? NO_WORKFLOW : null),
    async read() {
      const [row] = await db.select().from(ai_workflow).where(eq(ai_workflow.engine, engine));
      // It was checked when it was given: whoever changes the rules must not keep the page from being opened.
      known = row ? (parseWorkflow(row.workflow).workflow ?? undefined) : configured;
      isRead = true;
      const text = row?.workflow ?? (configured ? JSON.stringify(configured, null, 2) : '');
      return { workflow: known, text, is_given: row !== undefined };
    },
    async give(text, user_uid) {
      if (!text.trim()) await db.delete(ai_workflow).where(eq(ai_workflow.engine, engine));
      else {
        refuseBroken(text);
        const values = { workflow: text, updated_by: user_uid, updated_at: now };
        const row = db.insert(ai_workflow).values({ engine, ...values });
        await row.onConflictDoUpdate({ target: ai_workflow.engine, set: values });
      }
      await place.read();
    },
  };
  return place;
}

function refuseBroken(text: string): void {
  const { workflow, problem } = parseWorkflow(text);
  const wrong = problem ?? readWorkflow(workflow).problem;
  if (wrong) throw new AppError('invalid', wrong);
}
