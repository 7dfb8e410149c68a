/** Rules of the bucket: expiry of abandoned uploads, and the origin from which browsers may upload. */
import { createHash } from 'node:crypto';
import { presign } from './presign.ts';
import { INCOMING, type StorageConfig } from './storage.ts';

type S3Config = Extract<StorageConfig, { kind: 's3' }>;

export type BucketRule = 'lifecycle' | 'cors';

const OWN = /^tsuzuki-/;
const LIVES_SECONDS = 60;
const ANSWER_MS = 15_000;
const XMLNS = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/** Abandoned uploads expire after two days. Our sweep deletes them sooner. */
export const lifecycleRules = (): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<LifecycleConfiguration ${XMLNS}>
  <Rule>
    <ID>tsuzuki-incoming</ID>
    <Filter><Prefix>${INCOMING}</Prefix></Filter>
    <Status>Enabled</Status>
    <Expiration><Days>2</Days></Expiration>
  </Rule>
  <Rule>
    <ID>tsuzuki-incomplete</ID>
    <Filter><Prefix></Prefix></Filter>
    <Status>Enabled</Status>
    <AbortIncompleteMultipartUpload><DaysAfterInitiation>2</DaysAfterInitiation></AbortIncompleteMultipartUpload>
  </Rule>
</LifecycleConfiguration>
`;

/** Allows only PUT from our own origin. */
export const corsRules = (origin: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<CORSConfiguration ${XMLNS}>
  <CORSRule>
    <ID>tsuzuki-uploads</ID>
    <AllowedOrigin>${origin}</AllowedOrigin>
    <AllowedMethod>PUT</AllowedMethod>
    <AllowedHeader>content-type</AllowedHeader>
    <MaxAgeSeconds>3600</MaxAgeSeconds>
  </CORSRule>
</CORSConfiguration>
`;

async function ask(
  config: S3Config,
  rule: BucketRule,
  body?: string,
): Promise<{ status: number; text: string }> {
  const url = new URL(`${config.endpoint.replace(/\/+$/, '')}/${config.bucket}`);
  url.searchParams.set(rule, '');
  // S3 requires a checksum here.
  const md5 = body === undefined ? null : createHash('md5').update(body).digest('base64');
  const headers: Record<string, string> =
    md5 === null ? {} : { 'content-md5': md5, 'content-type': 'application/xml' };
  const method = body === undefined ? 'GET' : 'PUT';
  const signed = presign({ method, url, headers, now: new Date(), expiresSeconds: LIVES_SECONDS }, config);
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(signed, { method, headers, body: body ?? null, signal }).catch((error) => {
    throw new Error(
      `${url.origin} does not answer: ${error.cause?.message || error.cause?.code || error.message}`,
    );
  });
  return { status: answer.status, text: await answer.text() };
}

export async function readRules(config: S3Config, rule: BucketRule): Promise<string | null> {
  const { status, text } = await ask(config, rule);
  if (status === 404) return null;
  if (status !== 200)
    throw new Error(`The bucket does not tell its ${rule} rules (${status}): ${codeIn(text)}`);
  return text;
}

/** Names of foreign rules. Writing replaces all rules, so their owner has to consent. */
export const foreignRules = (told: string): string[] => {
  const ids = [...told.matchAll(/<ID>([^<]*)<\/ID>/g)].map(([, id = '']) => id);
  const rules = told.match(/<(?:CORS)?Rule>/g)?.length ?? 0;
  const unnamed = Array.from({ length: Math.max(0, rules - ids.length) }, () => 'one without a name');
  return [...ids.filter((id) => !OWN.test(id)), ...unnamed];
};

export async function writeRules(config: S3Config, rule: BucketRule, rules: string): Promise<void> {
  const { status, text } = await ask(config, rule, rules);
  if (status < 200 || status >= 300)
    throw new Error(`The bucket does not take ${rule} rules (${status}): ${codeIn(text)}`);
}

const codeIn = (text: string): string => /<Code>([^<]+)<\/Code>/.exec(text)?.[1] ?? text.slice(0, 200);
