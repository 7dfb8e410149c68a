/** What holds on every page of the product: its languages, and that nothing is sold. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import t from 'tap';
import { pricingStrategies } from '../../db/schema/index.ts';
import { contracts } from '../../server/api.ts';
import { publishStory } from '../support/console.ts';
import { strayFields } from '../support/forms.ts';
import { startSite } from '../support/site.ts';

t.test('every page', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const comics = await publishStory(site, creator, { title: 'Night Train' });
  const premium = await publishStory(site, creator, { title: 'Umbrellas' });
  await site.deps.db
    .insert(pricingStrategies)
    .values({ storyId: premium.story.id, type: 'all_premium', priceCoins: 30 });
  site.caches.purge(['all']);

  const addresses = [
    '/',
    `/stories/${comics.story.slug}`,
    `/stories/${comics.story.slug}/1`,
    `/stories/${premium.story.slug}`,
    `/stories/${premium.story.slug}/1`,
    '/sign_in',
    '/sign_up',
    '/forgotten_password',
    '/nothing',
  ];
  const own = [
    '/creator/stories',
    '/creator/stories/new',
    `/creator/stories/${premium.story.id}`,
    `/creator/stories/${premium.story.id}/details`,
    `/creator/stories/${premium.story.id}/prices`,
    '/creator/revenue',
    '/profile_edit',
    '/settings',
    '/wallet',
    '/attention',
  ];

  await t.test('PRI-01 no page, no script and no call of the web sells coins', async (t) => {
    const selling = /\b(?:buy|purchase|top up|check ?out|kaufen|aufladen|erwerben)\b/i;
    const controls = (page: Page) =>
      page
        .locator('a, button, summary, form, [role=button]')
        .evaluateAll((all) =>
          all.map((each) =>
            [each.textContent, each.getAttribute('href'), each.getAttribute('action')]
              .filter(Boolean)
              .join(' '),
          ),
        );
    for (const as of [undefined, creator]) {
      const { page, context, goto } = await site.open({ as });
      for (const prefix of ['', '/de']) {
        for (const address of [...addresses, ...(as ? own : [])]) {
          await goto(`${prefix}${address}`);
          for (const text of await controls(page)) t.notMatch(text, selling, `${prefix}${address}`);
        }
        for (const address of ['/wallet/buy', '/coins', '/buy', '/shop', '/checkout'])
          t.equal(await goto(`${prefix}${address}`), 404, address);
      }
      await context.close();
    }
    const assets = join(import.meta.dirname, '../../dist/client/assets');
    for (const file of (await readdir(assets)).filter((name) => name.endsWith('.js')))
      t.notMatch(await readFile(join(assets, file), 'utf8'), /wallet\/purchases|checkout/i, file);
    const sales = Object.keys(contracts).filter((route) => /purchas|checkout|\/coins/.test(route));
    t.same(sales, ['POST /wallet/purchases'], 'one call takes the receipts of the app');
    t.notOk('form' in contracts['POST /wallet/purchases'], 'and no form of a page posts to it');
  });

  await t.test('a form posts to a call that takes it, with fields that the call knows', async (t) => {
    const rooms = [
      '',
      '/collaborators',
      '/geofiltering',
      '/prices',
      '/details',
      `/episodes/${comics.episode.id}`,
    ];
    const headers = { cookie: `auth_token=${creator.token}; signed_in=1` };
    let forms = 0;
    for (const url of [
      ...addresses.map((address) => `${address}?success_notice=x`),
      ...own,
      ...rooms.map((room) => `/creator/stories/${comics.story.id}${room}`),
      '/creator/stories/deleted',
      '/change_password',
      '/connected_apps',
      '/reset_password?token=x',
      '/confirm_email?token=x',
    ]) {
      for (const given of [{}, headers]) {
        const { stray, count } = strayFields((await site.app.inject({ url, headers: given })).body);
        forms += count;
        t.same(stray, [], url);
      }
    }
    t.ok(forms > 30, `${forms} forms`);
  });

  await t.test('I18-01 I18-02 the interface is in English and in German', async (t) => {
    for (const [language, prefix, words] of [
      ['en', '', ['Create an account', 'Date of birth', 'Sign in']],
      ['de', '/de', ['Konto anlegen', 'Geburtsdatum', 'Anmelden']],
    ] as const) {
      const { page, context, faults, goto } = await site.open();
      for (const address of addresses) {
        await goto(`${prefix}${address}`);
        t.equal(await page.locator('html').getAttribute('lang'), language, address);
      }
      await goto(`${prefix}/sign_up`);
      const shown = await page.locator('body').innerText();
      for (const word of words) t.match(shown, word);
      t.same(
        faults.filter((fault) => !/^402|status of 402/.test(fault)),
        [],
      );
      await context.close();
    }
  });
});
