/**
 * Fails when an import crosses a wall.
 *
 * 1. A workspace imports only the workspaces listed here, and only by package name.
 * 2. Whatever a file imports, its own package.json declares: hoisting hides a missing one until deployment.
 * 3. The ground floor (ui, lib, db, http, queue, storage) knows no feature, their tables excepted.
 * 4. Features may use one another, but never in a circle.
 * 5. Only config.ts and main.ts of the server read the environment; packages never do.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';

const ALLOWED: Record<string, string[]> = {
  'packages/contract': ['@mixreel/document'],
  'packages/document': [],
  'packages/media': [],
  'packages/ai': [],
  'apps/server': ['@mixreel/contract', '@mixreel/document', '@mixreel/media', '@mixreel/ai'],
  'apps/web': ['@mixreel/contract', '@mixreel/document'],
};
const GROUND = /\/src\/(ui|lib|db|http|queue|storage)\//;
const READS_ENVIRONMENT = new Set([
  'apps/server/src/config.ts',
  'apps/server/src/main.ts',
  // Hands it on to the processes of the models.
  'packages/ai/src/runtime/confine.ts',
  'packages/media/src/ffmpeg/environment.ts',
]);

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>;

const problems = Object.entries(ALLOWED).flatMap(([workspace, allowed]) => checkWorkspace(workspace, allowed));
console.log(problems.length === 0 ? 'arrows: fine' : problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;

function checkWorkspace(workspace: string, allowed: string[]): string[] {
  const found: string[] = [];
  const manifest = JSON.parse(readFileSync(`${workspace}/package.json`, 'utf8')) as Manifest;
  const shipped = { ...manifest.dependencies, ...manifest.optionalDependencies };
  const src = `${workspace}/src`;
  const arrows = new Map<string, Set<string>>();

  for (const file of sourceFiles(src)) {
    const isTest = /\.test\.tsx?$|\/testing\//.test(file);
    const text = readFileSync(file, 'utf8');
    if (/process\.env\b/.test(text) && !isTest && !READS_ENVIRONMENT.has(file)) {
      found.push(`${file} reads the environment`);
    }

    for (const target of imports(text)) {
      const report = (rule: string) => found.push(`${file} imports ${target}: ${rule}`);
      if (!target.startsWith('#') && !target.startsWith('.')) {
        const name = target
          .split('/')
          .slice(0, target.startsWith('@') ? 2 : 1)
          .join('/');
        if (name.startsWith('@mixreel/') && !allowed.includes(name)) report('arrow not allowed');
        if (!isBuiltin(target) && !isTest && !(name in shipped)) report('not in its package.json');
        continue;
      }
      const path = target.startsWith('#') ? join(src, target.slice(1)) : normalize(join(dirname(file), target));
      if (!path.startsWith(`${src}/`)) report('leaves its workspace');
      else if (!existsSync(path)) report('no such file');
      const [from, to] = [featureOf(file), featureOf(path)];
      if (from && to && from !== to && !path.endsWith('.tables.ts') && !isTest) {
        arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
      }
      if (GROUND.test(file) && to && !isTest && !path.endsWith('.tables.ts')) {
        report('the ground floor knows no feature');
      }
    }
  }
  return [...found, ...circles(arrows).map((circle) => `${workspace}: features in a circle: ${circle.join(' -> ')}`)];
}

function imports(text: string): string[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const statements = /(?:^|[};\s])(?:from|import)\s+['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g;
  return [...code.matchAll(statements)].flatMap(([, target, later]) => target ?? later ?? []);
}

function featureOf(path: string): string | undefined {
  return /\/features\/([^/]+)\//.exec(path)?.[1];
}

function circles(arrows: Map<string, Set<string>>): string[][] {
  const found: string[][] = [];
  const walk = (path: string[]): void => {
    for (const next of arrows.get(path.at(-1) ?? '') ?? []) {
      if (next === path[0]) found.push([...path, next]);
      else if (!path.includes(next)) walk([...path, next]);
    }
  };
  for (const start of arrows.keys()) walk([start]);
  return found;
}

function sourceFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(dir, name));
}
