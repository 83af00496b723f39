import { contract } from '@mixreel/contract';
import type { Page } from '@playwright/test';

type Saying = { id?: number; event?: string; data: unknown };

/** Answers the streams of a page by what the test says for each path. The page listens by itself: workers can't be routed. */
export async function answerStreams(page: Page, says: (path: string) => Saying[]): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  await page.route(`**${contract.event.listen.path}`, (route) => {
    const { streams } = route.request().postDataJSON() as { streams: { name: string; path: string }[] };
    const events = streams.flatMap(({ name, path }) =>
      [{ id: 0, event: 'open', data: null }, ...says(path)].map(
        ({ id, event = 'message', data }) =>
          `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify({ name, data })}\n\n`,
      ),
    );
    return route.fulfill({ contentType: 'text/event-stream', body: `: open\n\n${events.join('')}` });
  });
}
