import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callOf, type Material, type Session } from '@mixreel/contract';
import { locateFfmpeg, runFfmpeg } from '@mixreel/media';
import { type CDPSession, expect, type Page } from '@playwright/test';
import { bundled } from '../../apps/server/src/testing/bundle.ts';
import { fastestPlace, makeTempDir } from '../../apps/server/src/testing/temp-dir.ts';
import { freePort } from './free-port.ts';
import { copyCluster } from './prepare-cluster.ts';
import type { Product } from './product.ts';
import { send } from './test.ts';

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url));
const MB = 1024 * 1024;
const networks = new WeakMap<Page, CDPSession>();

type Clip = {
  colour?: string;
  seconds?: number;
  /** As large as this, by bytes that players pass over. */ megabytes?: number;
};

/** A folder for files of one test. */
export async function makeFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'mixreel-upload-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

const clips = new Map<string, Promise<Buffer>>();

/** A real video; every call makes another content: of the same pictures, with other bytes that players pass over. */
export async function makeClip(
  path: string,
  { colour = 'teal', seconds = 1, megabytes = 0 }: Clip = {},
): Promise<void> {
  const key = `${colour} ${seconds}`;
  const clip = clips.get(key) ?? encodeClip(colour, seconds);
  clips.set(key, clip);
  await writeFile(path, Buffer.concat([await clip, freeBox(Math.max(32, megabytes * MB))]));
}

async function encodeClip(colour: string, seconds: number): Promise<Buffer> {
  const folder = await makeFolder();
  const path = join(folder.path, 'clip.mp4');
  await runFfmpeg(await locateFfmpeg(), [
    ['-f', 'lavfi', '-i', `color=${colour}:size=108x192:rate=25:duration=${seconds}`],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    [path],
  ]);
  const content = await readFile(path);
  await folder.remove();
  return content;
}

export async function makePicture(path: string, colour = 'orange'): Promise<void> {
  const tools = await locateFfmpeg();
  await runFfmpeg(tools, [
    ['-f', 'lavfi', '-i', `testsrc2=size=320x320,drawbox=color=${colour}:t=40`],
    ['-frames:v', '1', path],
  ]);
}

/** Space that the format lets anybody leave in a file. */
function freeBox(bytes: number): Buffer {
  const box = randomBytes(bytes);
  box.writeUInt32BE(bytes, 0);
  box.write('free', 4, 'latin1');
  return box;
}

/** Files and folders of this computer, dropped in the middle of the page as a hand would. */
export async function dropFiles(page: Page, paths: string[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const { width = 1440, height = 900 } = page.viewportSize() ?? {};
  const at = { x: width / 2, y: height / 2 };
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') => cdp.send('Input.dispatchDragEvent', { type, ...at, data });
  // As long as the page does not say that it takes them, a hand comes again and does not let go.
  await expect(async () => {
    await drag('dragEnter');
    await drag('dragOver');
    await expect(page.getByText(/^松手上传到/)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await drag('dragOver');
  await drag('drop');
  await cdp.detach();
}

/** As the page's network is from now on, in megabytes a second: null is as fast as it goes, 0 is none at all. */
export async function slowUploads(page: Page, speed: number | null): Promise<void> {
  // Each session has its own idea of the network; two of them would contradict each other.
  const cdp = networks.get(page) ?? (await page.context().newCDPSession(page));
  networks.set(page, cdp);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: speed === 0,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: speed ? speed * MB : -1,
  });
}

export function libraryPath(project_id: string, view: Record<string, string> = {}): string {
  return `/home/material?${new URLSearchParams({ projectId: project_id, ...view })}`;
}

/** What the project holds, newest first. */
export async function readMaterials(
  product: Pick<Product, 'url'>,
  { access_token }: Session,
  project_id: string,
): Promise<Material[]> {
  const { items } = await send<{ items: Material[] }>(
    product as Product,
    callOf('material.list').path,
    { project_id, page_size: 100 },
    access_token,
  );
  return items;
}

/** The panel, with one of its groups on top. */
export async function openGroup(page: Page, group: '进行中' | '完成' | '失败') {
  const panel = page.getByRole('dialog', { name: '上传', exact: true });
  const button = page.getByRole('button', { name: /^上传(：|记录)/, expanded: false });
  await expect(panel.or(button).first()).toBeVisible();
  if (!(await panel.isVisible())) await button.click();
  await panel.getByText(new RegExp(`^${group}( \\d+)?$`)).click();
  return panel;
}

/** The panel of a page that was loaded anew: there it opens only when asked to. */
export async function reopenGroup(page: Page, group: '进行中' | '完成' | '失败') {
  await page.getByRole('button', { name: /^上传(：|记录)/, expanded: false }).click();
  return openGroup(page, group);
}

/** A product of one test's own that can be killed and started again at the same address, with what it had stored. */
export async function startMortal(): Promise<{
  url: string;
  code: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}> {
  const { dir: dataDir, remove } = makeTempDir(fastestPlace());
  await copyCluster(dataDir);
  const port = await freePort();
  let child: ChildProcess;
  const mortal = { url: `http://localhost:${port}`, code: '', kill, start, stop };
  await start();
  return mortal;

  async function start(): Promise<void> {
    const env = {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PACKS_FETCH: 'false',
      PACKS_DIR: join(dataDir, 'packs'),
      DEMO_PROJECT: 'false',
      WORKER_CORES: '1',
      BROWSER_REPORTS: 'false',
    };
    child = spawn(process.execPath, [bundled(MAIN)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await new Promise<void>((done, fail) => {
      let said = '';
      const hear = (piece: Buffer) => {
        said += piece.toString();
        mortal.code ||= /\/login\?code=(\S+)/.exec(said)?.[1] ?? '';
        if (said.includes('已启动') && mortal.code) done();
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('exit', (code) => fail(new Error(`The product ended with ${code}:\n${said}`)));
    });
  }

  async function kill(): Promise<void> {
    child.removeAllListeners('exit');
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async function stop(): Promise<void> {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    remove();
  }
}
