import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const HERE = new URL('../apps/web/src/features/document/', import.meta.url);

type Built = { output: { type: string; code?: string }[] };

/** What editing together adds to a page, kB gzipped: the core and what the pages have of it, without what they had anyway. */
export async function weighDocuments(): Promise<number> {
  const { build } = (await import(createRequire(new URL('../apps/web/', import.meta.url)).resolve('vite'))) as {
    build: (options: object) => Promise<Built[]>;
  };
  const own = readdirSync(HERE).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'));
  const [built] = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: own.map((name) => fileURLToPath(new URL(name, HERE))), formats: ['es'] },
      rolldownOptions: { external: (id: string) => !/^[./]|^@mixreel\/document/.test(id) },
    },
  });
  const code = (built?.output ?? []).map((one) => one.code ?? '').join('\n');
  return gzipSync(code).length / 1000;
}
