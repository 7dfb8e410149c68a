import { eq } from 'drizzle-orm';
import { payoutDestinations, sessions, taxForms, usedAmounts, users } from '../../db/schema/index.ts';
import { inTransaction } from '../../server/deps.ts';
import { CENT_MICROS } from '../../server/domains/income/ledger/rules.ts';
import { transferDollars } from '../../server/domains/income/ledger/service.ts';
import { newId } from '../../server/lib/ids.ts';
import type { Account, TestApp } from './app.ts';

export const ACCOUNT = { holder: 'Mirko Haas', country: 'DE', iban: 'DE89 3704 0044 0532 0130 00' };

/** A minimal complete PDF. */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 2\ntrailer\n<< /Root 1 0 R >>\nstartxref\n52\n%%EOF\n',
);

type App = Pick<TestApp, 'deps' | 'call'>;

/** Credits a month's revenue, or a correction below zero. Fractions of a cent are carried over. */
export const earn = (
  app: App,
  { id }: Pick<Account, 'id'>,
  cents: number,
  restMicros = 0,
): Promise<unknown> =>
  inTransaction(app.deps, (tx) =>
    transferDollars(tx, [
      {
        deed: 'revenue',
        key: newId(),
        subjectId: newId(),
        legs: [
          { account: 'network', micros: -cents * CENT_MICROS - restMicros },
          { account: 'rest', userId: id, micros: restMicros },
          { account: 'earned', userId: id, micros: cents * CENT_MICROS },
        ],
      },
    ]),
  );

/** Makes the account old, with a sign-in that stays fresh during the test. */
export async function settle({ deps }: App, { id }: Account): Promise<void> {
  // All test accounts share one address, so its limits are reset.
  await deps.db.delete(usedAmounts);
  await deps.db
    .update(users)
    .set({ createdAt: new Date(0) })
    .where(eq(users.id, id));
  const provenAt = new Date(deps.clock.now().getTime() + 365 * 24 * 3_600_000);
  await deps.db.update(sessions).set({ provenAt }).where(eq(sessions.userId, id));
}

/** Sets a payout account whose waiting time is over. */
export async function nameAccount(app: App, as: Account, body: object = ACCOUNT): Promise<void> {
  const reply = await app.call('PUT /user/payout_destination', { as, body });
  if (reply.statusCode !== 200) throw new Error(`the account is refused: ${reply.body}`);
  const validFrom = new Date(app.deps.clock.now().getTime() - 1000);
  await app.deps.db.update(payoutDestinations).set({ validFrom }).where(eq(payoutDestinations.userId, as.id));
}

export async function makeCreator(
  app: App & Pick<TestApp, 'signUp'>,
  { name = 'Mirko Haas', cents = 212_40 }: { name?: string; cents?: number } = {},
): Promise<Account> {
  const creator = await app.signUp(name);
  await settle(app, creator);
  await nameAccount(app, creator, { ...ACCOUNT, holder: name });
  if (cents !== 0) await earn(app, creator, cents);
  return creator;
}

export async function ask(app: App, as: Account): Promise<string> {
  const reply = await app.call('POST /user/payouts', { as, body: {} });
  if (reply.statusCode !== 201) throw new Error(`the payout is refused: ${reply.body}`);
  return reply.json().payout.id;
}

export function fileBody(bytes: Uint8Array, name = 'form.pdf') {
  const boundary = 'tsuzuki-test-boundary';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body: payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

export async function leaveForm({ deps }: Pick<TestApp, 'deps'>, { id: userId }: Account): Promise<void> {
  const id = newId();
  const file = { storageKey: `private/tax_forms/${id}`, sizeBytes: 1, sha256: 'x' };
  await deps.db.insert(taxForms).values({ id, userId, kind: 'W-9', ...file });
}
