import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type SignedRequest = { method: string; url: URL; rawPath: string; headers: IncomingHttpHeaders; body: Buffer };
export type Credentials = { accessKeyId: string; secretAccessKey: string };

type Claim = { credential: string; signedHeaders: string; signature: string; date: string; payloadHash: string };

const SKEW_MS = 15 * 60_000;

/** Checks an AWS Signature Version 4, in the header or in the link. Null when it is right, else the S3 error code. */
export function checkSignature(request: SignedRequest, { accessKeyId, secretAccessKey }: Credentials): string | null {
  const query = request.url.searchParams;
  const isLink = query.has('X-Amz-Signature');
  const claim = isLink ? claimOfLink(query) : claimOfHeader(request);
  if (!claim) return 'AccessDenied';

  const [givenKey, day = '', region = '', service = '', end] = claim.credential.split('/');
  if (givenKey !== accessKeyId) return 'InvalidAccessKeyId';
  if (end !== 'aws4_request' || service !== 's3') return 'AuthorizationHeaderMalformed';

  const signedAt = Date.parse(claim.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (isLink) {
    const seconds = Number(query.get('X-Amz-Expires'));
    if (!(seconds > 0 && seconds <= 604_800)) return 'AuthorizationQueryParametersError';
    if (!(Date.now() < signedAt + seconds * 1000)) return 'AccessDenied';
  } else if (!(Math.abs(Date.now() - signedAt) < SKEW_MS)) {
    return 'RequestTimeTooSkewed';
  }

  const { payloadHash } = claim;
  if (payloadHash.startsWith('STREAMING-')) return 'NotImplemented';
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== sha256(request.body)) return 'XAmzContentSHA256Mismatch';

  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', claim.date, scope, sha256(canonicalRequest(request, claim))].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const expected = hmac(key, text);
  const given = Buffer.from(claim.signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected) ? null : 'SignatureDoesNotMatch';
}

function claimOfLink(query: URLSearchParams): Claim {
  const read = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  return {
    credential: read('Credential'),
    signedHeaders: read('SignedHeaders'),
    signature: read('Signature'),
    date: read('Date'),
    payloadHash: 'UNSIGNED-PAYLOAD',
  };
}

function claimOfHeader({ headers }: SignedRequest): Claim | null {
  const match = /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=([0-9a-f]+)$/.exec(
    headers.authorization ?? '',
  );
  if (!match) return null;
  const [, credential = '', signedHeaders = '', signature = ''] = match;
  const date = String(headers['x-amz-date']);
  return { credential, signedHeaders, signature, date, payloadHash: String(headers['x-amz-content-sha256']) };
}

function canonicalRequest(
  { method, url, rawPath, headers }: SignedRequest,
  { signedHeaders, payloadHash }: Claim,
): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`);
  return [method, rawPath, query, lines.join(''), signedHeaders, payloadHash].join('\n');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
