/** App Store: transactions and notifications are signed (JWS). Their certificates must lead to a configured root. */
import { compactVerify, decodeProtectedHeader } from 'jose';
import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';
import type { Deps } from '#server/deps.ts';
import { isAppError } from '#server/lib/errors.ts';
import type { StoreFacts } from '../rules.ts';
import { chainOf, refuseOutside } from './certificates.ts';
import { refuseRevoked } from './revocation.ts';
import { away, refuse, type Store } from './store.ts';

const Transaction = Type.Object({
  transactionId: Type.String({ minLength: 1, maxLength: 64 }),
  bundleId: Type.String(),
  productId: Type.String(),
  quantity: Type.Optional(Type.Integer()),
  environment: Type.String(),
  appAccountToken: Type.Optional(Type.String()),
  revocationDate: Type.Optional(Type.Number()),
  signedDate: Type.Number(),
});

const Notification = Type.Object({
  notificationType: Type.String(),
  signedDate: Type.Number(),
  data: Type.Optional(Type.Object({ signedTransactionInfo: Type.Optional(Type.String()) })),
});

export const appStore: Store = {
  appOf: ({ config }) => config.stores.appStore?.bundleId ?? null,
  async verify(deps, receipt) {
    return factsOf(await open(deps, receipt, Transaction));
  },
};

/** Reads a notification from its signed content. Null when it contains no transaction. */
export async function readAppStoreNotification(
  deps: Deps,
  signed: string,
): Promise<{ facts: StoreFacts; isRefund: boolean; kind: string } | null> {
  const { notificationType: kind, data } = await open(deps, signed, Notification);
  if (data?.signedTransactionInfo === undefined) return null;
  const facts = factsOf(await open(deps, data.signedTransactionInfo, Transaction));
  return { facts, isRefund: kind === 'REFUND' || kind === 'REVOKE', kind };
}

function factsOf(found: Static<typeof Transaction>): StoreFacts {
  return {
    transaction: found.transactionId,
    reference: found.transactionId,
    app: found.bundleId,
    productId: found.productId,
    quantity: found.quantity ?? 1,
    isSandbox: found.environment !== 'Production',
    accountId: found.appAccountToken ?? null,
    state: found.revocationDate === undefined ? 'paid' : 'refunded',
  };
}

async function open<S extends TSchema>(deps: Deps, signed: string, schema: S): Promise<Static<S>> {
  const settings = deps.config.stores.appStore;
  if (settings === null) throw away();
  let payload: unknown;
  try {
    const { alg, x5c } = decodeProtectedHeader(signed);
    if (alg !== 'ES256') throw new Error('signed in another way');
    const chain = await chainOf(x5c, settings.roots);
    const opened = await compactVerify(signed, chain.leaf.publicKey, { algorithms: ['ES256'] });
    payload = JSON.parse(Buffer.from(opened.payload).toString('utf8'));
    if (!Value.Check(schema, payload)) throw new Error('not what was expected');
    refuseOutside(chain, (payload as { signedDate: number }).signedDate, deps.clock.now().getTime());
    await refuseRevoked(deps, chain);
  } catch (error) {
    if (isAppError(error)) throw error;
    deps.log.debug({ err: error }, 'not signed by the App Store');
    throw refuse('purchase_invalid');
  }
  return payload as Static<S>;
}
