/**
 * Fails when an import crosses a wall.
 *
 * 1. A workspace imports only the workspaces listed here, and only by package name.
 * 2. Whatever a file imports, its own package.json declares: hoisting hides a missing one until deployment.
 * 3. The ground floor (ui, lib, db, http, queue, storage) knows no feature, their tables excepted.
 * 4. Every feature stands in a wing (`wings.ts`), and uses only its own, the one beside it and those below, never in a
 *    circle; neither do the rooms (folders) of one feature. Rows of a wing above may be read (counts, where something is
 *    used), but not written or referred to.
 * 5. Only config.ts and main.ts of the server read the environment; packages never do.
 * 6. Journeys and measurements know the product by its contract, down to the paths, and the doubles that its own tests
 *    use.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, normalize } from 'node:path';
import { LEVELS, wingOf } from './wings.ts';

const ALLOWED: Record<string, string[]> = {
  'packages/contract': ['@mixreel/document'],
  'packages/document': [],
  'packages/sheet': [],
  'packages/media': ['@mixreel/sheet'],
  'packages/ai': [],
  'apps/server': ['@mixreel/contract', '@mixreel/document', '@mixreel/media', '@mixreel/ai'],
  'apps/web': ['@mixreel/contract', '@mixreel/document', '@mixreel/sheet'],
  e2e: ['@mixreel/contract', '@mixreel/media'],
  bench: ['@mixreel/contract', '@mixreel/document', '@mixreel/media', '@mixreel/ai'],
};
const GROUND = /\/src\/(ui|lib|db|http|queue|storage)\//;
/** What those who try the product out may take of it from inside: what starts it, and what is measured by itself. */
const LENT: Record<string, RegExp> = {
  e2e: /^apps\/server\/src\/(testing|db\/embedded-postgres\.ts)|^packages\/ai\/src\/packs\/packs-dir\.ts/,
  bench: /^apps\/server\/src\/|^e2e\/support\/|^scripts\//,
};
const READS_ENVIRONMENT = new Set([
  'apps/server/src/config.ts',
  'apps/server/src/main.ts',
  // Hands it on to the processes of the models.
  'packages/ai/src/runtime/confine.ts',
  'packages/media/src/ffmpeg/environment.ts',
]);

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>;

const tables = tableOwners('apps/server/src');
const problems = Object.entries(ALLOWED).flatMap(([workspace, allowed]) => checkWorkspace(workspace, allowed));
console.log(problems.length === 0 ? 'arrows: fine' : problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;

function checkWorkspace(workspace: string, allowed: string[]): string[] {
  const found: string[] = [];
  const manifest = JSON.parse(readFileSync(`${workspace}/package.json`, 'utf8')) as Manifest;
  const isProduct = workspace.includes('/');
  const src = isProduct ? `${workspace}/src` : workspace;
  const shipped = {
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...(!isProduct && manifest.devDependencies),
  };
  const arrows = new Map<string, Set<string>>();
  const between = (from: string | undefined, to: string | undefined) => {
    if (from && to && from !== to) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  };

  for (const file of sourceFiles(src)) {
    const isTest = /\.test\.tsx?$|\/testing\//.test(file);
    const code = withoutComments(readFileSync(file, 'utf8'));
    if (isProduct && /process\.env\b/.test(code) && !isTest && !READS_ENVIRONMENT.has(file)) {
      found.push(`${file} reads the environment`);
    }
    if (!isProduct && /\/api\//.test(code)) found.push(`${file} writes a path down: callOf('…').path has it`);
    const from = featureOf(file);
    if (from && !wingOf(from)) found.push(`${file}: ${from} stands in no wing`);
    if (from && !isTest) found.push(...checkWrites(file, code, from));

    for (const target of imports(code)) {
      const report = (rule: string) => found.push(`${file} imports ${target}: ${rule}`);
      // Made by the build itself.
      if (target.startsWith('virtual:')) continue;
      if (!target.startsWith('#') && !target.startsWith('.')) {
        const name = target
          .split('/')
          .slice(0, target.startsWith('@') ? 2 : 1)
          .join('/');
        if (name.startsWith('@mixreel/') && !allowed.includes(name)) report('arrow not allowed');
        if (!isBuiltin(target) && !(isProduct && isTest) && !(name in shipped)) report('not in its package.json');
        continue;
      }
      const path = target.startsWith('#') ? join(src, target.slice(1)) : normalize(join(dirname(file), target));
      if (!existsSync(path)) report('no such file');
      else if (!path.startsWith(`${src}/`) && !LENT[workspace]?.test(path)) report('leaves its workspace');
      if (isTest) continue;
      const to = featureOf(path);
      const isRows = path.endsWith('.tables.ts');
      if (from === to) between(roomOf(file), roomOf(path));
      if (from && to && from !== to) {
        if (!isRows) between(from, to);
        const mayLookUp = isRows && !file.endsWith('.tables.ts');
        if (!mayLookUp && isAbove(workspace, to, from)) report(`${wingOf(to)} stands above ${wingOf(from)}`);
      }
      if (GROUND.test(file) && to && !isRows) report('the ground floor knows no feature');
    }
  }
  return [...found, ...circles(arrows).map((circle) => `${workspace}: features in a circle: ${circle.join(' -> ')}`)];
}

/** Rows belong to the feature whose tables they are in: whoever stands below it only reads them. */
function checkWrites(file: string, code: string, from: string): string[] {
  const writes = /\.(?:insert|update|delete)\((\w+)\)|\b(?:insert into|update|delete from)\s+(\w+)/g;
  return Array.from(code.matchAll(writes), ([, ours, inSql]) => ours ?? inSql ?? '').flatMap((table) => {
    const owner = tables.get(table);
    if (!owner || !file.startsWith('apps/server/') || !isAbove('apps/server', owner, from)) return [];
    return [`${file} writes ${table}: ${wingOf(owner)} stands above ${wingOf(from)}`];
  });
}

function isAbove(workspace: string, one: string, other: string): boolean {
  const levels = LEVELS[workspace] ?? [];
  const levelOf = (feature: string) => levels.findIndex((wings) => wings.some((wing) => wing === wingOf(feature)));
  return levelOf(one) < levelOf(other);
}

function tableOwners(src: string): Map<string, string> {
  const files = sourceFiles(src).filter((file) => file.endsWith('.tables.ts'));
  return new Map(
    files.flatMap((file) => {
      const owner = featureOf(file);
      const names = readFileSync(file, 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g);
      return owner ? Array.from(names, ([, name]) => [name ?? '', owner] as const) : [];
    }),
  );
}

function withoutComments(text: string): string {
  return text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
}

function imports(code: string): string[] {
  const statements = /(?:^|[};\s])(?:from|import)\s+['"]([^'"$\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g;
  return [...code.matchAll(statements)].flatMap(([, target, later]) => target ?? later ?? []);
}

/** Of a path in a folder of features, or of a file of the contract: `mix-document.ts` is of the mix. */
function featureOf(path: string): string | undefined {
  if (!path.startsWith('packages/contract/src/')) return /\/features\/([^/]+)\//.exec(path)?.[1];
  const name = /^[a-z]+/.exec(basename(path))?.[0] ?? '';
  return wingOf(name) && name;
}

/** A folder of a feature; what lies in none joins the rooms together, and knows them all. */
function roomOf(path: string): string | undefined {
  return /\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1];
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
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('node_modules/'))
    .map((name) => join(dir, name));
}
