import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import {
  AppError,
  acceptedText,
  EXTENSIONS,
  extensionOf,
  type MediaKind,
  UPLOAD_BYTES_MAX,
  cleanFileName,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import { requireBytes } from '#features/accept/media-kind.ts';
import { PAGE, type Sniffed, sniffMedia } from '#features/accept/sniff-media.ts';
import { readQuota } from '#features/file/file.queries.ts';
import { NotPublic, type PublicOptions, getPublic } from '#http/public-address.ts';
import { ContentTooLarge } from '#storage/storage.ts';

/** How long the other side may take: to answer, between two pieces, and altogether. */
export type Limits = { answerMs: number; silenceMs: number; totalMs: number };
const LIMITS: Limits = { answerMs: 15_000, silenceMs: 30_000, totalMs: 3600_000 };

const HEAD_BYTES = 64 * 1024;
const HEADERS = { accept: 'video/*,audio/*,image/*,*/*;q=0.5', 'accept-encoding': 'identity', 'user-agent': 'Mixreel' };

/** A file on its way from elsewhere, found to be something we take. */
export type OpenLink = {
  file_name: string;
  kind: MediaKind;
  /** Null when the other side does not say. */
  total: number | null;
  max_bytes: number;
  read(onBytes: (received: number) => void): Readable;
  /** What went wrong while reading, in words. */
  reasonOf(error: unknown): unknown;
};

type Options = Pick<PublicOptions, 'allowLoopback' | 'resolve' | 'signal'> & Partial<Limits>;

/** Opens a link and looks at its first bytes; what its sender says of the type counts for nothing. */
export async function openLink(
  { db }: Pick<App, 'db'>,
  { space_id }: { space_id: string },
  url: string,
  { signal, allowLoopback = false, resolve, ...limits }: Options,
): Promise<OpenLink> {
  const { answerMs, silenceMs, totalMs } = { ...LIMITS, ...limits };
  const clock = startClock(totalMs, signal);
  const reasonOf = (error: unknown) => clock.reason() ?? reason(error, signal);
  clock.expect(answerMs, `对方服务器 ${answerMs / 1000} 秒没有答复`);
  let response: IncomingMessage | null = null;
  try {
    const to = { signal: clock.signal, headers: HEADERS, allowLoopback, ...(resolve && { resolve }) };
    response = await getPublic(url, to);
    const silent = () => clock.expect(silenceMs, `对方服务器 ${silenceMs / 1000} 秒没有发来数据`);
    silent();
    requireOk(response);
    const total = lengthOf(response);
    const chunks = response.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
    const head = await readHead(chunks, silent);
    const { kind, content_type, name } = await sniffHead(head);
    if (name === PAGE) throw new AppError('wrong_type', '链接打开的是网页，不是文件：请填能直接下载到文件的链接');
    if (!kind) throw new AppError('wrong_type', `链接的内容是${name}，${acceptedText()}`);
    if (total !== null) await requireRoom(db, space_id, kind, total);
    const { left_bytes } = await readQuota(db, space_id);
    const body = response;
    return {
      file_name: nameOf(response, url, kind, content_type),
      kind,
      total,
      max_bytes: Math.min(UPLOAD_BYTES_MAX[kind], left_bytes),
      read: (onBytes) => Readable.from(readAll(body, head, chunks, clock, silent, onBytes)),
      reasonOf: (error) => (error instanceof ContentTooLarge ? tooLarge(kind, left_bytes) : reasonOf(error)),
    };
  } catch (error) {
    const told = reasonOf(error);
    clock.stop();
    response?.destroy();
    throw told;
  }
}

type Clock = {
  signal: AbortSignal;
  /** From now on, so long; what was expected before has come. */
  expect(ms: number, otherwise: string): void;
  /** Which time ran out, if one did. */
  reason(): AppError | null;
  stop(): void;
};

function startClock(totalMs: number, outer: AbortSignal): Clock {
  const late = new AbortController();
  let why: AppError | null = null;
  const after = (ms: number, error: AppError) =>
    setTimeout(() => {
      why ??= error;
      late.abort();
    }, ms);
  const whole = after(totalMs, new AppError('invalid', `下载超过 ${Math.ceil(totalMs / 60_000)} 分钟，已停止`));
  let next: NodeJS.Timeout | undefined;
  return {
    signal: AbortSignal.any([late.signal, outer]),
    expect(ms, otherwise) {
      clearTimeout(next);
      next = after(ms, new AppError('unavailable', `${otherwise}，请稍后重试`));
    },
    reason: () => why,
    stop() {
      clearTimeout(whole);
      clearTimeout(next);
    },
  };
}

async function* readAll(
  response: IncomingMessage,
  head: Buffer,
  chunks: AsyncIterator<Buffer>,
  clock: Clock,
  silent: () => void,
  onBytes: (received: number) => void,
): AsyncGenerator<Buffer> {
  let received = head.length;
  try {
    yield head;
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
      silent();
      received += chunk.length;
      onBytes(received);
      yield chunk;
    }
  } finally {
    clock.stop();
    response.destroy();
  }
}

