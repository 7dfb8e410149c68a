/** Fake stores: a certificate chain that signs like the App Store, and a server with Google Play's protocol. */
// The certificate library requires this import first.
import 'reflect-metadata';
import { generateKeyPairSync, webcrypto } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  Extension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { CompactSign, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';

const YEAR_MS = 365 * 86_400_000;
const LEAF_MARK = '1.2.840.113635.100.6.11.1';
const ISSUER_MARK = '1.2.840.113635.100.6.2.1';
/** OID of the leaf's mark in DER. */
const LEAF_MARK_BYTES = Uint8Array.of(6, 10, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, 6, 11, 1).buffer;
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
type Keys = CryptoKeyPair;
const makeKeys = () => webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']) as unknown as Promise<Keys>;
const NOTHING = Uint8Array.of(5, 0).buffer;

type Made = { certificate: X509Certificate; keys: Keys };

type Wanted = { ca: boolean; mark?: string | undefined; until?: Date | undefined; more?: Extension[] };

async function make(name: string, by: Made | null, wanted: Wanted): Promise<Made> {
  const { ca, mark, until = new Date(Date.now() + YEAR_MS), more = [] } = wanted;
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: '01',
      subject: `CN=${name}`,
      issuer: by?.certificate.subject ?? `CN=${name}`,
      notBefore: new Date(Date.now() - 2 * YEAR_MS),
      notAfter: until,
      publicKey: keys.publicKey,
      signingKey: (by?.keys ?? keys).privateKey,
      signingAlgorithm: EC,
      extensions: [
        new BasicConstraintsExtension(ca, undefined, true),
        ...(mark === undefined ? [] : [new Extension(mark, false, NOTHING)]),
        ...more,
      ],
    },
    webcrypto as never,
  );
  return { certificate, keys };
}

export type Chain = { root: string; sign(payload: object): Promise<string> };

export const FLAWS = [
  ...['no mark of the leaf', 'no mark of the issuer', 'a mark beside the place'],
  ...['the leaf has ended', 'the issuer has ended', 'the root has ended'],
  ...['a leaf that issues', 'an issuer that may not', 'an issuer of the same name'],
] as const;

export async function makeChain(flaw?: (typeof FLAWS)[number]): Promise<Chain> {
  const untilOf = (which: string) =>
    flaw === `the ${which} has ended` ? { until: new Date(Date.now() - YEAR_MS) } : {};
  const root = await make('Root', null, { ca: true, ...untilOf('root') });
  const wantedIssuer: Wanted = {
    ca: flaw !== 'an issuer that may not',
    mark: flaw === 'no mark of the issuer' ? undefined : ISSUER_MARK,
    ...untilOf('issuer'),
  };
  const issuer = await make('Issuer', root, wantedIssuer);
  const other = flaw === 'an issuer of the same name' ? await make('Issuer', root, wantedIssuer) : issuer;
  const isMarked = flaw !== 'no mark of the leaf' && flaw !== 'a mark beside the place';
  const leaf = await make('Leaf', other, {
    ca: flaw === 'a leaf that issues',
    mark: isMarked ? LEAF_MARK : undefined,
    more: flaw === 'a mark beside the place' ? [new Extension('1.2.3.4', false, LEAF_MARK_BYTES)] : [],
    ...untilOf('leaf'),
  });
  const x5c = [leaf, issuer, root].map(({ certificate }) =>
    Buffer.from(certificate.rawData).toString('base64'),
  );
  return {
    root: root.certificate.toString('pem'),
    sign: (payload) =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'ES256', x5c })
        .sign(leaf.keys.privateKey as never),
  };
}

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
  const [chain, play] = await Promise.all([makeChain(), startGooglePlay()]);
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  return {
    chain,
    play,
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
      await play.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
