/** Asks the authorities of a verified chain whether its certificates were revoked. Answers are kept for hours. */
import type { X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Deps } from '#server/deps.ts';
import { HOUR_MS, SECOND_MS } from '#server/lib/durations.ts';
import type { Chain } from './certificates.ts';
import type { Issued, Status } from './ocsp.ts';
import { away } from './store.ts';

const TIMEOUT_MS = 8 * SECOND_MS;
/** Answers have two to four KB, with the certificate of who signed them. */
const ANSWER_MAX_BYTES = 32 * 1024;
const KEPT_MAX_COUNT = 100;
const KEPT_MAX_MS = 4 * HOUR_MS;

const known = new LRUCache<string, Status>({ max: KEPT_MAX_COUNT });
const asking = new Map<string, Promise<Status>>();

/**
 * Throws for a revoked certificate, and 503 while a status is unavailable. Only for chains that lead to a configured
 * root, because their certificates name the addresses that we ask.
 */
export async function refuseRevoked(
  deps: Deps,
  { leaf, issuer, root }: Chain,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  const pairs: Issued[] = [
    { certificate: leaf, issuer },
    { certificate: issuer, issuer: root },
  ];
  const statuses = await Promise.all(pairs.map((issued) => statusOf(deps, issued, timeoutMs)));
  if (statuses.some(({ isRevoked }) => isRevoked)) throw new Error('a revoked certificate');
}

/** One request at a time per certificate. */
async function statusOf(deps: Deps, issued: Issued, timeoutMs: number): Promise<Status> {
  const key = issued.certificate.fingerprint256;
  const status = known.get(key);
  if (status !== undefined && status.until > deps.clock.now().getTime()) return status;
  let asked = asking.get(key);
  if (asked === undefined) {
    asked = ask(deps, issued, timeoutMs).finally(() => asking.delete(key));
    asking.set(key, asked);
  }
  return asked;
}

async function ask(deps: Deps, issued: Issued, timeoutMs: number): Promise<Status> {
  const { readStatus, requestFor, responderOf } = await import('./ocsp.ts');
  const address = responderOf(issued.certificate);
  try {
    const answer = await post(address, requestFor(issued), timeoutMs);
    const now = deps.clock.now().getTime();
    const { isRevoked, until } = readStatus(answer, issued, now);
    const status = { isRevoked, until: Math.min(until, now + KEPT_MAX_MS) };
    known.set(issued.certificate.fingerprint256, status);
    if (isRevoked) deps.log.error({ certificate: nameOf(issued.certificate) }, 'a certificate was revoked');
    return status;
  } catch (error) {
    deps.log.warn({ err: error, responder: address.host }, 'the status of a certificate is unavailable');
    throw away();
  }
}

const nameOf = ({ subject, serialNumber }: X509Certificate): string => `${subject} (${serialNumber})`;

async function post(address: URL, body: Uint8Array<ArrayBuffer>, timeoutMs: number): Promise<Uint8Array> {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/ocsp-request' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!reply.ok) throw new Error(`answered ${reply.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_MAX_BYTES) throw new Error('a long answer');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
