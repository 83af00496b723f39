import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdStyles } from './antd-styles.ts';
import { leanContract } from './lean-contract.ts';
import { packAssets } from './pack-assets.ts';

type Graph = { getModuleInfo(id: string): { importedIds: string[] } | null };

/** Pages of people without an account, by the file that they share with others: what they see first, and a phone on a set. */
const STRANGERS = {
  first: ['auth/LoginPage.tsx', 'share/SharePage.tsx'],
  phone: ['story/phone/PhonePage.tsx'],
};
const needed = new Map<string, Set<string>>();

/** Whether one of those pages needs a module from its beginning; then the name of their file. */
function fileOf(name: keyof typeof STRANGERS) {
  return (id: string, graph: Graph) => {
    const known = needed.get(name) ?? listNeeded(STRANGERS[name], graph);
    needed.set(name, known);
    return known.has(id) ? name : null;
  };
}

/** Everything that those pages need from their beginning. */
function listNeeded(pages: string[], graph: Graph): Set<string> {
  const found = new Set(pages.map((page) => fileURLToPath(new URL(`src/features/${page}`, import.meta.url))));
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/**
 * Left alone, the bundler makes a file of every module that two pages share: a page was a hundred files, which a browser
 * asks for six at a time. What most pages need comes as one file each. The pages of strangers
 * need no component library, so nothing that they use may be in a file that does; `weight.test.ts` watches over it.
 */
const FILES = [
  { name: 'base', tags: ['$initial' as const], priority: 7 },
  { name: 'runtime', test: /@babel[\\/]runtime|@rc-component[\\/]qrcode/, priority: 6 },
  { name: 'icons', test: /@ant-design[\\/]icons/, minShareCount: 2, priority: 5 },
  { name: 'components', test: /node_modules[\\/](antd|@rc-component|@ant-design)[\\/]/, minShareCount: 8, priority: 4 },
  { name: fileOf('first'), debugName: 'first', minShareCount: 2, priority: 3 },
  { name: fileOf('phone'), debugName: 'phone', minShareCount: 2, priority: 2 },
  { name: 'shared', test: /src[\\/]/, minShareCount: 3, priority: 1 },
];

export default defineConfig({
  plugins: [react(), antdStyles(), leanContract(), packAssets()],
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
