import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, destination, pino } from 'pino';
import type { Config } from '#config.ts';

const FILE_MAX = 50 * 1024 * 1024;
const SECRETS = ['access_token', 'refresh_token', 'token', 'code', 'ticket', 'password', 'secret', 'authorization'];

/** Structured logs: to the output for whoever collects it, or into the data folder when a person is looking. */
export function createLog({ logLevel, dataDir }: Pick<Config, 'logLevel' | 'dataDir'>, isForPeople: boolean): Logger {
  const options = {
    level: logLevel,
    base: undefined,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '***' },
  };
  if (!isForPeople) return pino(options);
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'server.log');
  if (existsSync(file) && statSync(file).size > FILE_MAX) renameSync(file, `${file}.1`);
  return pino(options, destination({ dest: file, sync: false }));
}
