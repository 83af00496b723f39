/** The product as it is, whose voice says the same sentence once for all tests (see `said-once.ts`). */
import { createAi, openShelf } from '@mixreel/ai';
import { readConfig } from '#config.ts';
import { runProduct } from '#product.ts';
import { saidOnce } from './said-once.ts';

const { packs, workerCores } = readConfig(process.env);
const models = createAi({ shelf: openShelf({ dir: packs.dir, registry: packs.registry ?? '' }), threads: workerCores });
await runProduct({ env: process.env, args: [], given: { ai: { ...models, speak: saidOnce(models) } } });
