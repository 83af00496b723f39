import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Pack, PackName } from '#packs/manifest.ts';

/** What a tarball holds; `type` is tar's letter, '0' for a plain file. */
export type TarEntry = { name: string; data: Buffer; type?: string };

/** A gzipped tar file as npm makes them. */
export function buildTarball(entries: TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, data, type = '0' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write('0000644\0', 100);
    header.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write(type, 156);
    header.write('ustar\0', 257);
    return [header, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 0 });
}

/** A pack of one package with the given contents, as our manifest would pin it. */
export function buildPack(name: string, files: { path: string; to?: string; data: Buffer }[], tarball: Buffer): Pack {
  return {
    pack: name as PackName,
    title: '测试',
    purpose: '测试',
    is_default: false,
    bytes: tarball.length,
    licence: { code: 'MIT', weights: 'MIT' },
    origin: 'test',
    sources: [
      {
        package: `@test/${name}`,
        version: '1.0.0',
        integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
        bytes: tarball.length,
        files: files.map(({ path, to = path, data }) => ({
          path,
          to,
          bytes: data.length,
          sha256: createHash('sha256').update(data).digest('hex'),
        })),
      },
    ],
  };
}

/** How the double behaves: what it serves, how slowly, and after how many bytes it hangs up. */
export type RegistryOptions = {
  tarballs: Record<string, Buffer>;
  bytesPerTick?: number;
  hangUpAfter?: (request: number) => number;
  status?: number;
  ignoresRange?: boolean;
};

/** An npm registry on loopback; `requests` has the Range header of every tarball request. */
export async function startRegistry(options: RegistryOptions) {
  const requests: string[] = [];
  const server = createServer((request, response) => answer(request, response, options, requests, () => address));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    address,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { tarballs, bytesPerTick = Infinity, hangUpAfter, status, ignoresRange }: RegistryOptions,
  requests: string[],
  address: () => string,
): void {
  const path = decodeURIComponent(request.url ?? '');
  const name = Object.keys(tarballs).find((candidate) => path.includes(candidate));
  if (status !== undefined || name === undefined) {
    response.writeHead(status ?? 404).end();
    return;
  }
  if (!path.endsWith('.tgz')) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ dist: { tarball: `${address()}files/${name}.tgz` } }));
    return;
  }
  const whole = tarballs[name]!;
  const range = request.headers.range ?? '';
  requests.push(range);
  const from = ignoresRange ? 0 : Number(/bytes=(\d+)-/.exec(range)?.[1] ?? 0);
  const body = whole.subarray(from);
  const end = hangUpAfter?.(requests.length) ?? Infinity;
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': body.length });
  let sent = 0;
  const send = () => {
    if (response.destroyed) return;
    const piece = body.subarray(sent, Math.min(sent + bytesPerTick, end));
    sent += piece.length;
    if (piece.length === 0) response.destroy();
    else if (sent >= body.length) response.end(piece);
    else response.write(piece, () => setTimeout(send, 10));
  };
  send();
}
