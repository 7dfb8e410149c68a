import t from 'tap';
import { pricingStrategies } from '../../../db/schema/index.ts';
import { violations } from '../../support/axe.ts';
import { giveCoins } from '../../support/coins.ts';
import { click, expect, press } from '../../support/hand.ts';
import { openPanel } from '../../support/panels.ts';
import { publishSerial } from '../../support/serial.ts';
import { phone, startSite } from '../../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Mirko Haas');
const reader = await site.signUp('Jule Winter');
const { path, story, episodes } = await publishSerial(site, creator, { pages: 5, isPaged: true });
const tab = await site.open({ ...phone, as: reader, serviceWorkers: 'allow' });
const { page, goto } = tab;
const saved = () =>
  page.evaluate(async () => (await caches.keys()).filter((name) => /saved-/.test(name)).length);

await t.test('SOC-08 rows of a list save, one after the other, say so, and take it back', async (t) => {
  const row = (number: number) => page.locator(`[data-episode="${number}"]`);
  await goto(path);
  await click(row(2).getByRole('button', { name: 'Save 2 · The tunnel for offline' }));
  await click(row(3).getByRole('button', { name: /^Save 3/ }));
  await expect(row(2).getByRole('button', { name: 'Remove 2 · The tunnel from this device' })).toBeVisible();
  await expect(row(3).getByText(/^Saved, /)).toBeVisible();
  await expect.poll(saved).toBe(2);
  await expect(row(2).getByRole('button', { name: /^Remove 2 .* · [\d.]+ MB$/ })).toBeVisible();
  t.same(await violations(page), []);
  await goto(`${path}/1`);
  const opened = await openPanel(page, 'episodes');
  await expect(row(2).getByText(/^Saved, /)).toBeVisible();
  await expect(row(1).getByRole('button'), 'the present one has the tool').toHaveCount(0);
  t.same(await violations(page), []);
  for (const number of [2, 3]) {
    await click(opened.getByRole('button', { name: new RegExp(`^Remove ${number}`) }));
    await expect(opened.getByRole('button', { name: new RegExp(`^Save ${number}`) })).toBeVisible();
  }
  await expect.poll(saved).toBe(0);
  t.same(tab.faults, []);
});

await t.test('SOC-08 RDR-17 the list of a locked episode saves what is unlocked', async (t) => {
  const sold = { type: 'first_free', freeCount: 1, priceCoins: 30 } as const;
  await site.deps.db.insert(pricingStrategies).values({ storyId: story.id, ...sold });
  site.caches.purge(['all']);
  await giveCoins(site, reader, 30);
  const paid = await site.call(`POST /episodes/${episodes[1].id}/unlock`, {
    as: reader,
    body: { price: 30 },
    headers: { 'idempotency-key': 'one-and-only-0001' },
  });
  t.equal(paid.statusCode < 300, true, paid.body);
  await goto(`${path}/3`);
  const offer = page.locator('dialog:modal');
  await expect(offer).toBeVisible();
  await press(page, 'Escape');
  await expect(offer).toHaveCount(0);
  const opened = await openPanel(page, 'episodes');
  await expect(opened.getByRole('button', { name: /^Save 1/ })).toBeVisible();
  await click(opened.getByRole('button', { name: /^Save 2/ }));
  await expect(opened.getByRole('button', { name: /^Remove 2/ })).toBeVisible();
  await expect(opened.locator('[data-save-press]:visible'), 'none for itself').toHaveCount(2);
  await click(opened.getByRole('button', { name: /^Remove 2/ }));
  await expect(opened.getByRole('button', { name: /^Save 2/ })).toBeVisible();
  t.same(
    tab.faults.filter((fault) => !/402/.test(fault)),
    [],
  );
});

await site.close();
