/**
 * The least that any server does for an act: takes a request with JSON, keeps it in PostgreSQL, hears of it through PostgreSQL
 * and tells everybody who listens. Nobody is asked who they are, and nothing is judged, merged or kept in rows.
 */
import { createServer, type ServerResponse } from 'node:http';
import { Client, Pool } from 'pg';

const [connectionString = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString, max: 5 });
const listening = new Client({ connectionString });
await listening.connect();
await listening.query('listen bare_act');
const readers = new Set<ServerResponse>();
listening.on('notification', ({ payload }) => {
  for (const reader of readers) reader.write(`data: ${payload}\n\n`);
});

const KEEP = {
  name: 'keep',
  text: `with kept as (insert into bare_act (act) values ($1::jsonb) returning sequence)
    select sequence, pg_notify('bare_act', json_build_object('sequence', sequence, 'act', $1::json)::text) from kept`,
};

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    readers.add(response);
    response.on('close', () => readers.delete(response));
    return;
  }
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => void keep(JSON.parse(Buffer.concat(parts).toString()) as object, response));
});

async function keep(act: object, response: ServerResponse): Promise<void> {
  const { rows } = await pool.query<{ sequence: string }>({ ...KEEP, values: [JSON.stringify(act)] });
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ sequence: rows[0]?.sequence, act }));
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
