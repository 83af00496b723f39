import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { TestMedia } from './test-media.ts';

/** What becomes of a bad file: refused with a sentence like this, or used as far as it goes. */
export type BadFile = { name: string; path: string; refused?: RegExp; said?: RegExp; seconds?: number };

const UNREADABLE = /已损坏或不是可以识别/;

/** Forty files as people upload them, each broken in its own way; made of a few good ones. */
export async function makeBadFiles(media: TestMedia, folder: string): Promise<BadFile[]> {
  const film = readFileSync(await media.film({ seconds: 3 }));
  const fast = readFileSync(await media.film({ seconds: 3, args: [['-movflags', '+faststart']] }));
  const mkv = readFileSync(await media.film({ seconds: 3, extension: 'mkv' }));
  const long = readFileSync(await media.film({ seconds: 12, args: [['-movflags', '+faststart']] }));
  const jpg = readFileSync(await media.picture({ width: 640, height: 360 }));
  const png = readFileSync(await media.picture({ width: 640, height: 360, extension: 'png' }));
  const wav = readFileSync(await media.sound());
  const mp3 = readFileSync(await media.sound({ extension: 'mp3' }));
  const tone = readFileSync(await media.sound({ extension: 'm4a' }));
  const files: BadFile[] = [];
  const add = (name: string, bytes: Uint8Array, outcome: Omit<BadFile, 'name' | 'path'> = {}) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    files.push({ name, path, ...outcome });
  };

  add('空文件.mp4', Buffer.alloc(0), { refused: /0 字节/ });
  add('空图片.jpg', Buffer.alloc(0), { refused: /0 字节/ });
  add('一个字节.mp4', Buffer.from('x'), { refused: UNREADABLE });
  add('文字.mp4', Buffer.from('这不是视频'.repeat(500)), { refused: UNREADABLE });
  add('网页.mp4', Buffer.from('<!doctype html><title>404</title>'.repeat(20)), { refused: UNREADABLE });
  add('程序.mp4', Buffer.concat([Buffer.from('MZ\u0090'), noise(4000)]), { refused: UNREADABLE });
  add('文档.mp4', Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(4000)]), { refused: UNREADABLE });
  add('压缩包.mp4', Buffer.concat([Buffer.from('PK\u0003\u0004'), noise(4000)]), { refused: UNREADABLE });
  add('乱码.mp4', noise(20_000), { refused: UNREADABLE });
  add('乱码.jpg', noise(20_000), { refused: UNREADABLE });
  add('乱码.mp3', Buffer.alloc(20_000), { refused: UNREADABLE });

  for (const share of [0.1, 0.3, 0.5, 0.8, 0.99]) {
    add(`没有索引-${share}.mp4`, part(film, share), { refused: UNREADABLE });
  }
  add('断在开头.mp4', part(fast, 0.06), { refused: UNREADABLE });
  for (const share of [0.25, 0.5, 0.75]) {
    add(`断在中间-${share}.mp4`, part(fast, share), { said: /^视频在 [\d.]+ 秒处损坏，前面的部分可以使用/ });
  }
  add('长片断在一半.mp4', part(long, 0.5), { said: /^视频在 [5-7]/, seconds: 6 });
  add('断了的.mkv', part(mkv, 0.5), { said: /视频在 1|视频有局部损坏/ });
  add('只有开头.mkv', part(mkv, 0.01), { refused: UNREADABLE });
  const middle = Math.floor(long.length * 0.4);
  add(
    '中间是零.mp4',
    changed(long, (bytes) => bytes.fill(0, middle, middle + 40_000)),
    { said: /损坏/ },
  );
  add(
    '中间是乱码.mp4',
    changed(long, (bytes) => noise(60_000).copy(bytes, middle)),
    { said: /损坏/ },
  );
  add(
    '开头是乱码.mp4',
    changed(film, (bytes) => noise(64).copy(bytes)),
    { refused: UNREADABLE },
  );
  add(
    '索引是乱码.mp4',
    changed(fast, (bytes) => noise(600).copy(bytes, bytes.indexOf('moov') + 4)),
    {
      refused: UNREADABLE,
    },
  );
  add('空索引.mp4', Buffer.concat([fast.subarray(0, fast.readUInt32BE(0)), Buffer.from('\0\0\0\u0008moov')]), {
    refused: UNREADABLE,
  });

  add(
    '谎称十小时.mp4',
    changed(film, (bytes) => sayTenHours(bytes, 'mvhd')),
    { seconds: 3 },
  );
  add(
    '处处谎称十小时.mp4',
    changed(film, (bytes) => ['mvhd', 'tkhd', 'mdhd'].forEach((box) => sayTenHours(bytes, box))),
    {
      seconds: 3,
    },
  );
  add('零乘零.mp4', changed(film, sayNoSize), {});
  add('只有声音.mp4', tone, { refused: /没有画面，只有声音/ });
  add('其实是图片.mp4', jpg, { refused: /是一张图片/ });
  add('其实是视频.jpg', film, { refused: /是视频，不是图片/ });
  add('只有一帧.mp4', readFileSync(await media.film({ seconds: 0.04, fps: 25, hasSound: false })));
  add('每秒一帧.mp4', readFileSync(await media.film({ seconds: 3, fps: 1, hasSound: false })), { seconds: 3 });
  add('每秒千帧.mp4', readFileSync(await media.film({ seconds: 1, fps: 1000, hasSound: false })), { seconds: 1 });

  add('断了的.jpg', part(jpg, 0.5), { said: /局部损坏/ });
  add('断了的.png', part(png, 0.5), { refused: UNREADABLE });
  add('只有开头.png', part(png, 0.002), { refused: UNREADABLE });
  add('图片炸弹.png', blankPng(8192, 8192), { refused: /5000 万像素/ });
  add('巨大的.png', blankPng(60_000, 60_000, 10), { refused: UNREADABLE });
  add('零乘零.png', blankPng(0, 0), { refused: UNREADABLE });
  add('断了的.wav', part(wav, 0.5), { said: /音频/ });
  add('断了的.mp3', part(mp3, 0.5));
  return files;
}

function part(bytes: Buffer, share: number): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * share));
}

function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

/** The same every time: a test that fails once must fail again. */
function noise(length: number): Buffer {
  let seed = 7;
  return Buffer.from(
    Uint8Array.from({ length: Math.floor(length) }, () => (seed = (seed * 48_271) % 2_147_483_647) & 255),
  );
}

/** The duration field of a box of version 0, in the box's own clock. */
function sayTenHours(bytes: Buffer, box: string): void {
  for (let at = bytes.indexOf(box); at >= 0; at = bytes.indexOf(box, at + 4)) {
    const clock = box === 'tkhd' ? 1000 : bytes.readUInt32BE(at + 16);
    bytes.writeUInt32BE(clock * 36_000, at + (box === 'tkhd' ? 24 : 20));
  }
}

function sayNoSize(bytes: Buffer): void {
  bytes.fill(0, bytes.indexOf('avc1') + 28, bytes.indexOf('avc1') + 32);
  const track = bytes.indexOf('tkhd');
  bytes.fill(0, track + 80, track + 88);
}

/** A grey picture of one colour: a few kilobytes that unpack to the size of the picture. */
function blankPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}
