import { eq } from 'drizzle-orm';
import t from 'tap';
import { pricingStrategies, episodes as table, unlocks } from '../../../db/schema/index.ts';
import { formatDate } from '../../../locales/index.ts';
import type { Account } from '../../support/app.ts';
import { giveCoins } from '../../support/coins.ts';
import { type Plain, visitPlainly } from '../../support/plain.ts';
import { publishSerial } from '../../support/serial.ts';
import { startSite } from '../../support/site.ts';
import { openStores } from '../../support/stores.ts';

const DAY_MS = 86_400_000;
const APP_URL = 'https://apps.example/tsuzuki';

const shops = await openStores();
const site = await startSite({ environment: { ...shops.environment, APP_URL } });
t.teardown(async () => {
  await site.close();
  await shops.close();
});
const { db } = site.deps;
const creator = await site.signUp('Mirko Haas');
const { story, path, episodes } = await publishSerial(site, creator, { pages: 3 });
const price = async (priceCoins: number, freeAfterDays: number | null = null) => {
  const strategy = { type: 'first_free', freeCount: 1, priceCoins, freeAfterDays } as const;
  await db
    .insert(pricingStrategies)
    .values({ storyId: story.id, ...strategy })
    .onConflictDoUpdate({ target: pricingStrategies.storyId, set: strategy });
  site.caches.purge(['all']);
};
await price(30);
let made = 0;
/** Buys like the app: the store signs a receipt, and the app submits it. */
const buy = async (as: Account) => {
  made += 1;
  const bought = {
    transactionId: String(80_000_000 + made),
    bundleId: 'example.app',
    productId: 'coins_100',
    environment: 'Production',
    appAccountToken: as.id,
    signedDate: Date.now(),
  };
  const reply = await site.call('POST /wallet/purchases', {
    as,
    headers: { 'idempotency-key': `bought-${made}` },
    body: { provider: 'app_store', receipt: await shops.chain.sign(bought) },
  });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return bought;
};
const payBack = async (bought: object) => {
  const reply = await site.call('POST /wallet/store_notifications/app_store', {
    body: {
      signedPayload: await shops.chain.sign({
        notificationType: 'REFUND',
        signedDate: Date.now(),
        data: { signedTransactionInfo: await shops.chain.sign(bought) },
      }),
    },
  });
  if (reply.statusCode !== 204) throw new Error(reply.body);
};
const paidOf = async ({ id }: Account) =>
  (await db.select().from(unlocks).where(eq(unlocks.readerId, id))).length;
const pictures = ({ document }: Plain) => document().querySelectorAll('[data-stage] img').length;
const dialogOf = ({ document, text }: Plain) => text(document().querySelector('dialog[open]') ?? undefined);

await t.test(
  'PRI-23, PRI-24, PRI-25, PRI-17 bought in the app, unlocked by a form, and read on',
  async (t) => {
    const as = await site.signUp('Jule Winter');
    const reader = visitPlainly(site.app, { as });
    await reader.goto(`${path}/2`);
    t.match(dialogOf(reader), /Price ?30 coins ?You have ?0 coins ?Short by ?30 coins/);
    t.match(
      dialogOf(reader),
      /Not enough coins to unlock this episode\. Coins are sold in the app; they appear here at once\./,
    );
    t.same(reader.all('button', /Unlock/), []);
    await reader.press('Get 30 coins in the app');
    t.equal(reader.at(), '/app');
    t.equal(reader.document().querySelectorAll(`main a[href="${APP_URL}"]`).length, 1);
    await buy(as);
    await reader.goto(`${path}/2`);
    t.match(dialogOf(reader), /Price ?30 coins ?You have ?100 coins ?Balance after ?70 coins/);
    t.equal(await paidOf(as), 0);
    await reader.press('Unlock for 30 coins');
    t.match(reader.text(), 'Unlocked. You have 70 coins left.');
    t.equal(pictures(reader), 2);
    await reader.goto('/wallet');
    t.match(reader.text(), /Unlocked ?−30 coins ?balance 70/);
    t.match(reader.text(), /Bought in the app.*App Store, 8000000\d ?\+100 coins ?balance 100/);
    t.match(reader.text(), /You have ?70 coins/);
  },
);

