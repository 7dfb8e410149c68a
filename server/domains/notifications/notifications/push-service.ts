/** Sends messages to push services of browsers (RFC 8030), encrypted and signed. The only importer of web-push. */

import { createECDH } from 'node:crypto';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { service } from '../../../deps.ts';
import { HOUR_MS, SECOND_MS } from '../../../lib/durations.ts';
import { product } from '../../../lib/product.ts';
import { lookUpPublic, NotPublic } from '../../../lib/public-address.ts';
import { isEndpoint } from './rules.ts';

/** Identifies us to push services (VAPID, RFC 8292). Devices are bound to it, so it is made once and kept. */
export type PushKeys = { publicKey: string; privateKey: string };

export type PushDevice = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  /** At most 3 KiB, which every service takes. */
  text: string;
  /** A later message replaces a waiting one of the same topic. */
  topic: string;
  urgency: 'low' | 'normal' | 'high';
  ttlSeconds: number;
};

/** `gone`: the device no longer takes messages. `refused`: the service will never take this message. */
export type PushAnswer = { outcome: 'taken' | 'gone' | 'refused' } | { outcome: 'later'; afterMs: number };

export type PushService = {
  publicKey: string;
  /** True when the host resolves to a non-public address. A host that is not found yet may do so later. */
  leadsInwards(endpoint: string): Promise<boolean>;
  /** Never throws because of the push service. */
  send(device: PushDevice, message: PushMessage): Promise<PushAnswer>;
  close(): void;
};

const TIMEOUT_MS = 5 * SECOND_MS;
const PATIENCE_MAX_MS = 6 * HOUR_MS;
const CONNECTIONS_MAX_COUNT = 32;

export function makePushKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // A number with leading zeros has fewer than 32 bytes.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { publicKey, privateKey: privateKey.toString('base64url') };
}

type Line = { lookup?: LookupFunction; port?: number; ca?: string };

export function createPushService(
  keys: PushKeys,
  { lookup = lookUpPublic, port = 443, ca }: Line = {},
): PushService {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: CONNECTIONS_MAX_COUNT,
    lookup,
    ...(ca && { ca }),
  });
  const vapidDetails = { subject: `mailto:${product.supportEmail}`, ...keys };

  async function send({ endpoint, p256dh, auth }: PushDevice, message: PushMessage): Promise<PushAnswer> {
    if (!isEndpoint(endpoint)) return { outcome: 'gone' };
    const { default: webPush } = await import('web-push');
    let ready: ReturnType<typeof webPush.generateRequestDetails>;
    try {
      ready = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message.text, {
        vapidDetails,
        TTL: message.ttlSeconds,
        urgency: message.urgency,
        topic: message.topic,
      });
    } catch {
      // Nothing can be encrypted for this key. Keys are checked on arrival.
      return { outcome: 'gone' };
    }
    const { headers, body } = ready;
    return post(new URL(endpoint), { agent, port, headers, body: body ?? Buffer.alloc(0) });
  }

  const leadsInwards = (endpoint: string): Promise<boolean> =>
    new Promise((resolve) => {
      lookup(new URL(endpoint).hostname, {}, (error) => resolve(error instanceof NotPublic));
    });

  return { publicKey: keys.publicKey, leadsInwards, send, close: () => agent.destroy() };
}

type Request = {
  agent: Agent;
  port: number;
  headers: Record<string, string | number | undefined>;
  body: Buffer;
};

/** Discards the response body as it comes, because it may be of any length. */
function post(
  { hostname, pathname, search }: URL,
  { agent, port, headers, body }: Request,
): Promise<PushAnswer> {
  return new Promise((resolve) => {
    const later = (): void => resolve({ outcome: 'later', afterMs: 0 });
    const call = request(
      {
        agent,
        hostname,
        port,
        path: pathname + search,
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (answer) => {
        answer.on('error', later).resume();
        resolve(answerOf(answer.statusCode ?? 0, answer.headers['retry-after']));
      },
    );
    call.on('error', later);
    call.end(body);
  });
}

export function answerOf(status: number, retryAfter: string | undefined): PushAnswer {
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  // 401 and 403: the device belongs to other keys than ours.
  if ([401, 403, 404, 410].includes(status)) return { outcome: 'gone' };
  if (status === 429 || status >= 500) {
    const seconds = Number(retryAfter);
    const afterMs = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, PATIENCE_MAX_MS) : 0;
    return { outcome: 'later', afterMs };
  }
  return { outcome: 'refused' };
}

export const pushService = service<PushService>('push');
