/** Fake stores: an App Store with the responder of its certificates, and a server with Google Play's protocol. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { makeChain } from './app-store.ts';
import { startResponder } from './ocsp.ts';

export type PlayPurchase = {
  productId: string;
  purchaseState: number;
  orderId?: string;
  purchaseType?: number;
  quantity?: number;
  obfuscatedExternalAccountId?: string;
};

export async function startGooglePlay() {
  const account = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signer = await generateKeyPair('RS256');
  const purchases = new Map<string, PlayPurchase>();
  const consumed: string[] = [];
  /** `isStuck`: consume requests are never answered. */
  const mood = { isAway: false, isStuck: false };
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (mood.isAway) return void response.destroy();
    const url = new URL(request.url ?? '/', 'http://play');
    asked.push(url.pathname);
    if (url.pathname === '/keys')
      return void answer(200, {
        keys: [{ ...(await exportJWK(signer.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }],
      });
    if (url.pathname === '/token') {
      const assertion = new URLSearchParams(body).get('assertion') ?? '';
      const { payload } = await jwtVerify(assertion, account.publicKey, { audience: `${origin()}/token` });
      return void answer(payload.iss === 'house@play' ? 200 : 401, {
        access_token: 'ya29.good',
        expires_in: 3599,
      });
    }
    if (request.headers.authorization !== 'Bearer ya29.good') return void answer(401, {});
    const found =
      /^\/androidpublisher\/v3\/applications\/example\.app\/purchases\/products\/([^/]+)\/tokens\/([^/:]+)(:consume)?$/.exec(
        url.pathname,
      );
    const token = decodeURIComponent(found?.[2] ?? '');
    const purchase = purchases.get(token);
    if (purchase === undefined || purchase.productId !== found?.[1]) return void answer(404, {});
    if (found[3] === undefined)
      return void answer(200, { kind: 'androidpublisher#productPurchase', ...purchase });
    if (mood.isStuck) return;
    consumed.push(token);
    return void response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    asked,
    purchases,
    consumed,
    mood,
    origin: origin(),
    account: {
      client_email: 'house@play',
      private_key: account.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${origin()}/token`,
    },
    pushToken: (claims: Record<string, unknown> = {}, kid = 'k1') =>
      new SignJWT({ email: 'push@play', email_verified: true, aud: 'house', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer('https://accounts.google.com')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(signer.privateKey),
    async close() {
      const ended = new Promise<void>((resolve) => void server.close(() => resolve()));
      // Clients keep their connections open.
      server.closeAllConnections();
      await ended;
    },
  };
}

export async function openStores() {
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-stores-'));
  const [responder, play] = await Promise.all([startResponder(), startGooglePlay()]);
  const chain = await makeChain({ responder });
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  return {
    chain,
    play,
    responder,
    environment: {
      COIN_PRODUCTS: 'coins_100=100, coins_200=200',
      APP_STORE_BUNDLE_ID: 'example.app',
      APP_STORE_ROOT: await file('root.pem', chain.root),
      GOOGLE_PLAY_PACKAGE: 'example.app',
      GOOGLE_PLAY_ACCOUNT: await file('account.json', JSON.stringify(play.account)),
      GOOGLE_PLAY_API_URL: play.origin,
      GOOGLE_KEYS_URL: `${play.origin}/keys`,
      GOOGLE_PUSH_EMAIL: 'push@play',
      GOOGLE_PUSH_AUDIENCE: 'house',
    },
    async close() {
      await Promise.all([play.close(), responder.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
