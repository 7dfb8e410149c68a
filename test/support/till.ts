import { type Account, startTestApp } from './app.ts';
import type { Chain } from './app-store.ts';
import { openStores, type PlayPurchase } from './stores.ts';

export async function openTill() {
  const shops = await openStores();
  const { chain, play, responder } = shops;
  const app = await startTestApp({ environment: shops.environment });
  const logged: Record<string, unknown>[] = [];
  app.deps.log.info = ((line: Record<string, unknown>) => void logged.push(line)) as never;
  let made = 0;
  const number = () => {
    made += 1;
    return String(7_000_000_000 + made);
  };
  const newReader = () => app.signUp(`Reader ${number()}`);
  const buy = (as: Account | undefined, provider: string, receipt: unknown, key?: string) =>
    app.call('POST /wallet/purchases', {
      as,
      body: { provider, receipt },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const transaction = (as: Account, more: object = {}) => ({
    transactionId: number(),
    bundleId: 'example.app',
    productId: 'coins_100',
    quantity: 1,
    environment: 'Production',
    appAccountToken: as.id,
    signedDate: Date.now(),
    ...more,
  });
  const apple = async (as: Account, more: object = {}, by: Chain = chain) =>
    buy(as, 'app_store', await by.sign(transaction(as, more)));
  const played = (as: Account, more: Partial<PlayPurchase> = {}) => {
    const token = `token.${number()}`;
    const known = { productId: 'coins_200', purchaseState: 0, orderId: `GPA.3391-${number()}-0417` };
    play.purchases.set(token, { ...known, obfuscatedExternalAccountId: as.id, ...more });
    return {
      token,
      receipt: JSON.stringify({
        packageName: 'example.app',
        productId: known.productId,
        purchaseToken: token,
      }),
    };
  };
  const walletOf = async (as: Account) => (await app.call('GET /wallet', { as })).json();
  const codeOf = (reply: { statusCode: number; json(): { code?: string } }) => [
    reply.statusCode,
    reply.json().code,
  ];
  const refundApple = async (payload: object, kind = 'REFUND') =>
    app.call('POST /wallet/store_notifications/app_store', {
      body: {
        signedPayload: await chain.sign({
          notificationType: kind,
          signedDate: Date.now(),
          data: { signedTransactionInfo: await chain.sign(payload) },
        }),
      },
    });
  const pushed = async (notice: object, claims?: Record<string, unknown>, token?: string) =>
    app.call('POST /wallet/store_notifications/google_play', {
      headers: { authorization: `Bearer ${token ?? (await play.pushToken(claims))}` },
      body: {
        message: {
          data: Buffer.from(JSON.stringify({ packageName: 'example.app', ...notice })).toString('base64'),
          messageId: '1',
        },
        subscription: 'projects/x/subscriptions/y',
      },
    });
  return {
    app,
    chain,
    play,
    responder,
    logged,
    apple,
    buy,
    codeOf,
    newReader,
    played,
    refundApple,
    pushed,
    transaction,
    walletOf,
    async close() {
      await app.close();
      await shops.close();
    },
  };
}
