/** Presigned URLs: one short-lived operation on the bucket (AWS Signature Version 4 in the query). */
import { createHash, createHmac } from 'node:crypto';

export type SigningKey = { accessKeyId: string; secretAccessKey: string; region: string };

export type Presigned = {
  method: 'GET' | 'PUT' | 'DELETE';
  url: URL;
  /** The user of the URL must send exactly these headers. */
  headers?: Readonly<Record<string, string>>;
  now: Date;
  expiresSeconds: number;
};

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The signature needs parameters and headers sorted by name. */
export function presign({ method, url, headers = {}, now, expiresSeconds }: Presigned, key: SigningKey): URL {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${moment.slice(0, 8)}/${key.region}/s3/aws4_request`;
  const signed = new Map([['host', url.host]]);
  for (const [name, value] of Object.entries(headers)) signed.set(name.toLowerCase(), value.trim());
  const names = [...signed.keys()].sort();
  const query = new Map(url.searchParams);
  query.set('X-Amz-Algorithm', ALGORITHM);
  query.set('X-Amz-Credential', `${key.accessKeyId}/${scope}`);
  query.set('X-Amz-Date', moment);
  query.set('X-Amz-Expires', String(expiresSeconds));
  query.set('X-Amz-SignedHeaders', names.join(';'));
  const search = [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    search,
    ...names.map((name) => `${name}:${signed.get(name)}`),
    '',
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const toSign = [ALGORITHM, moment, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const signature = signingKey(key, scope).update(toSign).digest('hex');
  return new URL(`${url.origin}${url.pathname}?${search}&X-Amz-Signature=${signature}`);
}

function signingKey({ secretAccessKey }: SigningKey, scope: string) {
  let key: Buffer | string = `AWS4${secretAccessKey}`;
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  return createHmac('sha256', key);
}

/** RFC 3986: `encodeURIComponent` leaves five more characters unescaped. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
