/**
 * Where a content lies, in a folder and in a bucket alike: `objects/ab/cd/abcd…`. Two levels keep the folders small.
 * Whatever is not a SHA-256 in lower case is refused, so that no caller can name a path outside.
 */
export function contentKey(sha256: string): string {
  if (!SHA256.test(sha256)) throw new TypeError('A content is named by the 64 lower-case hex digits of its SHA-256');
  return `objects/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

/** The hash at the end of a key, or null when something else lies there. */
export function hashOfKey(key: string): string | null {
  const name = key.slice(key.lastIndexOf('/') + 1);
  return SHA256.test(name) && contentKey(name) === key ? name : null;
}

export const SHA256 = /^[0-9a-f]{64}$/;
