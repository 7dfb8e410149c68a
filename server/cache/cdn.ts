import type { Config } from '../config/config.ts';

export type CdnConfig = Pick<Config, 'CDN_PURGE' | 'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN'>;

export type TagHeader = 'cache-tag' | 'surrogate-key';

/** A tag on every cacheable answer, so that one purge reaches all of them. */
const EVERYTHING = 'all';

export const cdnOptions = (config: Config) => ({
  cdnMaxAgeSeconds: config.CDN_MAX_AGE_SECONDS,
  tagHeader: (config.CDN_PURGE === 'cloudflare' ? 'cache-tag' : 'surrogate-key') as TagHeader,
  keepsSigned: config.CDN_SIGNED_PICTURES === 'on',
});

export const tagsFor = (header: TagHeader, tags: readonly string[]): string =>
  [...tags, EVERYTHING].join(header === 'cache-tag' ? ',' : ' ');

type Call = { method: string; path: string; headers: Record<string, string>; body?: string };

/** Every CDN accepts this many per call, and they fit into the request headers of our own caches. */
const TAGS_A_CALL = 30;
const ANSWER_MS = 10_000;

const callOf: Record<CdnConfig['CDN_PURGE'], (tags: readonly string[], token: string) => Call> = {
  // developers.cloudflare.com/api: POST /zones/{zone_id}/purge_cache
  cloudflare: (tags, token) => ({
    method: 'POST',
    path: '',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tags }),
  }),
  // www.fastly.com/documentation/reference/api/purging: POST /service/{service_id}/purge
  fastly: (tags, token) => ({
    method: 'POST',
    path: '/purge',
    headers: { 'fastly-key': token, 'surrogate-key': tags.join(' ') },
  }),
  // The vmod xkey, by the rule in server/ops/cdn/varnish.vcl.
  varnish: (tags, token) => ({
    method: 'PURGE',
    path: '',
    headers: { 'xkey-purge': tags.join(' '), 'x-purge-token': token },
  }),
};

/** Purges each cache independently and throws unless all confirm. Repeating a purge is harmless. */
export async function purgeCdn(config: CdnConfig, tags: readonly string[]): Promise<void> {
  const calls: Call[] = [];
  for (let at = 0; at < tags.length; at += TAGS_A_CALL)
    calls.push(callOf[config.CDN_PURGE](tags.slice(at, at + TAGS_A_CALL), config.CDN_PURGE_TOKEN ?? ''));
  const addresses = (config.CDN_PURGE_URL ?? '').split(',').map((address) => address.trim());
  const told = await Promise.allSettled(
    addresses.map(async (address) => {
      for (const call of calls) await send(address, call);
    }),
  );
  const failed = told.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function send(address: string, { method, path, headers, body }: Call): Promise<void> {
  const url = `${address.replace(/\/+$/, '')}${path}`;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(url, { method, headers, body: body ?? null, signal, redirect: 'error' });
  const said = (await answer.text()).slice(0, 200);
  // The token is in a header, and the error contains no headers.
  if (!answer.ok) throw new Error(`The CDN answered ${answer.status} to a purge: ${said}`);
}
