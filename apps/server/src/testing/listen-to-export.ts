import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

type Parts = [name: string, inode: number][];

type Ended = {
  tasks: { status: string; attempt: number; error: { message: string } | null }[];
  videos: { status: string }[];
  artworks: { candidate_id: string; mproject_id: string }[];
  planned: string[];
  parts: Parts;
};

/** What an `export-server.ts` says. */
export function listenToExport(child: ChildProcess) {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  async function find<T>(look: (lines: string[]) => T | undefined): Promise<T> {
    for (let waited = 0; waited < 240_000; waited += 20) {
      const found = look(text.split('\n').slice(0, -1));
      if (found !== undefined) return found;
      if (child.exitCode !== null) break;
      await delay(20);
    }
    throw new Error(`The server did not get there:\n${text.slice(-2000)}`);
  }
  return {
    ended,
    planned: () =>
      find((lines) => {
        const said = lines.find((line) => line.startsWith('planned '));
        return said === undefined ? undefined : (JSON.parse(said.slice(8)) as string[]);
      }),
    until: (isEnough: (parts: Parts) => boolean) =>
      find((lines) => {
        const said = lines.findLast((line) => line.startsWith('parts '));
        const parts = said && (JSON.parse(said.slice(6)) as Parts);
        return parts && isEnough(parts) ? parts : undefined;
      }),
    end: () =>
      find((lines) => {
        const said = lines.find((line) => line.startsWith('ended '));
        return said === undefined ? undefined : (JSON.parse(said.slice(6)) as Ended);
      }),
  };
}
