import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { confinedNode, modelEnv } from '#runtime/confine.ts';

const { execPath, execArgv } = confinedNode();

test.runIf(execPath !== process.execPath)('a model process reaches no network, not even this machine', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const script = `require('node:net').connect(${port}, '127.0.0.1').on('connect', () => console.log('reached')).on('error', (e) => console.log(e.code))`;
  const child = spawn(execPath, [...execArgv, '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  expect(await text(child.stdout)).toBe('ENETUNREACH\n');
});

test('a model process gets none of the keys of the server', () => {
  process.env['S3_SECRET_ACCESS_KEY'] = 'of-the-store';
  onTestFinished(() => void delete process.env['S3_SECRET_ACCESS_KEY']);
  expect(JSON.stringify(modelEnv())).not.toContain('of-the-store');
});
