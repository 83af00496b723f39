// `npm run dev`: the server, restarted when its sources change, and the pages with hot reload in front of it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, buildWeb, main, prepare, say } from './prepare.mjs';

await main(async () => {
  const node = await prepare();
  await buildWeb(node);
  const env = { ...process.env, PORT: process.env.PORT ?? '8080' };
  const server = spawn(node, ['--watch', join(ROOT, 'apps', 'server', 'src', 'main.ts')], {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  });
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const pages = spawn(node, [vite, '--port', '5173'], { cwd: join(ROOT, 'apps', 'web'), stdio: 'inherit', env });
  say('页面：http://localhost:5173（接口转到 8080）；按 Ctrl C 停止');
  process.on('SIGINT', () => {});
  await Promise.all([server, pages].map((child) => new Promise((done) => child.once('close', done))));
});
