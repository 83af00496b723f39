import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Asked = { challenge: string; origin: string; counter?: number };

const PRESENT_AND_VERIFIED = 0x05;
const HAS_KEY = 0x40;

/** A device with one passkey, as far as a server sees it: it signs whatever it is asked to, with the counter it is told. */
export function openAuthenticator(rp_id: string, id = randomBytes(16).toString('base64url')) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = Buffer.from(id, 'base64url');

  return {
    id,
    /** What a browser answers to the options of a registration. */
    register(asked: Asked) {
      const key = cborMap(5, [0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, ...bytes(x), 0x22, ...bytes(y)]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const data = dataOf(PRESENT_AND_VERIFIED | HAS_KEY, asked.counter ?? 0, rp_id);
      const authData = Buffer.concat([data, Buffer.alloc(16), length, rawId, key]);
      const attestation = cborMap(3, [
        ...words('fmt'),
        ...words('none'),
        ...words('attStmt'),
        0xa0,
        ...words('authData'),
        0x58,
        authData.length,
        ...authData,
      ]);
      return credentialOf(id, {
        clientDataJSON: clientData('webauthn.create', asked),
        attestationObject: attestation,
      });
    },
    /** What a browser answers to the options of a sign-in. */
    answer(asked: Asked) {
      const clientDataJSON = clientData('webauthn.get', asked);
      const authenticatorData = dataOf(PRESENT_AND_VERIFIED, asked.counter ?? 0, rp_id);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()]);
      return credentialOf(id, { clientDataJSON, authenticatorData, signature: sign('sha256', signed, privateKey) });
    },
  };
}

function credentialOf(id: string, response: Record<string, Buffer>) {
  const written = Object.entries(response).map(([name, value]) => [name, value.toString('base64url')]);
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: Object.fromEntries(written) };
}

function cborMap(entries: number, contents: number[]): Buffer {
  return Buffer.from([0xa0 + entries, ...contents]);
}

function words(text: string): number[] {
  return [0x60 + text.length, ...Buffer.from(text)];
}

/** Thirty-two bytes, as coordinates are. */
function bytes(base64url: string): number[] {
  return [0x58, 32, ...Buffer.from(base64url, 'base64url')];
}

function dataOf(flags: number, counter: number, host: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(host).digest(), head]);
}

function clientData(type: string, { challenge, origin }: Asked): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
