import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { pauseAfter } from '../lib/retry.ts';
import { owned, type Source } from '../lib/streams.ts';
import { presign, type SigningKey } from './presign.ts';
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  checkRange,
  type DirectPut,
  objectMissing,
  type Storage,
  type StorageConfig,
  storageAway,
} from './storage.ts';
import { fetchWithTimeout, STORAGE_TIMEOUTS } from './timeouts.ts';

// Stores objects in an S3-compatible bucket, with path-style addresses. Uploads go in parts, so memory holds only one
// part at a time. A broken upload is aborted and never becomes an object.

/** S3 refuses parts under 5 MiB, except the last. 8 MiB in 10,000 parts allow 78 GiB. */
const partBytes = 8 * 1024 * 1024;
const attempts = 4;
/** Limits only the start of an upload. A running upload may take longer. */
const DIRECT_PUT_SECONDS = 900;
const pauses = { firstMs: 300, maxMs: 1200 };

type S3Config = Omit<Extract<StorageConfig, { kind: 's3' }>, 'kind'>;

export function createS3Storage(config: S3Config): Storage {
  const addressOf = (endpoint: string): string => `${endpoint.replace(/\/+$/, '')}/${config.bucket}`;
  const client = new S3mini({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    endpoint: addressOf(config.endpoint),
    fetch: fetchWithTimeout(config.patience ?? STORAGE_TIMEOUTS),
  });

  const fetchOnce = (key: string, { start, end }: Partial<ByteRange> = {}): Promise<Response> =>
    start === undefined
      ? client.getObjectRaw(key)
      : client.getObjectRaw(key, false, start, end === undefined ? undefined : end + 1);

  const { publicEndpoint } = config;

  return {
    async put(key, body, { contentType }) {
      checkKey(key);
      if (body instanceof Uint8Array && body.byteLength <= partBytes) {
        await retrying(() => client.putObject(key, body, contentType));
        return { bytes: body.byteLength };
      }
      return putInParts(client, key, body, contentType);
    },

    async get(key, range) {
      checkKey(key);
      if (range) checkRange(range);
      const response = await retrying(() => fetchOnce(key, range)).catch((error) => {
        throw missingOr(key, error);
      });
      return owned(response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([]));
    },

    async read(key) {
      checkKey(key);
      // Small enough to read again from the start after a break.
      return retrying(async () => Buffer.from(await (await fetchOnce(key)).arrayBuffer())).catch((error) => {
        throw missingOr(key, error);
      });
    },

    async stat(key) {
      checkKey(key);
      try {
        return { bytes: await retrying(() => client.getContentLength(key)) };
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },

    async delete(key) {
      checkKey(key);
      try {
        await retrying(() => client.deleteObject(key));
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
      }
    },

    ...(publicEndpoint !== undefined && {
      directPut: (key, put) => directPut(addressOf(publicEndpoint), config, key, put),
    }),

    async *list(prefix) {
      checkPrefix(prefix);
      let token: string | undefined;
      do {
        const page = await retrying(() => client.listObjectsPaged('/', prefix, 1000, token));
        if (!page) throw new Error(`The bucket ${config.bucket} does not exist`);
        for (const found of page.objects ?? []) {
          yield { key: found.Key, bytes: Number(found.Size), modifiedAt: new Date(found.LastModified) };
        }
        token = page.nextContinuationToken;
      } while (token);
    },

    // Failed uploads are aborted at once. The bucket's lifecycle rule "abort incomplete multipart uploads" removes
    // those of killed processes.
    async sweepTemporary() {
      return { removed: 0 };
    },
  };
}

function directPut(
  bucketAddress: string,
  signer: SigningKey,
  key: string,
  { bytes, contentType, now }: Parameters<NonNullable<Storage['directPut']>>[1],
): DirectPut {
  const headers = { 'content-type': contentType };
  const url = presign(
    {
      method: 'PUT',
      url: new URL(`${bucketAddress}/${checkKey(key)}`),
      // The browser sets the length itself and refuses it as a header.
      headers: { ...headers, 'content-length': String(bytes) },
      now,
      expiresSeconds: DIRECT_PUT_SECONDS,
    },
    signer,
  );
  return { url: url.href, headers, expiresAt: new Date(now.getTime() + DIRECT_PUT_SECONDS * 1000) };
}

async function putInParts(
  client: S3mini,
  key: string,
  body: Source | Uint8Array,
  contentType: string,
): Promise<{ bytes: number }> {
  const parts = inParts(body);
  try {
    const first = await parts.next();
    const second = await parts.next();
    if (second.done) {
      const only = first.done ? Buffer.alloc(0) : first.value;
      await retrying(() => client.putObject(key, only, contentType));
      return { bytes: only.byteLength };
    }
    return await sendParts(client, key, contentType, [first.value as Buffer, second.value], parts);
  } finally {
    // After an error, reading stops.
    await parts.return(undefined);
  }
}

async function sendParts(
  client: S3mini,
  key: string,
  contentType: string,
  begun: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): Promise<{ bytes: number }> {
  const uploadId = await retrying(() => client.getMultipartUploadId(key, contentType));
  try {
    const sent: { partNumber: number; etag: string }[] = [];
    let bytes = 0;
    const send = async (part: Buffer) => {
      sent.push(await retrying(() => client.uploadPart(key, uploadId, part, sent.length + 1)));
      bytes += part.byteLength;
    };
    for (const part of begun) await send(part);
    for await (const part of rest) await send(part);
    const completed = await client.completeMultipartUpload(key, uploadId, sent).catch((error) => {
      throw isAway(error) ? storageAway(error) : error;
    });
    // The service may answer 200 and report the failure only in the body.
    if (!completed.etag) throw new Error(`The upload of ${key} could not be completed`);
    return { bytes };
  } catch (error) {
    // Report the first error. A failed abort only takes up space until the lifecycle rule removes the parts.
    await client.abortMultipartUpload(key, uploadId).catch(() => undefined);
    throw error;
  }
}

async function* inParts(body: Source | Uint8Array): AsyncGenerator<Buffer, undefined> {
  if (body instanceof Uint8Array) {
    for (let offset = 0; offset < body.byteLength; offset += partBytes) {
      yield Buffer.from(body.buffer, body.byteOffset + offset, Math.min(partBytes, body.byteLength - offset));
    }
    return;
  }
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of await body()) {
    held.push(chunk);
    heldBytes += chunk.byteLength;
    if (heldBytes >= partBytes) {
      yield Buffer.concat(held);
      held = [];
      heldBytes = 0;
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}

/** Retries 500, 503 and broken connections, but not silence: the caller has waited long enough. */
async function retrying<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isAway(error)) throw error;
      if (attempt === attempts || isSilence(error)) throw storageAway(error);
      await wait(pauseAfter(attempt, pauses));
    }
  }
}

/** No status means a network error. */
function isAway(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 429;
}

const missingOr = (key: string, error: unknown): unknown =>
  statusOf(error) === 404 ? objectMissing(key, error) : error;

const isSilence = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === 'ETIMEDOUT') || isSilence(error.cause));

/** The client sometimes wraps the service's error. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('status' in error && typeof error.status === 'number') return error.status;
  return statusOf(error.cause);
}
