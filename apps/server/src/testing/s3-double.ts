import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Credentials, checkSignature } from './sigv4.ts';

/** A small S3 on loopback that believes no signature it has not computed itself. Path style, everything in memory. */
export type S3Double = {
  endpoint: string;
  bucket: string;
  credentials: Credentials;
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  /** `PUT /bucket/key`, in the order they came. */
  requests: string[];
  faults: Faults;
  close(): Promise<void>;
};

type Upload = { key: string; initiated: Date; parts: Map<number, Buffer> };
type StoredObject = { body: Buffer; etag: string; modified: Date };

type Faults = {
  /** So many of the next requests are answered 503 SlowDown. */
  slowDowns: number;
  /** So many of the next contents are cut off half-way, and the connection with them. */
  cuts: number;
  delayMs: number;
  /** The most keys in one page of a list. */
  pageSize: number;
};

type Exchange = { method: string; key: string; query: URLSearchParams; body: Buffer; response: ServerResponse };

const STATUS: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  NoSuchUpload: 404,
  InvalidRange: 416,
  InvalidPart: 400,
  EntityTooSmall: 400,
  SlowDown: 503,
  NotImplemented: 501,
  XAmzContentSHA256Mismatch: 400,
};
const PART_MIN = 5 * 1024 ** 2;

export async function startS3Double(bucket = 'mixreel-test'): Promise<S3Double> {
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret/+of=the test' };
  const objects: S3Double['objects'] = new Map();
  const uploads: S3Double['uploads'] = new Map();
  const requests: string[] = [];
  const faults: Faults = { slowDowns: 0, cuts: 0, delayMs: 0, pageSize: 1000 };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method = '', url: target = '', headers } = request;
    const url = new URL(target, endpoint);
    const rawPath = target.split('?')[0] ?? '';
    requests.push(`${method} ${target}`);
    if (faults.delayMs > 0) await delay(faults.delayMs);
    if (faults.slowDowns > 0) {
      faults.slowDowns -= 1;
      return fail(response, 'SlowDown');
    }
    const refusal = checkSignature({ method, url, rawPath, headers, body }, credentials);
    if (refusal) return fail(response, refusal);
    // As older stores do with what they have never heard of.
    const isNew = Object.keys(headers).some((name) => /^x-amz-(sdk-)?checksum-/.test(name));
    if (isNew) return fail(response, 'NotImplemented');

    const [, name, ...rest] = decodeURIComponent(rawPath).split('/');
    if (name !== bucket) return fail(response, 'NoSuchBucket');
    const exchange = { method, key: rest.join('/'), query: url.searchParams, body, response };
    if (exchange.key === '') return list(exchange);
    if (url.searchParams.has('uploadId') || url.searchParams.has('uploads')) return multipart(exchange);
    return single(exchange, headers.range);
  }

  function single({ method, key, query, body, response }: Exchange, range: string | undefined): void {
    if (method === 'PUT') {
      const etag = `"${md5(body)}"`;
      objects.set(key, { body, etag, modified: new Date() });
      response.writeHead(200, { etag }).end();
      return;
    }
    if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    const found = objects.get(key);
    if (!found) return fail(response, 'NoSuchKey', method === 'HEAD');

    const [start, end] = boundsOf(range, found.body.length);
    if (range && start > end) return fail(response, 'InvalidRange', method === 'HEAD');
    const part = found.body.subarray(start, end + 1);
    response.writeHead(range ? 206 : 200, {
      etag: found.etag,
      'last-modified': found.modified.toUTCString(),
      'content-length': part.length,
      'content-type': query.get('response-content-type') ?? 'application/octet-stream',
      ...(query.has('response-content-disposition') && {
        'content-disposition': query.get('response-content-disposition') ?? '',
      }),
      ...(range && { 'content-range': `bytes ${start}-${end}/${found.body.length}` }),
    });
    if (method === 'HEAD') {
      response.end();
    } else if (faults.cuts > 0) {
      faults.cuts -= 1;
      response.write(part.subarray(0, part.length / 2), () => response.destroy());
    } else {
      response.end(part);
    }
  }

  function multipart({ method, key, query, body, response }: Exchange): void {
    const uploadId = query.get('uploadId') ?? '';
    if (query.has('uploads')) {
      const id = `upload-${requests.length}`;
      uploads.set(id, { key, initiated: new Date(), parts: new Map() });
      return send(
        response,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const { parts } = uploads.get(uploadId) ?? {};
    if (!parts) return fail(response, 'NoSuchUpload');
    if (method === 'DELETE') {
      uploads.delete(uploadId);
      response.writeHead(204).end();
    } else if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      response.writeHead(200, { etag: `"${md5(body)}"` }).end();
    } else {
      complete({ key, response }, uploadId, parts, body.toString());
    }
  }

  function complete(
    { key, response }: Pick<Exchange, 'key' | 'response'>,
    id: string,
    parts: Map<number, Buffer>,
    xml: string,
  ) {
    const wanted = [...xml.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      body: parts.get(Number(/<PartNumber>(\d+)</.exec(part)?.[1])),
      etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }));
    const bodies = wanted.flatMap(({ body, etag }) => (body && etag === `"${md5(body)}"` ? [body] : []));
    if (wanted.length === 0 || bodies.length !== wanted.length) return fail(response, 'InvalidPart');
    if (bodies.slice(0, -1).some(({ length }) => length < PART_MIN)) return fail(response, 'EntityTooSmall');
    const body = Buffer.concat(bodies);
    const etag = `"${md5(body)}-${bodies.length}"`;
    objects.set(key, { body, etag, modified: new Date() });
    uploads.delete(id);
    send(response, `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
  }

  function list({ method, query, response }: Exchange): void {
    if (method === 'GET' && query.has('uploads')) {
      const entries = [...uploads].map(([id, { key, initiated }]) => {
        const time = `<Initiated>${initiated.toISOString()}</Initiated>`;
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId>${time}</Upload>`;
      });
      return send(response, `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`);
    }
    if (method !== 'GET' || query.get('list-type') !== '2') return fail(response, 'NotImplemented');
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()]
      .filter((key) => key > after && key.startsWith(query.get('prefix') ?? ''))
      .toSorted();
    const page = keys.slice(0, Math.min(faults.pageSize, Number(query.get('max-keys') ?? 1000)));
    const entries = page.map((key) => {
      const { body, etag, modified } = objects.get(key)!;
      const time = `<LastModified>${modified.toISOString()}</LastModified>`;
      return `<Contents><Key>${key}</Key>${time}<ETag>${etag}</ETag><Size>${body.length}</Size></Contents>`;
    });
    const next = page.length < keys.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const isCut = `<IsTruncated>${next !== ''}</IsTruncated>`;
    send(response, `<ListBucketResult><Name>${bucket}</Name>${isCut}${next}${entries.join('')}</ListBucketResult>`);
  }

  return {
    endpoint,
    bucket,
    credentials,
    objects,
    uploads,
    requests,
    faults,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function boundsOf(range: string | undefined, bytes: number): [number, number] {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '') return [Math.max(0, bytes - Number(last)), bytes - 1];
  return [Number(first ?? 0), Math.min(Number(last || Infinity), bytes - 1)];
}

function fail(response: ServerResponse, code: string, isHead = false): void {
  const xml = `<Error><Code>${code}</Code><Message>${code} from the double</Message><RequestId>1</RequestId></Error>`;
  send(response, isHead ? '' : xml, STATUS[code] ?? 403);
}

function send(response: ServerResponse, xml: string, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(xml && `<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

function md5(body: Buffer): string {
  return createHash('md5').update(body).digest('hex');
}
