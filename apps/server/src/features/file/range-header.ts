import type { ByteRange } from '#storage/storage.ts';

/**
 * The part of `bytes` that a Range header asks for: `rangeOf('bytes=-3', 10)` gives `{ start: 7, end: 9 }`. Null means
 * everything: no header, one that makes no sense, or several ranges at once, which a server may ignore.
 */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return null;
  if (first === '') {
    const start = Math.max(0, bytes - Number(last));
    return start < bytes ? { start, end: bytes - 1 } : 'unsatisfiable';
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  return start < bytes ? { start, end: Math.min(last === '' ? Infinity : Number(last), bytes - 1) } : 'unsatisfiable';
}
