import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null };

/** The pages that strangers see first. */
const FIRST = ['auth/LoginPage.tsx', 'share/SharePage.tsx'];
let ofFirst: Set<string> | undefined;

/** Everything that those pages need from their beginning. */
function listFirst(graph: Graph): Set<string> {
  const found = new Set(FIRST.map((page) => fileURLToPath(new URL(`src/features/${page}`, import.meta.url))));
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/**
 * Left alone, the bundler makes a file of every module that two pages share: a page was a hundred files, which a browser
 * asks for six at a time. What most pages need comes as one file each. The page to sign in and that of a shared link
 * need no component library, so nothing that they use may be in a file that does; `weight.test.ts` watches over it.
 */
const FILES = [
  { name: 'base', tags: ['$initial' as const], priority: 6 },
  { name: 'runtime', test: /@babel[\\/]runtime|@rc-component[\\/]qrcode/, priority: 5 },
  { name: 'icons', test: /@ant-design[\\/]icons/, minShareCount: 2, priority: 4 },
  { name: 'components', test: /node_modules[\\/](antd|@rc-component|@ant-design)[\\/]/, minShareCount: 8, priority: 3 },
  {
    name: (id: string, graph: Graph) => ((ofFirst ??= listFirst(graph)).has(id) ? 'first' : null),
    debugName: 'first',
    minShareCount: 2,
    priority: 2,
  },
  { name: 'shared', test: /src[\\/]/, minShareCount: 3, priority: 1 },
];

export default defineConfig({
  plugins: [react()],
  // The server puts a fresh nonce in place of this word into every page it sends.
  html: { cspNonce: '%NONCE%' },
  build: {
    target: 'es2022',
    manifest: true,
    // Pages may not load data: fonts or inline scripts; small pictures stay files too, so that they can be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: FILES } } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/files', '/music', '/mix', '/share/', '/materials/', '/report', '/monitor', '/app.config.json'].map(
        (path) => [path, 'http://127.0.0.1:8080'],
      ),
    ),
  },
});
