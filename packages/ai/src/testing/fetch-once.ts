/** Run as a process of its own by the tests: fetches the pack described by its argument. */
import type { Pack } from '#packs/manifest.ts';
import { openShelf } from '#packs/shelf.ts';

const { dir, registry, pack } = JSON.parse(process.argv[2]!) as { dir: string; registry: string; pack: Pack };
await openShelf({ dir, registry, packs: [pack] }).fetch(pack.pack);
