import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type StallingProxy = { url: string; stalled(): number; close(): void };

/**
 * Stands between browser and product and lets requests wait for ever, as a machine does that has too much to make. What
 * `stall` begins an answer for is not passed on; each counts until the browser lets go of it.
 */
export async function startStallingProxy(
  target: string,
  stall: (asked: IncomingMessage, answer: ServerResponse) => boolean,
): Promise<StallingProxy> {
  const held = new Set<ServerResponse>();
  const server = createServer((asked, answer) => {
    if (stall(asked, answer)) {
      if (answer.writableEnded) return;
      held.add(answer);
      answer.once('close', () => held.delete(answer));
      return;
    }
    const { method, headers, url } = asked;
    const passed = request(new URL(url ?? '/', target), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    passed.once('error', () => answer.destroy());
    answer.once('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stalled: () => held.size,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
