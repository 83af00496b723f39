import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { realFilm } from './films.ts';
import { testProject } from './materials.ts';
import { PLAIN } from './mixes.ts';
import { createTestApp, type TestApp, type TestUser } from './test-app.ts';

/** How long each shot of such a mix lasts. */
export const SHOT_MS = 400;

/** A mix of real films without voices, so that nothing waits for a model: `counts` clips in each shooting. */
export async function filmMix(
  counts: number[],
  {
    work = false,
    env = {},
    filters,
  }: { work?: boolean; env?: Record<string, string>; filters?: (n: number) => string } = {},
) {
  const app = await createTestApp({ work, env });
  const ann = await app.signIn({ name: '小安' });
  const project_id = await testProject(app, ann);
  const { data: made } = await app.call(
    'mix.add',
    {
      project_id,
      mproject_name: '夏季上新',
      lines: counts.map((_, n) => `第${n + 1}句`),
      config: { ...PLAIN, voice: { is_on: false }, duration: { rule: 'fixed', fixed_ms: SHOT_MS } },
    },
    ann,
  );
  const { mproject_id, shootings } = made;
  const films: string[] = [];
  for (let n = 0; n < Math.max(...counts) * counts.length; n += 1) {
    const path = await app.media.film({ seconds: 1 + n / 10, ...(filters && { filters: filters(n) }) });
    films.push(await realFilm(app, ann, project_id, path));
  }
  for (const [n, count] of counts.entries()) {
    const clips = films
      .slice(n * Math.max(...counts))
      .slice(0, count)
      .map((material_id) => ({ material_id }));
    const { shooting_id } = shootings[n]!;
    await app.call('clip.add', { mproject_id, shooting_id, clips }, ann);
  }
  return { app, ann, project_id, mproject_id, films };
}

/** Ends what hangs; a busy machine is no reason to fail. */
const LONGEST_MS = 540_000;

/** Asks less and less often: whoever asks takes the time of what is waited for. */
export async function until<T>(ask: () => Promise<T>, isDone: (found: T) => boolean): Promise<T> {
  for (let waited = 0, pause = 50; waited < LONGEST_MS; waited += pause, pause = Math.min(400, pause * 1.5)) {
    const found = await ask();
    if (isDone(found)) return found;
    await delay(pause);
  }
  throw new Error('It did not happen in time');
}

export async function listOf(app: TestApp, mproject_id: string, user: TestUser) {
  return (await app.call('candidate.list', { mproject_id, page_size: 100 }, user)).data.items;
}

export async function save(url: string, path: string): Promise<void> {
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
}
