import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const KEY_BYTES = 32;
const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** People choose short passwords for links; each is salted and slow to try. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password, salt, KEY_BYTES)).toString('base64url')}`;
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split('.');
  const given = await derive(password, Buffer.from(salt, 'base64url'), KEY_BYTES);
  return timingSafeEqual(given, Buffer.from(key, 'base64url'));
}
