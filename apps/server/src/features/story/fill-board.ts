import { planStory, storyOf, type StoryRow } from '@mixreel/contract';
import { change } from '#features/document/perform.ts';
import type { JobContext } from '#queue/job.ts';
import { storyDocument } from './story.document.ts';

/** Rows that come at once. */
const BATCH = 8;

/** Adds rows some at a time, so that whoever looks on sees them come; what an attempt before has added stays one. */
export async function addInBatches(context: JobContext, document_id: string, rows: StoryRow[]): Promise<void> {
  for (let n = 0; n < rows.length; n += BATCH) {
    context.signal.throwIfAborted();
    const some = rows.slice(n, n + BATCH);
    await changeBoard(context, document_id, (there) => {
      const ids = new Set(there.map(({ row_id }) => row_id));
      return [...there, ...some.filter(({ row_id }) => !ids.has(row_id))];
    });
  }
}

/** Fills only cells that nobody has written in meanwhile. */
export async function fillInBatches(
  context: JobContext,
  document_id: string,
  read: ReadonlyMap<string, Partial<StoryRow>>,
): Promise<void> {
  const ids = [...read.keys()];
  for (let n = 0; n < ids.length; n += BATCH) {
    context.signal.throwIfAborted();
    const some = new Set(ids.slice(n, n + BATCH));
    await changeBoard(context, document_id, (there) =>
      there.map((row) => (some.has(row.row_id) ? withEmptyFilled(row, read.get(row.row_id)!) : row)),
    );
  }
}

function withEmptyFilled(row: StoryRow, read: Partial<StoryRow>): StoryRow {
  const filled = Object.entries(read).filter(([field]) => {
    const has = row[field as keyof StoryRow];
    return has === null || has === '';
  });
  return { ...row, ...Object.fromEntries(filled) };
}

/** By the product itself: an act like any other. */
async function changeBoard(
  context: JobContext,
  document_id: string,
  make: (rows: StoryRow[]) => StoryRow[],
): Promise<void> {
  const target = { document_id, space_id: context.task.space_id, user: null };
  await change(context, storyDocument, target, ({ state }) => planStory(state, { rows: make(storyOf(state).rows) }));
}