async function readHead(chunks: AsyncIterator<Buffer>, silent: () => void): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let bytes = 0; bytes < HEAD_BYTES;) {
    const { value, done } = await chunks.next();
    if (done) break;
    silent();
    pieces.push(value);
    bytes += value.length;
  }
  return Buffer.concat(pieces);
}

/** Of the first bytes alone. A sound may stand behind a tag longer than that; the whole file is judged later. */
async function sniffHead(head: Buffer): Promise<Sniffed> {
  if (head.toString('latin1', 0, 3) === 'ID3') return { kind: 'audio', name: 'MP3 音频', content_type: 'audio/mpeg' };
  return sniffMedia(async (position, length) => head.subarray(position, position + length));
}

function requireOk({ statusCode = 0 }: IncomingMessage): void {
  if (statusCode === 200) return;
  if (statusCode >= 500 || statusCode === 429) {
    throw new AppError('unavailable', `对方服务器暂时不能提供文件（${statusCode}），请稍后重试`);
  }
  const why = [401, 403].includes(statusCode) ? '需要登录或没有权限' : '找不到文件';
  throw new AppError('invalid', `对方服务器答复${why}（${statusCode}），请检查链接`);
}

function lengthOf({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : null;
}

async function requireRoom(db: App['db'], space_id: string, kind: MediaKind, total: number): Promise<void> {
  requireBytes(kind, total);
  const { left_bytes } = await readQuota(db, space_id);
  if (total > left_bytes) throw new AppError('quota_exceeded');
}

function tooLarge(kind: MediaKind, left_bytes: number): AppError {
  if (left_bytes < UPLOAD_BYTES_MAX[kind]) return new AppError('quota_exceeded');
  try {
    requireBytes(kind, Infinity);
  } catch (error) {
    return error as AppError;
  }
  return new AppError('too_large');
}

function reason(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof AppError) return error;
  if (error instanceof NotPublic) return new AppError('invalid', '不能访问这个地址：只支持公网的 http(s) 链接');
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND') return new AppError('invalid', '找不到链接里的网站，请检查链接');
  const isNetwork = /^(E[A-Z]+|ERR_TLS.*|CERT_.*|UNABLE_TO.*|HPE_.*|DEPTH_ZERO.*|SELF_SIGNED.*)$/.test(code);
  return isNetwork && !/^(ENOSPC|EDQUOT|EIO|EACCES|EROFS)$/.test(code)
    ? new AppError('unavailable', '与对方服务器的连接中断，请稍后重试')
    : error;
}

const ENDINGS: Record<string, string> = {
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
  'video/x-matroska': '.mkv',
  'video/webm': '.webm',
  'video/x-msvideo': '.avi',
  'video/x-ms-wmv': '.wmv',
  'video/x-flv': '.flv',
  'video/mp2t': '.ts',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'image/heic': '.heic',
  'image/avif': '.avif',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'audio/wav': '.wav',
  'audio/aac': '.aac',
  'audio/ogg': '.ogg',
  'audio/flac': '.flac',
  'audio/x-ape': '.ape',
  'audio/x-caf': '.alac',
};

/** What the other side calls it, or the end of the address; with an ending that fits what it is. */
function nameOf(response: IncomingMessage, url: string, kind: MediaKind, content_type: string): string {
  const { req } = response as IncomingMessage & { req?: { path?: string } };
  const said = dispositionName(response.headers['content-disposition']);
  const name = cleanFileName(said ?? urlName(URL.parse(req?.path ?? '', url)?.href ?? url));
  return (EXTENSIONS[kind] as readonly string[]).includes(extensionOf(name))
    ? name
    : cleanFileName(`${name}${ENDINGS[content_type] ?? EXTENSIONS[kind][0]}`);
}

/** `口播.mp4` of `https://site/video/%E5%8F%A3%E6%92%AD.mp4?x=1`. */
export function urlName(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  return decode(last) || '链接导入';
}

function dispositionName(header: string | undefined): string | null {
  const extended = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(header ?? '')?.[1];
  if (extended) return decode(extended);
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '') ?? [];
  const plain = quoted?.replace(/\\(.)/g, '$1') ?? bare;
  if (!plain) return null;
  // Headers come as Latin-1; most servers send UTF-8 in them, some percent-encoded.
  const utf8 = Buffer.from(plain, 'latin1').toString('utf8');
  return decode(utf8.includes('\ufffd') ? plain : utf8);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
