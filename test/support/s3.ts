import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// An S3 service as far as this product speaks to one: signature V4 is checked, objects and open multipart uploads
// are kept in memory, listings are paged, errors are S3's XML.

export type S3Credentials = { accessKeyId: string; secretAccessKey: string; region: string };
type Kept = { body: Buffer; contentType: string; modifiedAt: Date };
type Upload = { key: string; contentType: string; parts: Map<number, Buffer> };

type Bucket = {
  objects: Map<string, Kept>;
  uploads: Map<string, Upload>;
  listPageSize: { value: number };
};

export async function startS3(options: { bucket: string; port?: number } & S3Credentials) {
  const bucket: Bucket = { objects: new Map(), uploads: new Map(), listPageSize: { value: 1000 } };
  const seen = { largestBodyBytes: 0, requests: 0 };
  const faults: { status: number; times: number } = { status: 503, times: 0 };

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      fail(response, 500, 'InternalError', String(error));
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse) {
    seen.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    seen.largestBodyBytes = Math.max(seen.largestBodyBytes, body.length);
    if (faults.times > 0) {
      faults.times -= 1;
      return fail(response, faults.status, 'SlowDown', 'Please reduce your request rate.');
    }
    if (!isSigned(request, options)) return fail(response, 403, 'SignatureDoesNotMatch', 'Signature differs');
    const url = new URL(request.url ?? '/', 'http://s3.invalid');
    const [, name, ...rest] = url.pathname.split('/');
    if (name !== options.bucket) return fail(response, 404, 'NoSuchBucket', 'No such bucket');
    const key = decodeURIComponent(rest.join('/'));
    const query = url.searchParams;
    if (!key) return list(bucket, response, query);
    if (query.has('uploads') && request.method === 'POST') return begin(bucket, request, response, key);
    if (query.has('uploadId')) return continueUpload(bucket, request, response, key, query, body);
    return object(bucket, request, response, key, body);
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    ...bucket,
    seen,
    /** The next requests are answered with this status instead of being served. */
    failNext(times: number, status = 503) {
      Object.assign(faults, { times, status });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function begin({ uploads }: Bucket, request: IncomingMessage, response: ServerResponse, key: string) {
  const id = randomUUID();
  uploads.set(id, { key, contentType: request.headers['content-type'] ?? '', parts: new Map() });
  xml(
    response,
    200,
    `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  );
}

function continueUpload(
  { objects, uploads }: Bucket,
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  query: URLSearchParams,
  body: Buffer,
) {
  const id = query.get('uploadId') ?? '';
  const upload = uploads.get(id);
  if (upload?.key !== key) return fail(response, 404, 'NoSuchUpload', 'No such upload');
  if (request.method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body);
    response.writeHead(200, { etag: etagOf(body) }).end();
  } else if (request.method === 'DELETE') {
    uploads.delete(id);
    response.writeHead(204).end();
  } else {
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((m) =>
      Number(m[1]),
    );
    const parts = numbers.map((number) => upload.parts.get(number));
    if (parts.some((part, index) => !part || (index < parts.length - 1 && part.length < 5 * 1024 * 1024))) {
      return fail(response, 400, 'EntityTooSmall', 'A part is missing or too small');
    }
    const whole = Buffer.concat(parts.filter((part) => part !== undefined));
    objects.set(key, { body: whole, contentType: upload.contentType, modifiedAt: new Date() });
    uploads.delete(id);
    xml(
      response,
      200,
      `<CompleteMultipartUploadResult><ETag>${etagOf(whole)}</ETag></CompleteMultipartUploadResult>`,
    );
  }
}

function object(
  { objects }: Bucket,
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
  body: Buffer,
) {
  if (request.method === 'PUT') {
    objects.set(key, { body, contentType: request.headers['content-type'] ?? '', modifiedAt: new Date() });
    return response.writeHead(200, { etag: etagOf(body) }).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return response.writeHead(204).end();
  }
  const kept = objects.get(key);
  if (!kept) return fail(response, 404, 'NoSuchKey', 'The specified key does not exist.');
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = range ? Number(range[1]) : 0;
  const end = range?.[2] ? Math.min(Number(range[2]), kept.body.length - 1) : kept.body.length - 1;
  if (range && start >= kept.body.length) return fail(response, 416, 'InvalidRange', 'Not satisfiable');
  const part = kept.body.subarray(start, end + 1);
  response.writeHead(range ? 206 : 200, {
    'content-length': part.length,
    'content-type': kept.contentType,
    etag: etagOf(kept.body),
    ...(range ? { 'content-range': `bytes ${start}-${end}/${kept.body.length}` } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

function list({ objects, listPageSize }: Bucket, response: ServerResponse, query: URLSearchParams) {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const size = Math.min(Number(query.get('max-keys') ?? 1000), listPageSize.value);
  const keys = [...objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > after);
  const page = keys.slice(0, size);
  const truncated = keys.length > page.length;
  const contents = page.map((key) => {
    const kept = objects.get(key);
    const modified = kept?.modifiedAt.toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>${kept?.body.length}</Size></Contents>`;
  });
  const next = truncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  xml(
    response,
    200,
    `<ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${truncated}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
  );
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

function xml(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`);
}

function fail(response: ServerResponse, status: number, code: string, message: string) {
  xml(response, status, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

/** AWS Signature Version 4, recomputed from what arrived. */
function isSigned(
  request: IncomingMessage,
  { accessKeyId, secretAccessKey, region }: S3Credentials,
): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    );
  if (!given) return false;
  const [, keyId, day = '', givenRegion, signedHeaders = '', signature] = given;
  if (keyId !== accessKeyId || givenRegion !== region || !signedHeaders.includes('host')) return false;
  const [path = '', search = ''] = (request.url ?? '').split('?');
  const query = search
    ? search
        .split('&')
        .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
        .sort()
        .join('&')
    : '';
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const payload = String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, path, query, headers.join(''), signedHeaders, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, digest].join('\n');
  let signing: Buffer | string = `AWS4${secretAccessKey}`;
  for (const step of [day, region, 's3', 'aws4_request', toSign]) {
    signing = createHmac('sha256', signing).update(step).digest();
  }
  return Buffer.from(signing).toString('hex') === signature;
}
