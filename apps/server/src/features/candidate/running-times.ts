import type { PlannedVideo } from '@mixreel/contract';
import type { App } from '#context.ts';
import { openBook } from './book.ts';
import type { MixState } from './choose.ts';

/** How long the videos of these combinations last, to the frame: the planner knows no transitions and no beats. */
export async function runningTimes(app: App, { document, heard }: MixState, videos: PlannedVideo[]): Promise<number[]> {
  const book = await openBook(app, document, heard, { isDraft: false });
  try {
    return await Promise.all(videos.map((video) => book.seconds(video)));
  } finally {
    await book.close();
  }
}
