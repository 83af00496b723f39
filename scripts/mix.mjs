// `npm run mix -- plan.json --out DIR`: set-up, then the engine by itself, without server or database.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, main, prepare } from './prepare.mjs';

await main(async () => {
  const node = await prepare();
  const { FFMPEG_PATH, FFPROBE_PATH, INIT_CWD } = process.env;
  const program = join(ROOT, 'packages', 'media', 'src', 'cli', 'main.ts');
  const tools = [
    ...(FFMPEG_PATH ? ['--ffmpeg', FFMPEG_PATH] : []),
    ...(FFPROBE_PATH ? ['--ffprobe', FFPROBE_PATH] : []),
  ];
  const child = spawn(node, [program, ...process.argv.slice(2), ...tools], {
    // npm runs scripts from the root; paths that a person types begin where the person is.
    cwd: INIT_CWD ?? ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Ctrl C reaches the engine by itself, which cleans up and says so; this process only waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.exitCode = await new Promise((done) => child.once('close', (code) => done(code ?? 1)));
});