await t.test('PRI-26 a debt is told in the dialog, and how many coins it takes', async (t) => {
  const as = await site.signUp('Jule Winter');
  const bought = await buy(as);
  const unlocked = await site.call(`POST /episodes/${episodes[1].id}/unlock`, { as, body: { price: 30 } });
  t.equal(unlocked.statusCode, 200);
  await payBack(bought);
  const reader = visitPlainly(site.app, { as });
  await reader.goto(`${path}/3`);
  t.match(dialogOf(reader), /Price ?30 coins ?You have ?0 coins ?You owe ?30 coins ?Short by ?60 coins/);
  t.match(dialogOf(reader), /your next coins settle that first/);
  t.ok(reader.get('link', 'Get 60 coins in the app'));
  const refused = await site.call(`POST /episodes/${episodes[2].id}/unlock`, { as, body: { price: 30 } });
  t.match(
    [refused.statusCode, refused.json()],
    [422, { code: 'not_enough_coins', balance: 0, debt: 30, price: 30 }],
  );
  await giveCoins(site, as, 59);
  await reader.goto(`${path}/3`);
  t.match(dialogOf(reader), /Price ?30 coins ?You have ?29 coins ?Short by ?1 coin/);
  t.ok(reader.get('link', 'Get 1 coin in the app'));
  await reader.goto(`${path}/2`);
  t.equal(pictures(reader), 2, 'what was unlocked stays');
});

await t.test(
  'PRI-27 what was paid for stays open: blocked and not, withdrawn and published again',
  async (t) => {
    const as = await site.signUp('Jule Winter');
    const administrator = await site.signUp('Mei Tan');
    await site.makeAdministrator(administrator);
    await giveCoins(site, as, 30);
    const [, { id }] = episodes;
    t.equal((await site.call(`POST /episodes/${id}/unlock`, { as, body: { price: 30 } })).statusCode, 200);
    const reader = visitPlainly(site.app, { as });
    const isOpen = async () => [await reader.goto(`${path}/2`), pictures(reader)];
    t.same(await isOpen(), [200, 2]);
    await price(45);
    t.same(await isOpen(), [200, 2], 'dearer');
    const admin = (deed: string, body: object) =>
      site.call(`POST /admin/episodes/${id}/${deed}`, { as: administrator, body });
    t.equal((await admin('block', { reason: 'It shows a face that is not theirs to show' })).statusCode, 200);
    t.equal((await isOpen())[0], 404, 'blocked');
    t.equal((await admin('unblock', { reason: 'It was theirs after all' })).statusCode, 200);
    t.same(await isOpen(), [200, 2], 'and not any more');
    const withdraw = async (deed: string) =>
      (await site.call(`POST /creator/episodes/${id}/${deed}`, { as: creator, body: {} })).statusCode;
    t.equal(await withdraw('unpublish'), 200);
    t.same(await isOpen(), [200, 2], 'withdrawn: it stays with whoever paid');
    t.equal(await withdraw('publish'), 200);
    t.same(await isOpen(), [200, 2], 'published again');
    await price(30);
    t.equal(await paidOf(as), 1);
  },
);

await t.test('PRI-28 an episode that becomes free says when, and then costs nothing', async (t) => {
  await price(30, 14);
  const { clock } = site.deps;
  t.teardown(() => {
    site.deps.clock = clock;
  });
  const [row] = await db
    .select({ at: table.firstPublishedAt })
    .from(table)
    .where(eq(table.id, episodes[2].id));
  const freeOn = formatDate(new Date((row?.at?.getTime() ?? 0) + 14 * DAY_MS));
  const reader = visitPlainly(site.app, { as: await site.signUp('Jule Winter') });
  await reader.goto(`${path}/3`);
  t.match(dialogOf(reader), new RegExp(`Free for everybody from ?${freeOn}`));
  const visitor = visitPlainly(site.app);
  const third = () => visitor.text(visitor.document().querySelector('[data-episode="3"]') ?? undefined);
  await visitor.goto(`${path}/3`);
  t.match(visitor.text(), `It becomes free on ${freeOn}.`);
  await visitor.goto(path);
  t.match(third(), freeOn);
  site.deps.clock = { now: () => new Date(Date.now() + 15 * DAY_MS) };
  site.caches.purge(['all']);
  t.equal(await visitor.goto(`${path}/3`), 200);
  t.equal(pictures(visitor), 2);
  await visitor.goto(path);
  t.notMatch(third(), /30|free from/i);
});
