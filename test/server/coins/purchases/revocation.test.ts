/** Certificates of the App Store that were revoked sign nothing any more: their authorities are asked (OCSP). */
import type { ServerResponse } from 'node:http';
import { type CertID, OCSPResponseStatus } from '@peculiar/asn1-ocsp';
import { decodeProtectedHeader } from 'jose';
import t from 'tap';
import { chainOf } from '#server/domains/coins/purchases/stores/certificates.ts';
import { refuseRevoked } from '#server/domains/coins/purchases/stores/revocation.ts';
import { isAppError } from '#server/lib/errors.ts';
import { makeChain } from '../../../support/app-store.ts';
import { YEAR_MS } from '../../../support/certificates.ts';
import { type Answer, appoint, type Responder, startResponder } from '../../../support/ocsp.ts';
import { openTill } from '../../../support/till.ts';

const HOUR_MS = 3_600_000;

async function openCase(responder: Responder) {
  const chain = await makeChain({ responder });
  const { x5c } = decodeProtectedHeader(await chain.sign({}));
  const opened = await chainOf(x5c, [chain.root]);
  const logged: string[] = [];
  let aheadMs = 0;
  const log = {
    warn: ({ err }: { err: Error }) => logged.push(err.message),
    error: (_: object, text: string) => logged.push(text),
  };
  const deps = { clock: { now: () => new Date(Date.now() + aheadMs) }, log } as never;
  /** `good`, the reason of a permanent refusal, or the code of one that may be tried again. */
  const verdict = (timeoutMs?: number): Promise<string> =>
    refuseRevoked(deps, opened, timeoutMs).then(
      () => 'good',
      (error) => (isAppError(error) ? `${error.status} ${error.code}` : error.message),
    );
  return {
    ...chain,
    logged,
    verdict,
    pass: (ms: number) => {
      aheadMs += ms;
    },
    answered: async (answer: Partial<Answer>) => {
      responder.answer(chain.leaf, answer);
      return verdict();
    },
  };
}

