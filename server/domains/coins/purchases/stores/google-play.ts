/** Google Play: verifies purchase tokens with the Android Publisher API, as a service account. */
import { createRemoteJWKSet, importPKCS8, jwtVerify, SignJWT } from 'jose';
import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';
import type { GooglePlaySettings } from '#server/config/stores.ts';
import type { Deps } from '#server/deps.ts';
import { MINUTE_MS } from '#server/lib/durations.ts';
import { away, refuse, type Store } from './store.ts';

const SCOPE = 'https://www.googleapis.com/auth/androidpublisher';
const TIMEOUT_MS = 8_000;

const Receipt = Type.Object({
  packageName: Type.String(),
  productId: Type.String({ minLength: 1, maxLength: 200 }),
  purchaseToken: Type.String({ minLength: 1, maxLength: 1000 }),
});

const Purchase = Type.Object({
  purchaseState: Type.Integer({ description: '0 bought, 1 called off, 2 pending' }),
  purchaseType: Type.Optional(Type.Integer({ description: '0 for a test' })),
  orderId: Type.Optional(Type.String()),
  quantity: Type.Optional(Type.Integer()),
  obfuscatedExternalAccountId: Type.Optional(Type.String()),
});

const Pushed = Type.Object({ message: Type.Object({ data: Type.String({ maxLength: 20_000 }) }) });
const Notice = Type.Object({
  packageName: Type.String(),
  voidedPurchaseNotification: Type.Optional(
    Type.Object({
      purchaseToken: Type.String({ minLength: 1, maxLength: 1000 }),
      orderId: Type.Optional(Type.String()),
      productType: Type.Optional(Type.Integer()),
    }),
  ),
});

const AccessGiven = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  expires_in: Type.Optional(Type.Number({ description: 'seconds' })),
});

const settingsOf = ({ config }: Deps): GooglePlaySettings => {
  if (config.stores.googlePlay === null) throw away();
  return config.stores.googlePlay;
};

export const googlePlay: Store = {
  appOf: ({ config }) => config.stores.googlePlay?.packageName ?? null,
  async verify(deps, receipt) {
    const settings = settingsOf(deps);
    const sent = readJson(Receipt, receipt);
    if (sent === null) throw refuse('purchase_invalid');
    if (sent.packageName !== settings.packageName) throw refuse('purchase_other_app');
    const found = Value.Clean(Purchase, await ask(deps, 'GET', pathOf(sent.productId, sent.purchaseToken)));
    if (!Value.Check(Purchase, found)) throw away();
    return {
      transaction: sent.purchaseToken,
      reference: found.orderId ?? '',
      app: sent.packageName,
      productId: sent.productId,
      quantity: found.quantity ?? 1,
      isSandbox: found.purchaseType === 0,
      accountId: found.obfuscatedExternalAccountId ?? null,
      state: found.purchaseState === 0 ? 'paid' : found.purchaseState === 2 ? 'pending' : 'refunded',
    };
  },
  /** Consumes the purchase, so that it can be bought again. This also acknowledges it. */
  async acknowledge(deps, { transaction, productId }) {
    await ask(deps, 'POST', `${pathOf(productId, transaction)}:consume`);
  },
};

const pathOf = (productId: string, token: string): string =>
  `purchases/products/${encodeURIComponent(productId)}/tokens/${encodeURIComponent(token)}`;

/** Throws 422 for a token unknown to Google, 503 for any other failure. */
async function ask(deps: Deps, method: 'GET' | 'POST', path: string): Promise<unknown> {
  const settings = settingsOf(deps);
  const address = `${settings.apiUrl}/androidpublisher/v3/applications/${settings.packageName}/${path}`;
  try {
    const authorization = `Bearer ${await accessToken(deps, settings)}`;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const reply = await fetch(address, { method, headers: { authorization }, signal });
    const body = await reply.text();
    if (reply.ok) return body === '' ? {} : JSON.parse(body);
    if ([400, 404, 410].includes(reply.status)) throw refuse('purchase_invalid');
    // The account's rights may have changed: the next request gets a new token.
    if (reply.status === 401) accesses.delete(settings);
    throw new Error(`answered ${reply.status}`);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'purchase_invalid') throw error;
    deps.log.warn({ err: error }, 'Google Play does not answer');
    throw away();
  }
}

