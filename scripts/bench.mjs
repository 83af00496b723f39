// `npm run bench NAME`: set-up, then one benchmark.
import { join } from 'node:path';
import { ROOT, buildWeb, main, prepare, run } from './prepare.mjs';

await main(async () => {
  const node = await prepare();
  await buildWeb(node);
  const { code } = await run(node, [join(ROOT, 'bench', 'run.ts'), ...process.argv.slice(2)], {
    // As `npm start` has it.
    env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile'), ...process.env },
  });
  process.exitCode = code;
});
