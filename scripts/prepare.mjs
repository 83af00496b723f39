// Set-up that every command shares. Runs on whatever Node the machine has, so it uses only what Node 20 knows and
// nothing that has yet to be installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const SYSTEM = `${process.platform}-${process.arch}`;
const INSTALL_BYTES = 3e9;
const NODE_MAJOR = 24;

/** Something is missing that only a person can provide. The message is the whole output. */
export class Missing extends Error {}

/** Installs what is not there yet and gives the path of the Node that everything else runs on. */
export async function prepare() {
  requireSystem();
  if (!isInstalled()) await install();
  await nameRegistry();
  if (!process.env.FFMPEG_PATH) await requireProgram('ffmpeg', `@backendsuraj/offline-ffmpeg-${SYSTEM}`);
  return pinnedNode();
}

/**
 * A program that npm has for this kind of machine, or else the system: installed where we may, else asked for. Only
 * Linux on x64 has everything from npm.
 */
export async function requireProgram(program, npmPackage) {
  if (npmPackage && existsSync(join(MODULES, npmPackage, 'package.json'))) return;
  if (isOnPath(program)) return;
  const hint = process.platform === 'darwin' ? `brew install ${program}` : `sudo apt-get install ${program}`;
  const missing = new Missing(`这台机器上没有 ${program}，请先安装（例如 ${hint}）后重试`);
  if (!isOnPath('apt-get') || process.getuid?.() !== 0) throw missing;
  say(`正在安装系统的 ${program}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A fresh machine has no list of packages yet; an old list names files that are gone.
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', program]]) {
    const { code, output } = await run('apt-get', ['-q', ...args], { quiet: true, env });
    if (code !== 0) throw new Missing(`${missing.message}\n${output.trim().split('\n').slice(-5).join('\n')}`);
  }
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Model packs come from where the packages come from; npm tells its registry to scripts only when it was changed. */
async function nameRegistry() {
  if (process.env.npm_config_registry) return;
  const { code, output } = await runNpm(['config', 'get', 'registry', '--loglevel=silent']);
  const [address] = /https?:\/\/\S+/.exec(output) ?? [];
  if (code === 0 && address) process.env.npm_config_registry = address;
}

/** The Node that npm itself runs on; a half-installed tree may have put another one first. */
function runNpm(args) {
  const npm = process.env.npm_execpath;
  return run(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), ...args], { cwd: ROOT, quiet: true });
}

/** Builds the pages unless the last build came from exactly these sources. */
export async function buildWeb(node) {
  const web = join(ROOT, 'apps', 'web');
  const stamp = join(web, 'dist', '.built-from');
  const sources = [
    join(web, 'src'),
    join(web, 'index.html'),
    join(web, 'vite.config.ts'),
    join(web, 'antd-styles.ts'),
    join(web, 'lean-contract.ts'),
    join(web, 'pack-assets.ts'),
    join(web, 'syntax.ts'),
    join(ROOT, 'packages', 'contract', 'src'),
    join(ROOT, 'packages', 'document', 'src'),
    join(ROOT, 'packages', 'sheet', 'src'),
    join(ROOT, 'package-lock.json'),
  ];
  const wanted = hashOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('正在构建页面…');
  const vite = join(MODULES, 'vite', 'bin', 'vite.js');
  const { code, output } = await run(node, [vite, 'build', '--logLevel', 'warn'], { cwd: web, quiet: true });
  if (code !== 0) throw new Missing(`页面构建失败：\n${output.trim()}`);
  writeFileSync(stamp, wanted);
}

function requireSystem() {
  const supported = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'];
  if (!supported.includes(SYSTEM)) throw new Missing(`不支持这个系统（${SYSTEM}），请在 Linux 或 macOS 上运行`);
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) throw new Missing(`Node 版本过低（${process.version}），请安装 Node 20 或更新的版本`);
}

/** Compares what npm wrote down about node_modules with the lock file, so that a complete tree needs no network. */
function isInstalled() {
  const installedFile = join(MODULES, '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, { version, optional, peer, link }]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const there = installed[path];
    return there ? there.version === version || link : Boolean(optional || peer);
  });
}

async function install() {
  if (freeBytes() < INSTALL_BYTES) throw new Missing('磁盘空间不足：安装依赖需要约 3 GB 可用空间，请清理后重试');
  say('正在安装依赖（首次约需 1 至 3 分钟）…');
  const began = Date.now();
  const wanted = packagesOfThisSystem();
  const ticker = setInterval(() => {
    const there = wanted.filter((path) => existsSync(join(ROOT, path, 'package.json'))).length;
    say(`  已用 ${Math.round((Date.now() - began) / 1000)} 秒，已装好 ${there} 个包，共 ${wanted.length} 个…`);
  }, 5000);
  // Not `npm ci`: it refuses a lock file that lacks packages of other systems, which npm itself leaves out when the
  // registry at hand does not have them. `--no-save` installs exactly what is locked and changes no file of ours.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runNpm(args);
  clearInterval(ticker);
  if (code === 0) return;
  if (/ENOSPC/.test(output)) throw new Missing('磁盘空间不足，依赖没有装完，请清理后重试');
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ENETUNREACH/.test(output)) {
    throw new Missing('无法下载依赖，请检查网络（或 npm 的代理设置）后重试');
  }
  throw new Missing(`安装依赖失败：\n${output.trim().split('\n').slice(-15).join('\n')}`);
}

/** Those of the lock file that npm puts here: what is for other systems, or instead of something of theirs, stays away. */
function packagesOfThisSystem() {
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([path, { optional, os }]) => !optional || (os && !path.includes('musl')))
    .filter(([, { os, cpu }]) => fits(os, process.platform) && fits(cpu, process.arch))
    .map(([path]) => path);
}

function fits(list, name) {
  return !list || (list.includes(name) && !list.includes(`!${name}`));
}

function freeBytes() {
  const { bavail, bsize } = statfsSync(ROOT);
  return bavail * bsize;
}

function pinnedNode() {
  const pinned = join(MODULES, `node-${SYSTEM}`, 'bin', 'node');
  if (existsSync(pinned)) return pinned;
  const [major] = process.versions.node.split('.').map(Number);
  if (major >= NODE_MAJOR) return process.execPath;
  throw new Missing(
    `这个系统没有随包的 Node ${NODE_MAJOR}，请安装 Node ${NODE_MAJOR} 后重试（现在是 ${process.version}）`,
  );
}

function hashOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).toSorted()) add(join(path, name));
    } else {
      hash.update(relative(ROOT, path)).update('\0').update(readFileSync(path)).update('\0');
    }
  };
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/** Runs a program to its end. `quiet` keeps its output for the caller instead of showing it. */
export function run(program, args, { cwd = ROOT, quiet = false, env = process.env } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.once('error', fail);
    child.once('close', (code, signal) => done({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/** Runs a command's body; a `Missing` ends it with its one sentence instead of a stack. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    say(error instanceof Missing ? error.message : String(error?.stack ?? error));
    process.exitCode = 1;
  }
}

export function say(text) {
  process.stdout.write(`${text}\n`);
}