type Access = { token: string; until: number };
/** Per service account. A token is valid for an hour and renewed slightly earlier. */
const accesses = new WeakMap<GooglePlaySettings, Access>();
const EARLY_MS = 5 * MINUTE_MS;

async function accessToken(deps: Deps, settings: GooglePlaySettings): Promise<string> {
  const { account } = settings;
  const now = deps.clock.now().getTime();
  const held = accesses.get(settings);
  if (held !== undefined && held.until > now) return held.token;
  const seconds = Math.floor(now / 1000);
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.email)
    .setAudience(account.tokenUrl)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 3600)
    .sign(await importPKCS8(account.privateKey, 'RS256'));
  const reply = await fetch(account.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!reply.ok) throw new Error(`no access token: ${reply.status}`);
  const given: unknown = await reply.json();
  if (!Value.Check(AccessGiven, given)) throw new Error('no access token');
  accesses.set(settings, {
    token: given.access_token,
    until: now + (given.expires_in ?? 0) * 1000 - EARLY_MS,
  });
  return given.access_token;
}

/** Reads a Pub/Sub push signed by Google. Returns the token of a refunded purchase, or null. */
export async function readGooglePush(
  deps: Deps,
  authorization: string | undefined,
  body: unknown,
): Promise<{ transaction: string; reference: string | null } | null> {
  const { push, packageName } = settingsOf(deps);
  if (push === null) throw away();
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined || token.length > 8_000) throw refuse('purchase_invalid');
  await refuseForged(deps, token, push);
  if (!Value.Check(Pushed, body)) throw refuse('purchase_invalid');
  const notice = readJson(Notice, Buffer.from(body.message.data, 'base64').toString('utf8'));
  if (notice === null) throw refuse('purchase_invalid');
  if (notice.packageName !== packageName) throw refuse('purchase_other_app');
  const voided = notice.voidedPurchaseNotification;
  // 1 is a subscription, which we do not sell.
  if (voided === undefined || voided.productType === 1) return null;
  return { transaction: voided.purchaseToken, reference: voided.orderId ?? null };
}

type Push = NonNullable<GooglePlaySettings['push']>;

/** Keys are fetched rarely: a token that names an unknown key does not trigger a request at once. */
const keySets = new WeakMap<Push, ReturnType<typeof createRemoteJWKSet>>();

function keysOf(push: Push) {
  const keys =
    keySets.get(push) ?? createRemoteJWKSet(new URL(push.keysUrl), { timeoutDuration: TIMEOUT_MS });
  keySets.set(push, keys);
  return keys;
}

/** True when the token is at fault, false when the keys were unavailable. */
const isFault = (code: string): boolean =>
  /^ERR_J/.test(code) && !['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(code);

async function refuseForged(deps: Deps, token: string, push: Push): Promise<void> {
  try {
    const { payload } = await jwtVerify(token, keysOf(push), {
      issuer: ['https://accounts.google.com', 'accounts.google.com'],
      audience: push.audience,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat'],
      currentDate: deps.clock.now(),
    });
    if (payload.email !== push.email || payload.email_verified !== true) throw refuse('purchase_invalid');
  } catch (error) {
    const code = String((error as { code?: unknown }).code ?? '');
    if (code === 'purchase_invalid' || isFault(code)) throw refuse('purchase_invalid');
    deps.log.warn({ err: error }, "could not fetch Google's keys");
    throw away();
  }
}

function readJson<S extends TSchema>(schema: S, text: string): Static<S> | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(schema, value) ? (value as Static<S>) : null;
  } catch {
    return null;
  }
}
