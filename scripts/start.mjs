// `npm start`: set-up, then the product. Arguments after `--` go to the server.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, buildWeb, main, prepare } from './prepare.mjs';

await main(async () => {
  const node = await prepare();
  const args = process.argv.slice(2);
  const isWorker = args.includes('worker') || args.includes('--role=worker');
  if (!isWorker) await buildWeb(node);
  // Not waited for: it takes a while, longer without network, and only a model of the administrator's own needs it.
  const llama = spawn(node, [join(ROOT, 'scripts', 'fetch-llama.ts')], { cwd: ROOT, stdio: 'inherit' });

  // The channel tells the server when this process is gone, however it went.
  const flags = JSON.parse(readFileSync(join(ROOT, 'scripts', 'server-flags.json'), 'utf8'));
  const server = spawn(node, [...flags, join(ROOT, 'apps', 'server', 'src', 'main.ts'), ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Compiled sources are kept between starts; they are most of what a second start would wait for.
    env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compile'), ...process.env },
  });
  // Ctrl C reaches the server by itself, since both belong to the terminal; this process only has to wait for its end.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => server.kill('SIGTERM'));
  const code = await new Promise((done) => server.once('close', (status, signal) => done(signal ? 1 : status)));
  llama.kill();
  process.exitCode = code;
});
