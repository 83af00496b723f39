import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled } from '../../apps/server/src/testing/bundle.ts';
import { fastestPlace, makeTempDir } from '../../apps/server/src/testing/temp-dir.ts';
import { copyCluster } from './prepare-cluster.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
/** The same, whose voice says a sentence once for all journeys: speaking is half of what they cost. */
export const VOICE_SERVER = fileURLToPath(new URL('../../apps/server/src/testing/voice-server.ts', import.meta.url));
const START_MAX_MS = 120_000;

/** The real product, running. */
export type Product = {
  url: string;
  signInLink: string;
  /** Says something to a product that listens (see `task-server.ts`). */
  tell(message: object): void;
  stop(): Promise<void>;
};

/**
 * Starts the server as a person would, on a free port and an empty data folder, and reads what it prints. It has no
 * models unless it is told where they are: looking through every film and all music takes the time of the tests.
 */
export async function startProduct(env: Record<string, string> = {}, main = MAIN): Promise<Product> {
  const { dir: dataDir, remove } = makeTempDir(fastestPlace());
  await copyCluster(dataDir);
  const child = spawn(process.execPath, [bundled(main)], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PACKS_FETCH: 'false',
      PACKS_DIR: join(dataDir, 'packs'),
      DEMO_PROJECT: 'false',
      WORKER_CORES: '1',
      // Fifteen requests for every page that is opened, and one more for each call; one file looks at them.
      BROWSER_REPORTS: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const stop = async () => {
    await end(child);
    remove();
  };
  try {
    const link = await readLink(child);
    const tell = (message: object) => void child.send(message);
    return { url: new URL(link).origin, signInLink: link, tell, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readLink(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`The product did not start in time:\n${said}`)), START_MAX_MS);
    const hear = (piece: Buffer) => {
      said += piece.toString();
      const link = /https?:\/\/\S+\/login\?code=\S+/.exec(said)?.[0];
      if (!link) return;
      clearTimeout(timer);
      resolve(link);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The product ended with ${code}:\n${said}`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await gone;
  clearTimeout(killer);
}
