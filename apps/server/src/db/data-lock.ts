import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * One server per data folder, as long as this process lives. The lock is a listening socket, which the system takes
 * back on any kind of death; a lock file would outlive kill -9.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const name = `mixreel-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)}`;
  const isAbstract = process.platform === 'linux';
  const path = isAbstract ? `\0${name}` : join(tmpdir(), `${name}.lock`);
  if (!isAbstract && !(await isListening(path))) await rm(path, { force: true });

  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((done, fail) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      fail(
        cause.code === 'EADDRINUSE'
          ? new Error(`数据目录 ${dataDir} 正被另一个正在运行的服务使用，请先停止它，或换一个 DATA_DIR`, { cause })
          : cause,
      ),
    );
    server.listen(path, done);
  });
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

function isListening(path: string): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(path, () => {
      socket.destroy();
      answer(true);
    });
    socket.once('error', () => answer(false));
  });
}
