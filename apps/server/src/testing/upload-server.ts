/** A server to be killed in the middle of an upload: the product without workers, on the database it is given. */
import { pino } from 'pino';
import { startApp } from '#app.ts';
import { readConfig } from '#config.ts';
import { followers, jobs, routes } from '#features/index.ts';
import { createHttpServer } from '#http/server.ts';

const config = readConfig({ ...process.env, LOG_LEVEL: 'silent', RATE_PER_MINUTE: '1000000' });
const { app, stop } = await startApp(config, pino({ level: 'silent' }), { jobs, followers });
const server = await createHttpServer(app, routes);
await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
process.stdout.write(`listening on ${typeof address === 'object' ? address?.port : ''}\n`);
process.once('SIGTERM', () => {
  void server
    .close()
    .then(stop)
    .then(() => process.exit(0));
});
