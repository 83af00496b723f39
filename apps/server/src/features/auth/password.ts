import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createGate } from '#gate.ts';

const KEY_BYTES = 32;
/** Hashing takes a thread that reads files otherwise, of which there are four; strangers can ask for it. */
const AT_ONCE = 2;
const WAITING_MAX = 60;

/** How slow trying is: a link's password is short-lived and its guesses are few, an account's may be used elsewhere. */
export const COSTS = { link: 1, account: 5 };

/** People choose short passwords; each is salted and slow to try. */
export async function hashPassword(password: string, kind: keyof typeof COSTS): Promise<string> {
  const salt = randomBytes(16);
  const cost = COSTS[kind];
  return [salt.toString('base64url'), (await derive(password, salt, cost)).toString('base64url'), cost].join('.');
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = '', cost = '1'] = hash.split('.');
  const given = await derive(password, Buffer.from(salt, 'base64url'), Number(cost));
  return timingSafeEqual(given, Buffer.from(key, 'base64url'));
}

const inTurn = createGate(AT_ONCE, { waiting_max: WAITING_MAX });

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return inTurn(
    () =>
      new Promise((resolve, reject) =>
        scrypt(password, salt, KEY_BYTES, { p: cost }, (error, key) => (error ? reject(error) : resolve(key))),
      ),
  );
}
