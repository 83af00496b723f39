import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export type Browser = { executablePath: string; env: Record<string, string> };

const resolve = createRequire(import.meta.url).resolve;

/** The shell draws a page for half the work of the whole browser: it has no window around it. */
const OF_THE_SYSTEM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * The Chromium that tests drive: CHROMIUM_PATH if given, else the one from the npm package, unpacked once per version,
 * else (the package is for x64) the system's.
 */
export async function locateChromium(): Promise<Browser> {
  const configured =
    process.env['CHROMIUM_PATH'] ||
    (process.arch === 'x64' ? undefined : (OF_THE_SYSTEM.find((path) => existsSync(path)) ?? OF_THE_SYSTEM[0]));
  if (configured) {
    if (!existsSync(configured)) throw new Error(`找不到 Chromium：${configured}`);
    return { executablePath: configured, env: { ...environment(), ...(await fontSettings(await ownFolder('fonts'))) } };
  }
  const folder = await unpack();
  const libraries = [join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...environment(), LD_LIBRARY_PATH: libraries, ...(await fontSettings(folder)) },
  };
}

/** Unpacks under another name and renames when whole, so that a killed or parallel run leaves no half a browser. */
async function unpack(): Promise<string> {
  const entry = resolve('@sparticuz/chromium');
  const root = entry.slice(0, entry.lastIndexOf('chromium') + 'chromium'.length);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `mixreel-chromium-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(join(folder, 'chromium'))) return folder;

  const staging = await mkdtemp(join(tmpdir(), 'mixreel-chromium-'));
  // The package unpacks into the temporary folder of its process; a process of its own gets another one.
  const script = `
    import { inflate } from ${JSON.stringify(entry)};
    const bin = ${JSON.stringify(join(root, 'bin'))};
    await Promise.all(['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((name) => inflate(bin + '/' + name)));`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TMPDIR: staging },
    timeout: 120_000,
  });
  try {
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
  return folder;
}

/** Machines that build software rarely have a Chinese font; the one of the captions shows the pages too. */
async function fontSettings(folder: string): Promise<Record<string, string>> {
  const fonts = dirname(resolve('@expo-google-fonts/noto-sans-sc/package.json'));
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXml(join(fonts, '400Regular'))}</dir>
  <dir>${escapeXml(join(fonts, '500Medium'))}</dir>
  <dir>${escapeXml(join(fonts, '600SemiBold'))}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;
  // The folder is shared by all copies of the repository, whose fonts lie in different places.
  const file = join(folder, `fonts-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.conf`);
  if (!existsSync(file)) {
    const half = `${file}.${process.pid}`;
    await writeFile(half, text);
    await rename(half, file);
  }
  return { FONTCONFIG_FILE: file, FONTCONFIG_PATH: folder };
}

async function ownFolder(name: string): Promise<string> {
  const folder = join(tmpdir(), `mixreel-e2e-${name}-${process.getuid?.() ?? 0}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

function environment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
