import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { writeBuiltIn } from '#features/writer/built-in.ts';
import { BRIEFS } from '#testing/briefs.ts';
import { bundled } from '#testing/bundle.ts';
import { giveDatabase } from '#testing/give-database.ts';
import { countLetters } from '#testing/letters.ts';
import { fastestPlace, makeTempDir } from '#testing/temp-dir.ts';
import { createTestDatabase } from '#testing/test-app.ts';

const SERVER = bundled(fileURLToPath(new URL('./testing/crash-server.ts', import.meta.url)));
const KILLS = 2;

test('no letter that was saved is lost, tasks go on and no row comes twice, however often the server is killed', async () => {
  const { dir, remove } = makeTempDir(fastestPlace());
  const stepLog = join(dir, 'steps');
  let server: ChildProcess | null = null;
  onTestFinished(() => {
    server?.kill('SIGKILL');
    remove();
  });

  await giveDatabase(join(dir, '数据 folder'));
  let promised = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    server = spawn(process.execPath, [SERVER, join(dir, '数据 folder'), stepLog]);
    const lines = read(server);
    expect(countLetters((await lines.next(/^typed/)).slice(6))).toBeGreaterThanOrEqual(promised);
    await lines.next(/^committed/);
    await lines.next(/^told/);
    // In the middle of the task, whenever that was taken up again.
    const before = stepsIn(stepLog).length;
    await expect.poll(() => stepsIn(stepLog).length).toBeGreaterThan(before + kill);
    server.kill('SIGKILL');
    await lines.ended;
    promised = lines.committed();
  }

  server = spawn(process.execPath, [SERVER, join(dir, '数据 folder'), stepLog]);
  const lines = read(server);
  expect(countLetters((await lines.next(/^typed/)).slice(6))).toBeGreaterThanOrEqual(promised);
  const task = JSON.parse((await lines.next(/^task/)).slice(5)) as {
    status: string;
    attempt: number;
    result: object;
  };
  expect(task).toMatchObject({ status: 'succeeded', result: { walked: 40 } });
  expect(task.attempt).toBeGreaterThan(KILLS);

  // A video becomes a board: shots that were cut before the kill, and what was seen in them after it.
  const board = JSON.parse((await lines.next(/^board/)).slice(6)) as object;
  const rows = Array.from({ length: 160 }, (_, n) => `shot_${n + 1} 画面 ${n + 1}`);
  expect(board).toEqual({ status: 'succeeded', rows });

  // A script: every row once, as one writer would have written them that nobody killed.
  const script = JSON.parse((await lines.next(/^script/)).slice(7)) as { begun: number; lines: string[][] };
  const whole: string[][] = [];
  const wish = { seconds: 30, structure: null, sections: [], versions: 3, hooks: [], begun: [] };
  for await (const news of writeBuiltIn(BRIEFS[0]!, wish, { facts: [], allowed: [] }, [])) {
    if (news.kind === 'version') whole.push([]);
    else whole.at(-1)!.push(news.row.line);
  }
  expect(script.begun).toBeGreaterThan(0);
  expect(script.lines).toEqual(whole);

  const steps = stepsIn(stepLog);
  expect(new Set(steps).size).toBe(40);
  // A step can run twice when the kill comes between its work and its memory; finished ones are not repeated wholesale.
  expect(steps.length).toBeLessThanOrEqual(40 + KILLS);
});

test('a task whose worker was killed is picked up by another one that shares the database', async () => {
  const { dir, remove } = makeTempDir();
  const url = await createTestDatabase();
  const stepLog = join(dir, 'steps');
  const start = () => spawn(process.execPath, [SERVER, dir, stepLog, url]);
  const first = start();
  let second: ChildProcess | null = null;
  onTestFinished(() => {
    first.kill('SIGKILL');
    second?.kill('SIGKILL');
    remove();
  });
  await read(first).next(/^committed 5$/);
  // However long the other takes to start, there is work left for it.
  first.kill('SIGSTOP');
  second = start();
  const lines = read(second);
  await lines.next(/^typed/);
  first.kill('SIGKILL');
  const task = JSON.parse((await lines.next(/^task/)).slice(5)) as object;
  expect(task).toMatchObject({ status: 'succeeded', attempt: 2, result: { walked: 40 } });
});

function stepsIn(stepLog: string): string[] {
  return existsSync(stepLog) ? readFileSync(stepLog, 'utf8').trim().split('\n') : [];
}

function read(child: ChildProcess) {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  return {
    ended,
    committed: () => [...text.matchAll(/^committed (\d+)$/gm)].map(([, n]) => Number(n)).at(-1) ?? 0,
    async next(pattern: RegExp): Promise<string> {
      for (let waited = 0; waited < 240_000; waited += 20) {
        const line = text
          .split('\n')
          .slice(0, -1)
          .find((one) => pattern.test(one));
        if (line) return line;
        if (child.exitCode !== null) throw new Error(`The server ended:\n${text}`);
        await delay(20);
      }
      throw new Error(`Nothing like ${pattern} was said:\n${text}`);
    },
  };
}
