/**
 * A push service like a browser's (RFC 8030). Accepts requests signed by VAPID (RFC 8292) and decrypts them like a
 * device (RFC 8291). Uses TLS under its own name, so that only the name resolution is fake.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import {
  createPushService,
  makePushKeys,
  type PushKeys,
  type PushService,
} from '../../server/domains/notifications/notifications/push-service.ts';

const pem = readFileSync(join(import.meta.dirname, 'push-service.pem'), 'utf8');
const HOST = 'push.test';

export type Device = { endpoint: string; keys: { p256dh: string; auth: string } };

export type Received = {
  device: Device;
  message: Record<string, unknown>;
  ttl: string;
  topic: string;
  urgency: string;
};

export type PushPeer = {
  received: Received[];
  faults: string[];
  /** Response of the service, by default 201. */
  mood: { status: number; headers: Record<string, string>; isAway: boolean };
  asked: number;
  subscribe(): Device;
  /** The product's own sender, with every name resolved to this service. */
  sender(keys?: PushKeys): PushService;
  close(): Promise<void>;
};

const fromText = (text: string): Buffer => Buffer.from(text, 'base64url');
const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** RFC 8291 §3.4 and RFC 8188: one record, whose padding ends with 2. */
function decrypt(body: Buffer, own: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const theirs = body.subarray(21, 21 + idLength);
  const cipher = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
  const secret = derive(own.computeSecret(theirs), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const opener = createDecipheriv('aes-128-gcm', key, nonce);
  opener.setAuthTag(cipher.subarray(-16));
  const plain = Buffer.concat([opener.update(cipher.subarray(0, -16)), opener.final()]);
  if (plain.at(-1) !== 2) throw new Error('the record has no end');
  return plain.subarray(0, -1).toString();
}

/** RFC 8292: sender, audience and expiry. */
async function checkSender(authorization: string, audience: string): Promise<string> {
  const [, token = '', k = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = fromText(k);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'], audience });
  const { exp = 0, sub = '' } = payload;
  if (exp > Date.now() / 1000 + 86_400) throw new Error('it is signed for more than a day');
  if (!/^(?:mailto:|https:)/.test(sub)) throw new Error('nobody can be asked about it');
  return k;
}

export async function startPushPeer(): Promise<PushPeer> {
  const devices = new Map<string, { device: Device; own: ECDH }>();
  const known = makePushKeys();
  const peer: Pick<PushPeer, 'received' | 'faults' | 'mood' | 'asked'> = {
    received: [],
    faults: [],
    asked: 0,
    mood: { status: 201, headers: {}, isAway: false },
  };

  async function receive(request: IncomingMessage): Promise<void> {
    const { headers, url = '' } = request;
    const found = devices.get(url);
    if (found === undefined) throw new Error('no such device');
    const sender = await checkSender(headers.authorization ?? '', `https://${HOST}`);
    if (sender !== known.publicKey) throw new Error('it is bound to another key');
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('it is not encrypted');
    const body = await buffer(request);
    if (body.length > 4096) throw new Error('it is too long');
    const text = decrypt(body, found.own, fromText(found.device.keys.auth));
    peer.received.push({
      device: found.device,
      message: JSON.parse(text),
      ttl: String(headers.ttl),
      topic: String(headers.topic),
      urgency: String(headers.urgency),
    });
  }

  const server = createServer({ key: pem, cert: pem }, async (request, response) => {
    peer.asked += 1;
    const { status, headers, isAway } = peer.mood;
    if (isAway) return void request.socket.destroy();
    if (status === 201)
      await receive(request).catch((error: unknown) => void peer.faults.push(String(error)));
    else request.resume();
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const here: LookupFunction = (_name, options, done) =>
    options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
  const senders: PushService[] = [];

  return Object.assign(peer, {
    subscribe() {
      const own = createECDH('prime256v1');
      const p256dh = own.generateKeys('base64url');
      const path = `/send/${randomUUID()}`;
      const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
      const device = { endpoint: `https://${HOST}${path}`, keys };
      devices.set(path, { device, own });
      return device;
    },
    sender(keys: PushKeys = known) {
      const sender = createPushService(keys, { lookup: here, port, ca: pem });
      senders.push(sender);
      return sender;
    },
    async close() {
      for (const sender of senders) sender.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
