import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readEntry } from './zip-entry.ts';

const LIMITS = { most: 1_000_000, broken: '坏了', too_large: '太大了' };

type Listed = { name: string; at: number; method: number; packed: number; bytes: number };

function listed({ name, at, method, packed, bytes }: Listed): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(bytes, 24);
  entry.writeUInt16LE(Buffer.byteLength(name), 28);
  entry.writeUInt32LE(at, 42);
  return Buffer.concat([entry, Buffer.from(name)]);
}

function local(data: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt32LE(crc32(data), 14);
  return Buffer.concat([head, data]);
}

function archive(body: Buffer, entries: Listed[]): Buffer {
  const list = Buffer.concat(entries.map(listed));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, list, end]);
}

test('parts that lie in or over each other are read one by one, and none is more than it is said to be', () => {
  const packed = deflateRawSync(Buffer.alloc(900_000));
  const inner = local(packed);
  // A stored part whose contents are the beginning of the next: what unpacks to much is there once and named often.
  const body = local(inner);
  const kernel = { at: 30, method: 8, packed: packed.length, bytes: 900_000 };
  const names = Array.from({ length: 20_000 }, (_, n) => `${n}.xml`);
  const outer = { name: 'outer', at: 0, method: 0, packed: inner.length, bytes: inner.length };
  const overlapping = archive(body, [outer, ...names.map((name) => ({ ...kernel, name }))]);
  expect(readEntry(overlapping, '19999.xml', LIMITS)).toHaveLength(900_000);
  expect(readEntry(overlapping, 'outer', LIMITS)).toEqual(inner);
  expect(() => readEntry(overlapping, '7.xml', { ...LIMITS, most: 899_999 })).toThrow('太大了');

  const lies: [Partial<Listed>, string][] = [
    // Into the list of the archive, or beyond its end.
    [{ method: 0, packed: body.length - 20, bytes: 10 }, '坏了'],
    [{ method: 0, packed: 10_000_000, bytes: 10_000_000 }, '坏了'],
    [{ bytes: 100 }, '坏了'],
    [{ bytes: 4_000_000_000 }, '太大了'],
    [{ at: 31 }, '坏了'],
    [{ at: 4_000_000_000 }, '坏了'],
  ];
  for (const [lie, word] of lies) {
    const bytes = archive(body, [{ ...kernel, name: 'a.xml', ...lie }]);
    expect(() => readEntry(bytes, 'a.xml', LIMITS)).toThrow(word);
  }
});
