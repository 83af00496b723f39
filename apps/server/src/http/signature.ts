import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Proves later that these parts, in this order, came from this installation. The first part says what it is for; only
 * the last may hold line breaks, or parts could be moved into one another.
 */
export function sign(secret: string, ...parts: (string | number)[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url');
}

export function isSigned(signature: unknown, secret: string, ...parts: (string | number)[]): boolean {
  if (parts.slice(0, -1).some((part) => String(part).includes('\n'))) return false;
  const given = Buffer.from(String(signature));
  const expected = Buffer.from(sign(secret, ...parts));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
