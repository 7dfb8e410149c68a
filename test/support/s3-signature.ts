/** Recomputes AWS Signature Version 4 from a request: in its header, or in the query of a presigned URL. */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type S3Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

const IN_HEADER = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/;

export function isSigned(request: IncomingMessage, credentials: S3Credentials, now = new Date()): boolean {
  const { searchParams } = new URL(request.url ?? '/', 'http://s3.invalid');
  if (searchParams.has('X-Amz-Signature')) return isPresigned(request, searchParams, credentials, now);
  const given = IN_HEADER.exec(request.headers.authorization ?? '');
  if (!given) return false;
  const [, credential = '', names = '', signature = ''] = given;
  const payload = String(request.headers['x-amz-content-sha256']);
  const moment = String(request.headers['x-amz-date']);
  return signature === sign(request, { credential, names, payload, moment }, credentials);
}

function isPresigned(
  request: IncomingMessage,
  query: URLSearchParams,
  credentials: S3Credentials,
  now: Date,
): boolean {
  const of = (name: string): string => query.get(`X-Amz-${name}`) ?? '';
  const moment = of('Date');
  const begunAt = Date.parse(moment.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  const ageMs = now.getTime() - begunAt;
  // Up to a minute early is accepted as clock skew.
  if (!(ageMs > -60_000 && ageMs < Number(of('Expires')) * 1000)) return false;
  const given = {
    credential: of('Credential'),
    names: of('SignedHeaders'),
    payload: 'UNSIGNED-PAYLOAD',
    moment,
  };
  return of('Signature') === sign(request, given, credentials);
}

type Given = { credential: string; names: string; payload: string; moment: string };

function sign(
  request: IncomingMessage,
  { credential, names, payload, moment }: Given,
  { accessKeyId, secretAccessKey, region }: S3Credentials,
): string | null {
  const [keyId, day = '', givenRegion] = credential.split('/');
  if (keyId !== accessKeyId || givenRegion !== region || !names.split(';').includes('host')) return null;
  const [path = '', search = ''] = (request.url ?? '').split('?');
  const query = search
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, path, query, headers.join(''), names, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, digest].join('\n');
  let signing: Buffer | string = `AWS4${secretAccessKey}`;
  for (const step of [day, region, 's3', 'aws4_request', toSign]) {
    signing = createHmac('sha256', signing).update(step).digest();
  }
  return Buffer.from(signing).toString('hex');
}
