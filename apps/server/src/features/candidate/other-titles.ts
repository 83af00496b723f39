import { TITLE_MAX } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { MixRow } from '#features/mix/document.ts';
import { readKept } from '#features/wording/kept.ts';
import { proposeWordings } from '#features/wording/propose.ts';
import { recent } from '#memory.ts';

const FREE_TITLES = 3;
/** A title is asked for with every look at the plan, and takes a tenth of a second to be said otherwise. */
const written = recent<string[]>(200);

/** The title of a mix said otherwise by rules: names, numbers and locked facts stay as they are. */
export async function otherTitles(app: App, mix: MixRow, title: string): Promise<string[]> {
  const kept = await readKept(app.db, mix);
  const key = JSON.stringify([title, kept]);
  const before = written(app).get(key);
  if (before) return before;
  const { wordings } = proposeWordings(title, { ...kept, others: [] });
  const fitting = wordings.map(({ text }) => text).filter((text) => text.length <= TITLE_MAX);
  const titles = fitting.slice(0, FREE_TITLES - 1);
  written(app).set(key, titles);
  return titles;
}
