import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GivenFile } from '@mixreel/ai/providers';
import { AppError } from '@mixreel/contract';
import { getPublic, NotPublic } from '#http/public-address.ts';

const FETCH_MS = 120_000;

type Options = {
  path: string;
  max_bytes: number;
  /** Of the service, which an administrator named. */ host: string | null;
  signal: AbortSignal;
};

/**
 * Writes what a service made to a file. Where it says that it lies is the word of a stranger: only public addresses are
 * fetched, besides the service itself.
 */
export async function fetchResult(file: GivenFile, { path, max_bytes, host, signal }: Options): Promise<void> {
  if ('bytes' in file) {
    if (file.bytes.length > max_bytes) throw tooLarge();
    await writeFile(path, file.bytes);
    return;
  }
  const ends = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]);
  try {
    const response = await getPublic(file.url, { signal: ends, trustedHost: host });
    if (response.statusCode !== 200) {
      response.destroy();
      throw new AppError('ai_failed', `服务商的结果取不到了（${response.statusCode}），请重试`);
    }
    await pipeline(response, atMost(max_bytes), createWriteStream(path), { signal: ends });
  } catch (error) {
    signal.throwIfAborted();
    throw reasonOf(error);
  }
}

function reasonOf(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof NotPublic) return new AppError('ai_failed', '服务商给的结果地址不是公网地址，没有下载');
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (/^(ENOSPC|EDQUOT|EIO|EACCES|EROFS)$/.test(code)) return error;
  const isNetwork = name === 'AbortError' || name === 'TimeoutError' || /^(E[A-Z]+|ERR_.*|CERT_.*|HPE_.*)$/.test(code);
  return isNetwork ? new AppError('ai_failed', '下载服务商的结果时连接中断，请重试') : error;
}

function atMost(max_bytes: number): Transform {
  let received = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > max_bytes) done(tooLarge());
      else done(null, chunk);
    },
  });
}

function tooLarge(): AppError {
  return new AppError('ai_failed', '服务商的结果太大，没有保存');
}
