/** App Store: transactions and notifications are signed (JWS), and their certificates lead to a root that is configured. */
import { X509Certificate } from 'node:crypto';
import { compactVerify, decodeProtectedHeader } from 'jose';
import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';
import type { Deps } from '../../../deps.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import type { StoreFacts } from '../rules.ts';
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

/** What is signed says whether it is a refund; null for everything else. */
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

/** Extensions by which Apple marks who may sign receipts, and who may say so (their DER encoding). */
const LEAF_MARK = Buffer.from('060a2a864886f76364060b01', 'hex');
const ISSUER_MARK = Buffer.from('060a2a864886f76364060201', 'hex');

async function open<S extends TSchema>(deps: Deps, signed: string, schema: S): Promise<Static<S>> {
  const settings = deps.config.stores.appStore;
  if (settings === null) throw away();
  let payload: unknown;
  try {
    const leaf = leafOf(signed, settings.roots);
    const opened = await compactVerify(signed, leaf.certificate.publicKey, { algorithms: ['ES256'] });
    payload = JSON.parse(Buffer.from(opened.payload).toString('utf8'));
    if (!Value.Check(schema, payload)) throw new Error('not what was expected');
    leaf.refuseOutside((payload as { signedDate: number }).signedDate, deps.clock.now().getTime());
  } catch (error) {
    deps.log.debug({ err: error }, 'not signed by the App Store');
    throw refuse('purchase_invalid');
  }
  return payload as Static<S>;
}

function leafOf(signed: string, roots: readonly string[]) {
  const { alg, x5c } = decodeProtectedHeader(signed);
  if (alg !== 'ES256' || !Array.isArray(x5c) || x5c.length !== 3) throw new Error('no chain of three');
  const chain = x5c.map((text) => new X509Certificate(Buffer.from(text, 'base64')));
  const [leaf, issuer, sentRoot] = chain as [X509Certificate, X509Certificate, X509Certificate];
  const root = roots
    .map((pem) => new X509Certificate(pem))
    .find(({ fingerprint256 }) => fingerprint256 === sentRoot.fingerprint256);
  if (root === undefined) throw new Error('another root');
  const isIssued = (of: X509Certificate, by: X509Certificate) =>
    of.checkIssued(by) && of.verify(by.publicKey);
  if (!root.ca || !issuer.ca || leaf.ca) throw new Error('no chain of authorities');
  if (!isIssued(issuer, root) || !isIssued(leaf, issuer)) throw new Error('a broken chain');
  if (!leaf.raw.includes(LEAF_MARK) || !issuer.raw.includes(ISSUER_MARK))
    throw new Error('certificates for something else');
  return {
    certificate: leaf,
    /** What was signed while the certificates held stays signed. */
    refuseOutside(signedAt: number, now: number) {
      if (signedAt > now + DAY_MS) throw new Error('signed in the future');
      for (const { validFrom, validTo } of [leaf, issuer, root])
        if (signedAt < Date.parse(validFrom) || signedAt > Date.parse(validTo))
          throw new Error('a certificate that does not hold');
    },
  };
}
