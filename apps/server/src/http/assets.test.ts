import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { makeTempDir } from '#testing/temp-dir.ts';
import { serveAssets } from './assets.ts';

const SCRIPT = "console.log('混剪');\n".repeat(200);

async function build() {
  const { dir, remove } = makeTempDir();
  writeFileSync(join(dir, 'page-a1b2.js'), SCRIPT);
  writeFileSync(join(dir, 'secret.env'), 'KEY=1');
  writeFileSync(join(dir, 'packed-c3d4.css'), 'p {}');
  writeFileSync(join(dir, 'packed-c3d4.css.br'), brotliCompressSync('p { packed: yes }'));
  const server = fastify();
  serveAssets(server, dir, []);
  writeFileSync(join(dir, 'later.js'), SCRIPT);
  onTestFinished(async () => {
    await server.close();
    remove();
  });
  return (url: string, accepted?: string) =>
    server.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });
}

test('a file of the build comes packed as the browser can read it, to be kept for ever', async () => {
  const get = await build();
  const best = await get('/assets/page-a1b2.js', 'gzip, deflate, br, zstd');
  expect(best.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(brotliDecompressSync(best.rawPayload).toString()).toBe(SCRIPT);
  for (const accepted of ['gzip, deflate', 'br;q=0, gzip', 'gzip;q=0.5']) {
    const { headers, rawPayload } = await get('/assets/page-a1b2.js', accepted);
    expect([headers['content-encoding'], gunzipSync(rawPayload).toString()]).toEqual(['gzip', SCRIPT]);
  }
  for (const accepted of [undefined, '', 'deflate', 'br;q=0']) {
    const { headers, payload } = await get('/assets/page-a1b2.js', accepted);
    expect([headers['content-encoding'], payload]).toEqual([undefined, SCRIPT]);
  }
});

test('what the build has packed is sent as it is', async () => {
  const get = await build();
  const { headers, rawPayload } = await get('/assets/packed-c3d4.css', 'gzip, br');
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/css; charset=utf-8' });
  expect(brotliDecompressSync(rawPayload).toString()).toBe('p { packed: yes }');
  const plain = await get('/assets/packed-c3d4.css', 'gzip');
  expect(gunzipSync(plain.rawPayload).toString()).toBe('p {}');
});

test('nothing but what the build made can be asked for', async () => {
  const get = await build();
  for (const name of [
    'later.js',
    'packed-c3d4.css.br',
    'secret.env',
    '..%2Findex.html',
    'page-a1b2.js%00',
    '.',
    '%2e%2e',
    'PAGE-a1b2.js',
  ]) {
    const { statusCode, json } = await get(`/assets/${name}`);
    expect([name, statusCode]).toEqual([name, 404]);
    expect(json()).toMatchObject({ message: expect.any(String) as string });
  }
});