t.test('revocation', async (t) => {
  const responder = await startResponder();
  t.teardown(() => responder.close());
  t.beforeEach(() => void responder.asked.splice(0));

  await t.test('a good chain is asked about once: the leaf and its issuer', async (t) => {
    const held = await openCase(responder);
    const serials = [held.leaf, held.issuer].map(({ certificate }) => certificate.serialNumber);
    const verdicts = await Promise.all(Array.from({ length: 1000 }, () => held.verdict()));
    t.same(new Set(verdicts), new Set(['good']));
    t.equal(await held.verdict(), 'good');
    t.same([...responder.asked].sort(), serials.sort());
  });

  await t.test('answers are kept until their next update, and for four hours at most', async (t) => {
    const held = await openCase(responder);
    responder.answer(held.issuer, { nextUpdateMs: 24 * HOUR_MS });
    responder.answer(held.leaf, { nextUpdateMs: 24 * HOUR_MS });
    t.equal(await held.verdict(), 'good');
    held.pass(4 * HOUR_MS - 60_000);
    t.equal(await held.verdict(), 'good');
    t.equal(responder.asked.length, 2);
    held.pass(60_001);
    t.equal(await held.verdict(), 'good');
    t.equal(responder.asked.length, 4);
    const short = await openCase(responder);
    t.equal(await short.verdict(), 'good');
    short.pass(HOUR_MS + 120_000);
    t.equal(await short.verdict(), '503 store_away', 'the same answer is outdated by now');
  });

  await t.test('a revoked leaf or issuer is refused for good, and not asked about again', async (t) => {
    for (const which of ['leaf', 'issuer'] as const) {
      const held = await openCase(responder);
      responder.asked.splice(0);
      responder.answer(held[which], { status: 'revoked' });
      t.equal(await held.verdict(), 'a revoked certificate', which);
      t.equal(await held.verdict(), 'a revoked certificate', which);
      t.equal(responder.asked.length, 2);
      t.same(held.logged, ['a certificate was revoked']);
    }
  });

  await t.test('an answer that proves nothing refuses for now, and is not kept', async (t) => {
    const held = await openCase(responder);
    const other = await openCase(responder);
    const { leaf } = held;
    const about = (change: (id: CertID) => unknown) => ({ about: (id: CertID) => void change(id) });
    const raw = (send: (response: ServerResponse) => unknown) => ({
      raw: (response: ServerResponse) => void send(response),
    });
    const past = { thisUpdateMs: -2 * HOUR_MS, nextUpdateMs: -HOUR_MS };
    const cases: [reason: string | RegExp, name: string, answer: Partial<Answer>][] = [
      ['not signed by the issuer', 'a broken signature', { isBroken: true }],
      ['not signed by the issuer', 'of another authority', { signer: other.issuer, sent: [other.issuer] }],
      ['not signed by the issuer', 'of a certificate that may not answer', { signer: leaf, sent: [leaf] }],
      ['not signed by the issuer', 'of an old hash', { algorithm: '1.2.840.10045.4.1' }],
      ['not signed by the issuer', 'of other keys', { algorithm: '1.2.840.113549.1.1.11' }],
      ['an outdated answer', 'good', past],
      ['an outdated answer', 'revoked', { status: 'revoked', ...past }],
      ['an outdated answer', 'of the future', { thisUpdateMs: HOUR_MS, nextUpdateMs: 2 * HOUR_MS }],
      ['an outdated answer', 'without an end', { nextUpdateMs: null }],
      ['a certificate unknown to its responder', 'unknown', { status: 'unknown' }],
      [
        'an answer about another certificate',
        'another serial number',
        about((id) => Object.assign(id, { serialNumber: Uint8Array.of(1, 2).buffer })),
      ],
      [
        'an answer about another certificate',
        'another issuer',
        about((id) => Object.assign(id.issuerKeyHash, { buffer: new ArrayBuffer(32) })),
      ],
      [
        'an answer about another certificate',
        'another hash',
        about((id) => Object.assign(id.hashAlgorithm, { algorithm: '1.3.14.3.2.26' })),
      ],
      ['answered 3', 'try later', { responseStatus: OCSPResponseStatus.tryLater }],
      ['answered 6', 'not authorized', { responseStatus: OCSPResponseStatus.unauthorized }],
      ['answered 500', 'an error', raw((response) => response.writeHead(500).end())],
      [/End of input/, 'a page', raw((response) => response.end('<h1>Sign in to this network</h1>'))],
      [/zero length/, 'nothing', raw((response) => response.end())],
      [/./, 'a deep one', raw((response) => response.end(Buffer.alloc(30_000, '3080', 'hex')))],
      ['fetch failed', 'it leads elsewhere', raw((to) => to.writeHead(302, { location: '/' }).end())],
      ['fetch failed', 'cut off', raw((response) => response.destroy())],
    ];
    for (const [reason, name, answer] of cases) {
      t.equal(await held.answered(answer), '503 store_away', name);
      t.match(held.logged.splice(0), [reason], name);
    }
    t.equal(await held.answered({}), 'good');
  });

  await t.test(
    'the issuer may appoint somebody to answer, for as long as the certificate is valid',
    async (t) => {
      const held = await openCase(responder);
      const other = await openCase(responder);
      const ended = await appoint(held.issuer, { until: new Date(Date.now() - YEAR_MS) });
      const forMails = await appoint(held.issuer, { usage: '1.3.6.1.5.5.7.3.4' });
      const stranger = await appoint(other.issuer);
      for (const [name, signer] of Object.entries({ ended, forMails, stranger }))
        t.equal(await held.answered({ signer, sent: [signer] }), '503 store_away', name);
      const signer = await appoint(held.issuer);
      t.equal(await held.answered({ signer }), '503 store_away', 'without its certificate');
      t.equal(await held.answered({ signer, sent: [signer] }), 'good');
      const rsa = await appoint(other.issuer, { isRsa: true });
      t.equal(await other.answered({ signer: rsa, sent: [rsa] }), 'good', 'with an RSA key');
    },
  );

  await t.test('a responder that is slow or never stops is left in time', async (t) => {
    const held = await openCase(responder);
    responder.answer(held.leaf, { raw() {} });
    const begunAt = Date.now();
    t.equal(await held.verdict(300), '503 store_away', 'silent');
    t.ok(Date.now() - begunAt < 5_000);
    responder.answer(held.leaf, { raw: (response) => void response.writeHead(200).write('x') });
    t.equal(await held.verdict(300), '503 store_away', 'silent after its first byte');
    let sent = 0;
    responder.answer(held.leaf, {
      raw(response) {
        response.writeHead(200);
        const more = () => {
          sent += 1;
          if (!response.destroyed) response.write(Buffer.alloc(8_000), () => setTimeout(more, 5));
        };
        more();
      },
    });
    t.equal(await held.verdict(60_000), '503 store_away', 'endless');
    t.ok(sent < 1_000);
    t.equal(await held.answered({}), 'good');
  });

  await t.test('without a responder that can be asked, a certificate is refused for good', async (t) => {
    const none = await openCase({ ...responder, extensions: [] });
    t.equal(await none.verdict(), 'a certificate without a responder');
    t.same(responder.asked, []);
  });

  await t.test('a responder that is down', async (t) => {
    const gone = await startResponder();
    const held = await openCase(gone);
    await gone.close();
    t.equal(await held.verdict(), '503 store_away');
  });
});

t.test('PRI-24 a revoked certificate buys nothing, and a responder that is down loses nothing', async (t) => {
  const till = await openTill();
  t.teardown(() => till.close());
  const { apple, buy, chain, codeOf, newReader, refundApple, responder, transaction, walletOf } = till;
  const reader = await newReader();
  const bought = transaction(reader);
  const receipt = await chain.sign(bought);
  responder.answer(chain.leaf, { raw: (response) => void response.destroy() });
  const refused = await buy(reader, 'app_store', receipt);
  t.same(codeOf(refused), [503, 'store_away']);
  t.equal(refused.headers['retry-after'], '30');
  t.same(
    codeOf(await refundApple(bought)),
    [503, 'store_away'],
    'the store will send the notification again',
  );
  responder.answer(chain.leaf, {});
  t.equal((await buy(reader, 'app_store', receipt)).statusCode, 201);
  for (let at = 0; at < 5; at += 1) t.equal((await apple(reader)).statusCode, 201);
  t.equal((await refundApple(bought)).statusCode, 204);
  t.equal(responder.asked.length, 4, 'leaf twice, issuer once, and the leaf once more');
  t.same(codeOf(await apple(reader, {}, await makeChain({ responder }))), [422, 'purchase_invalid']);
  t.equal(responder.asked.length, 4, 'a chain that leads to another root asks nobody');
  t.match(await walletOf(reader), { balance: 500, debt: 0 });
});

t.test('PRI-24 coins are not sold to the key of a revoked certificate', async (t) => {
  const till = await openTill();
  t.teardown(() => till.close());
  const { apple, chain, codeOf, newReader, responder, walletOf } = till;
  const reader = await newReader();
  responder.answer(chain.leaf, { status: 'revoked' });
  t.same(codeOf(await apple(reader)), [422, 'purchase_invalid']);
  t.match(await walletOf(reader), { balance: 0, debt: 0 });
});
