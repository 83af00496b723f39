import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** What the double hears and how it answers: one conversation per connection. */
export type Conversation = (
  send: (message: string | Uint8Array) => void,
  end: (code: number) => void,
  headers: IncomingHttpHeaders,
) => (message: string | Uint8Array) => void;

/** A websocket service on loopback, just enough of RFC 6455 for messages below 64 kB sent whole. */
export async function startSocketDouble(converse: Conversation): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Duplex>();
  const server = createServer((_request, response) => response.writeHead(400).end());
  server.on('upgrade', (request, socket) => {
    sockets.add(socket);
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${MAGIC}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const end = (code: number) => {
      socket.write(Buffer.from([0x88, 2, code >> 8, code & 255]));
      socket.end();
    };
    const hear = converse((message) => socket.write(frame(message)), end, request.headers);
    let waiting = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      for (let read = readFrame(waiting); read; read = readFrame(waiting)) {
        waiting = waiting.subarray(read.length);
        if (read.opcode === 8) return socket.end();
        hear(read.opcode === 1 ? read.payload.toString() : read.payload);
      }
      return undefined;
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function frame(message: string | Uint8Array): Buffer {
  const payload = Buffer.from(message as Uint8Array);
  const head = Buffer.from([typeof message === 'string' ? 0x81 : 0x82, payload.length < 126 ? payload.length : 126]);
  if (payload.length < 126) return Buffer.concat([head, payload]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(payload.length);
  return Buffer.concat([head, length, payload]);
}

/** A masked frame from a client; null until it has arrived whole. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | null {
  if (bytes.length < 6) return null;
  const short = (bytes[1] ?? 0) & 127;
  const headed = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < headed + 4) return null;
  const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  const length = headed + 4 + size;
  if (bytes.length < length) return null;
  const mask = bytes.subarray(headed, headed + 4);
  const payload = Buffer.from(bytes.subarray(headed + 4, length).map((byte, i) => byte ^ (mask[i % 4] ?? 0)));
  return { opcode: (bytes[0] ?? 0) & 15, payload, length };
}
