import type { PlannedVideo, Preview } from '@mixreel/contract';
import type { App } from '#context.ts';
import { openBook } from './book.ts';
import type { MixState } from './choose.ts';
import { hold } from './held-videos.ts';
import { shownIn } from './shown-in.ts';

export type WantedVideo = {
  video: PlannedVideo;
  quality: Preview['quality'];
  signal?: AbortSignal;
};

/** Makes what is missing of a combination, before anything else that waits, and keeps it ready to be read. */
export async function openVideo(app: App, { document, heard }: MixState, { video, quality, signal }: WantedVideo) {
  const book = await openBook(app, document, heard, { isDraft: quality === 'draft' });
  try {
    const built = await book.build(video);
    const key = app.engine.keyOf(built.variant);
    const { file } = await hold(app, key, shownIn(built), () =>
      app.engine.open(built.variant, { isUrgent: true, ...(signal && { signal }) }),
    );
    return { built, key, file, canvas: book.canvas };
  } finally {
    await book.close();
  }
}
