import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSigned, type S3Credentials } from './s3-signature.ts';

// An S3 service, as far as this product uses one. Signature V4 is checked, objects and multipart uploads are in memory.
// Listings are paged, errors are S3's XML.

export type { S3Credentials };

type Kept = { body: Buffer; contentType: string; modifiedAt: Date };
type Upload = { key: string; contentType: string; parts: Map<number, Buffer> };

/** XML documents last sent for the bucket. */
export type BucketRules = { cors: string | null; lifecycle: string | null };

type Bucket = {
  objects: Map<string, Kept>;
  uploads: Map<string, Upload>;
  listPageSize: { value: number };
  rules: BucketRules;
};

export async function startS3(options: { bucket: string; port?: number } & S3Credentials) {
  const bucket: Bucket = {
    objects: new Map(),
    uploads: new Map(),
    listPageSize: { value: 1000 },
    rules: { cors: null, lifecycle: null },
  };
  const seen = { largestBodyBytes: 0, requests: 0, direct: 0 };
  const faults: { status: number; times: number } = { status: 503, times: 0 };
  const line: { is: 'whole' | 'silent' | 'cut' | 'stuck' } = { is: 'whole' };

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
    // Sends nothing until the connection ends.
    if (line.is === 'silent') return;
    if (line.is === 'cut' || line.is === 'stuck') halveAnswer(response, line.is);
    if (faults.times > 0) {
      faults.times -= 1;
      return fail(response, faults.status, 'SlowDown', 'Please reduce your request rate.');
    }
    if (allowOrigin(bucket, request, response)) return response.writeHead(200).end();
    if (!isSigned(request, options)) return fail(response, 403, 'SignatureDoesNotMatch', 'Signature differs');
    const url = new URL(request.url ?? '/', 'http://s3.invalid');
    if (url.searchParams.has('X-Amz-Signature') && request.method === 'PUT') seen.direct += 1;
    const [, name, ...rest] = url.pathname.split('/');
    if (name !== options.bucket) return fail(response, 404, 'NoSuchBucket', 'No such bucket');
    const key = decodeURIComponent(rest.join('/'));
    const query = url.searchParams;
    if (!key && (query.has('cors') || query.has('lifecycle')))
      return rule(bucket, request, response, query.has('cors') ? 'cors' : 'lifecycle', body);
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
    /** `silent`: no request is answered. `cut`: responses with a body break off midway. `stuck`: they stall midway. */
    line,
    failNext(times: number, status = 503) {
      Object.assign(faults, { times, status });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends half of the body. Then the connection ends or stalls. */
function halveAnswer(response: ServerResponse, how: 'cut' | 'stuck'): void {
  const end = response.end.bind(response);
  response.end = ((body?: unknown) => {
    if (!(body instanceof Uint8Array) || body.length < 2) return end(body);
    response.write(body.subarray(0, body.length >> 1), () => how === 'cut' && response.destroy());
    return response;
  }) as typeof response.end;
}

/** True for a preflight request. */
function allowOrigin({ rules }: Bucket, request: IncomingMessage, response: ServerResponse): boolean {
  const { origin = '' } = request.headers;
  if (origin !== '' && rules.cors?.includes(`<AllowedOrigin>${origin}</AllowedOrigin>`)) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-methods', 'PUT');
    response.setHeader('access-control-allow-headers', 'content-type');
  }
  return request.method === 'OPTIONS';
}

function rule(
  { rules }: Bucket,
  request: IncomingMessage,
  response: ServerResponse,
  name: keyof BucketRules,
  body: Buffer,
) {
  if (request.method === 'PUT') {
    if (request.headers['content-md5'] !== createHash('md5').update(body).digest('base64'))
      return fail(response, 400, 'InvalidDigest', 'The Content-MD5 is missing or wrong');
    rules[name] = body.toString();
    return response.writeHead(200).end();
  }
  const told = rules[name];
  if (told === null) return fail(response, 404, `No such ${name} configuration`, 'There is none');
  return xml(response, 200, told);
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
