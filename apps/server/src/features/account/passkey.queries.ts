import { AppError, type Passkey } from '@mixreel/contract';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Config } from '#config.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, asc, eq, gt, isNull, lt, sql } from '#db/orm.ts';
import { passkey, passkey_challenge } from '#features/auth/auth.tables.ts';

const CHALLENGE_MS = 5 * 60_000;
const PASSKEYS_MAX = 20;
const FAILED = '通行密钥没有通过，请重试，或换一种方式登录';

/** EdDSA, ES256 and RS256, which every device has one of. The library's own list tries one that Node calls experimental. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded when somebody has a passkey: it is two dozen packages, and most starts need none. */
const webauthn = () => import('@simplewebauthn/server');

const COLUMNS = {
  passkey_id: passkey.passkey_id,
  passkey_name: passkey.passkey_name,
  created_at: passkey.created_at,
  last_used_at: passkey.last_used_at,
};

export async function readPasskeys(db: Queryable, user_uid: string): Promise<Passkey[]> {
  return db.select(COLUMNS).from(passkey).where(eq(passkey.user_uid, user_uid)).orderBy(asc(passkey.passkey_id));
}

/** A browser keeps passkeys by host, and hands them out to pages of that host alone. */
function siteOf(origin: string, { publicUrl }: Config): { origin: string; rp_id: string } {
  const { origin: asked, hostname } = new URL(origin);
  if (publicUrl && asked !== new URL(publicUrl).origin) throw new AppError('invalid', `请从 ${publicUrl} 打开页面`);
  return { origin: asked, rp_id: hostname };
}

export async function startRegistration(
  db: Queryable,
  config: Config,
  { user_uid, name, origin }: { user_uid: string; name: string; origin: string },
) {
  const site = siteOf(origin, config);
  const known = await db.select().from(passkey).where(eq(passkey.user_uid, user_uid));
  if (known.length >= PASSKEYS_MAX) throw new AppError('invalid', `最多 ${PASSKEYS_MAX} 个通行密钥，请先删除不用的`);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: config.app.title,
    rpID: site.rp_id,
    userName: name,
    userID: new TextEncoder().encode(user_uid),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  await keepChallenge(db, { challenge: options.challenge, user_uid, origin: site.origin });
  return { options: { ...options } };
}

export async function addPasskey(
  db: Queryable,
  user_uid: string,
  { credential, passkey_name }: { credential: object; passkey_name: string },
): Promise<Passkey> {
  const begun = await takeChallenge(db, credential, user_uid);
  const { rp_id } = begun;
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: begun.challenge,
    expectedOrigin: begun.origin,
    expectedRPID: rp_id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified || !verified.registrationInfo) throw new AppError('invalid', '通行密钥没有添加成功，请重试');
  const { credential: made } = verified.registrationInfo;
  const [added] = await db
    .insert(passkey)
    .values({
      passkey_id: newId(),
      user_uid,
      credential_id: made.id,
      public_key: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: made.transports ?? [],
      rp_id,
      passkey_name,
    })
    .onConflictDoNothing()
    .returning(COLUMNS);
  if (!added) throw new AppError('conflict', '这个通行密钥已经添加过了');
  return added;
}

export async function removePasskey(db: Queryable, user_uid: string, passkey_id: string): Promise<void> {
  const isOwn = and(eq(passkey.passkey_id, passkey_id), eq(passkey.user_uid, user_uid));
  const [removed] = await db.delete(passkey).where(isOwn).returning(COLUMNS);
  if (!removed) throw new AppError('not_found', '通行密钥不存在或已删除');
}

/** Names no account and no key: the browser shows its owner those it has. */
export async function startAuthentication(db: Queryable, config: Config, origin: string) {
  const site = siteOf(origin, config);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID: site.rp_id, userVerification: 'preferred' });
  await keepChallenge(db, { challenge: options.challenge, user_uid: null, origin: site.origin });
  return { options: { ...options } };
}

/** Whose passkey has signed. */
export async function requireUserOfPasskey(db: Queryable, credential: { id: string }): Promise<string> {
  const begun = await takeChallenge(db, credential, null);
  const isKey = and(eq(passkey.credential_id, credential.id), eq(passkey.rp_id, begun.rp_id));
  const [known] = await db.select().from(passkey).where(isKey);
  if (!known) throw new AppError('sign_in_failed', FAILED);
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: begun.challenge,
    expectedOrigin: begun.origin,
    expectedRPID: begun.rp_id,
    requireUserVerification: false,
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
      counter: known.counter,
      transports: known.transports,
    },
  }).catch(() => null);
  if (!verified?.verified) throw new AppError('sign_in_failed', FAILED);
  await db
    .update(passkey)
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: sql`now()` })
    .where(eq(passkey.passkey_id, known.passkey_id));
  return known.user_uid;
}

async function keepChallenge(
  db: Queryable,
  begun: { challenge: string; user_uid: string | null; origin: string },
): Promise<void> {
  const now = sql`now()`;
  await db.delete(passkey_challenge).where(lt(passkey_challenge.expires_at, now));
  const expires_at = new Date(Date.now() + CHALLENGE_MS).toISOString();
  await db.insert(passkey_challenge).values({ ...begun, expires_at });
}

/** The challenge that a credential says it signs: taken out for good, and only for whom it was made. */
async function takeChallenge(db: Queryable, credential: object, user_uid: string | null) {
  const [taken] = await db
    .delete(passkey_challenge)
    .where(
      and(
        eq(passkey_challenge.challenge, challengeIn(credential)),
        user_uid === null ? isNull(passkey_challenge.user_uid) : eq(passkey_challenge.user_uid, user_uid),
        gt(passkey_challenge.expires_at, sql`now()`),
      ),
    )
    .returning();
  if (!taken) throw new AppError('sign_in_failed', '等得太久了，请重新开始');
  return { ...taken, rp_id: new URL(taken.origin).hostname };
}

function challengeIn(credential: object): string {
  try {
    const { response } = credential as { response: { clientDataJSON: string } };
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as {
      challenge: unknown;
    };
    return String(said.challenge).slice(0, 500).replaceAll('\0', '');
  } catch {
    return '';
  }
}
