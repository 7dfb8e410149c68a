/** Rules for every page of the product: access, languages, forms, missing things, and that nothing is sold. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodePages, geofilterStrategies, pricingStrategies } from '../../../db/schema/index.ts';
import { localizedPath } from '../../../locales/index.ts';
import { PAGE_PATHS, type PagePath } from '../../../pages/addresses.ts';
import { contracts } from '../../../server/api.ts';
import { LOCALES } from '../../../server/lib/locale.ts';
import type { Account } from '../../support/app.ts';
import { createEpisode, createStory, publishStory } from '../../support/console.ts';
import { MAILED } from '../../support/mailed-pages.ts';
import { visitPlainly, wordsOf } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';
import { strayFields } from './stray-fields.ts';

/** Pages that need an account. All others are public. */
const OWN: readonly string[] = [
  '/attention',
  '/change_password',
  '/connected_apps',
  '/fresh_sign_in',
  '/library',
  '/notifications',
  '/profile_edit',
  '/settings',
  '/settings/people',
  '/settings/reports',
  '/settings/second_factor',
  '/wallet',
];
const isOwn = (path: PagePath): boolean => /^\/(?:creator|admin)(?:\/|$)/.test(path) || OWN.includes(path);

const site = await startSite();
const { db } = site.deps;
const creator = await site.signUp('Mirko Haas');
const comics = await publishStory(site, creator, { title: 'Night Train', tags: ['trains'] });
const premium = await publishStory(site, creator, { title: 'Umbrellas' });
const elsewhere = await publishStory(site, creator, { title: 'Only There' });
const draft = await createEpisode(site, creator, comics.story.id, 'Not yet');
await db.insert(pricingStrategies).values({ storyId: premium.story.id, type: 'all_premium', priceCoins: 30 });
await db
  .insert(geofilterStrategies)
  .values({ storyId: elsewhere.story.id, type: 'allow', countries: ['JP'] });
site.caches.purge(['all']);

const path = `/stories/${comics.story.slug}`;
const locked = `/stories/${premium.story.slug}/1`;
const fixed = PAGE_PATHS.filter((each) => !each.includes('@') && !MAILED.includes(each));
const addresses = [
  '/',
  path,
  `${path}/1`,
  `/stories/${premium.story.slug}`,
  locked,
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
const cookiesOf = ({ token }: Account) => ({ cookie: `auth_token=${token}; signed_in=1` });
const status = async (url: string, as?: Account) => {
  const { statusCode, headers } = await site.app.inject({ url, headers: as ? cookiesOf(as) : {} });
  return `${statusCode} ${String(headers.location ?? '').replace(/\?.*/, '')}`.trim();
};

await t.test(
  'ROL-01 a visitor opens landing, legal pages, stories and search without an account',
  async (t) => {
    const open = [...fixed.filter((each) => !isOwn(each)), path, `${path}/1`];
    for (const locale of LOCALES)
      for (const each of open)
        t.match(await status(localizedPath(locale, each)), /^(?:200|30[12] (?!.*sign_in))/, each);
  },
);

await t.test('ROL-01 what needs an account sends a visitor to sign in', async (t) => {
  for (const locale of LOCALES)
    for (const each of fixed.filter(isOwn))
      t.equal(await status(localizedPath(locale, each)), `302 ${localizedPath(locale, '/sign_in')}`, each);
});

await t.test('ROL-01 a signed-in reader opens the same and what is their own', async (t) => {
  const reader = await site.signUp('Ilse Vogt');
  for (const each of fixed) t.match(await status(each, reader), /^(?:200|30[12] (?!.*sign_in))/, each);
});

await t.test('PRI-01 no page, no script and no call of the web sells coins', async (t) => {
  const selling = /\b(?:buy|purchase|top up|check ?out|kaufen|aufladen|erwerben)\b/i;
  for (const as of [undefined, creator]) {
    const visitor = visitPlainly(site.app, as && { as });
    for (const prefix of ['', '/de']) {
      for (const address of as ? own : addresses) {
        await visitor.goto(`${prefix}${address}`);
        for (const each of visitor.document().querySelectorAll('a, button, summary, form, [role=button]')) {
          const said = [wordsOf(each), each.getAttribute('href'), each.getAttribute('action')];
          t.notMatch(said.join(' '), selling, `${prefix}${address}`);
        }
      }
      for (const address of ['/wallet/buy', '/coins', '/buy', '/shop', '/checkout'])
        t.equal(await status(`${prefix}${address}`, as), '404', address);
    }
  }
  const assets = join(import.meta.dirname, '../../../dist/client/assets');
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
    for (const headers of [{}, cookiesOf(creator)]) {
      const { stray, count } = strayFields((await site.app.inject({ url, headers })).body);
      forms += count;
      t.same(stray, [], url);
    }
  }
  t.ok(forms > 30, `${forms} forms`);
});

await t.test(
  'I18-01 I18-02 I18-06 every page exists in English and in German, and names the other',
  async (t) => {
    const visitor = visitPlainly(site.app);
    const language = () => visitor.document().documentElement.lang;
    const alternates = () =>
      [...visitor.document().querySelectorAll('link[rel=alternate][hreflang]')].map((link) =>
        link.getAttribute('hreflang'),
      );
    for (const address of addresses) {
      const english = await visitor.goto(address);
      t.equal(language(), 'en', address);
      const others = alternates();
      t.equal(await visitor.goto(address === '/' ? '/de' : `/de${address}`), english, address);
      t.equal(language(), 'de', address);
      t.same(alternates(), others, address);
      if (address === path) t.same(others.toSorted(), ['de', 'en', 'x-default']);
    }
    for (const [prefix, words] of [
      ['', ['Create an account', 'Date of birth', 'Sign in']],
      ['/de', ['Konto anlegen', 'Geburtsdatum', 'Anmelden']],
    ] as const) {
      await visitor.goto(`${prefix}/sign_up`);
      for (const word of words) t.match(visitor.text(), word);
    }
    await visitor.goto('/de/');
    t.equal(visitor.at(), '/de');
  },
);

await t.test('LEG-11, ERR-41 what is not there is a 404 page', async (t) => {
  const visitor = visitPlainly(site.app);
  for (const address of [
    '/nothing',
    '/stories/nothing',
    `${path}/2`,
    `${path}/99`,
    `${path}/0`,
    `${path}/x`,
    '/stories/%zz',
    '/stories/%00',
  ]) {
    t.equal(await visitor.goto(address), 404, address);
    t.match(visitor.document().title, '404, page does not exist');
    t.equal(visitor.document().querySelectorAll('main h1').length, 1);
    t.ok(visitor.document().querySelector('meta[name=robots][content=noindex]'));
  }
  t.equal(await visitor.goto(`/de${path}/2`), 404);
  t.match(visitor.document().title, '404, diese Seite gibt es nicht');
  await visitor.press(visitor.document().querySelector('main a[href="/de"]') as HTMLElement);
  t.equal(visitor.at(), '/de');
  const api = await site.app.inject({ url: `/api/episodes/${draft.id}` });
  t.equal(api.statusCode, 404);
});

await t.test('STP-09, STP-11, ERR-39 what is not available in a country is 451', async (t) => {
  const visitor = visitPlainly(site.app);
  const { slug, id } = elsewhere.story;
  for (const address of [`/stories/${slug}`, `/stories/${slug}/1`, `/de/stories/${slug}/1`])
    t.equal(await visitor.goto(address), 451, address);
  t.match(visitor.document().title, 'Geschichte nicht verfügbar');
  await visitor.goto(`/stories/${slug}`);
  t.match(visitor.document().title, 'Story not available');
  t.ok(visitor.get('heading', 'This story is not available in your country'));
  await visitor.goto('/');
  t.equal(
    visitor.document().querySelector(`a[href="/stories/${slug}"]`),
    null,
    'nor is it on the landing page',
  );
  for (const url of [`/api/stories/${id}`, `/api/episodes/${elsewhere.episode.id}`]) {
    const reply = await site.app.inject({ url });
    t.equal(reply.statusCode, 451);
    t.match(reply.json(), { message: 'Story not available', code: 'story_not_available' });
  }
});

await t.test('PRI-19, PRI-29, ERR-45 no page of a locked episode is delivered', async (t) => {
  const { id } = premium.episode;
  const rows = await db.select().from(episodePages).where(eq(episodePages.episodeId, id));
  const ids = rows.map(({ mediaId }) => mediaId);
  t.ok(ids.length > 1);
  for (const url of [
    '/',
    `/stories/${premium.story.slug}`,
    locked,
    `/de${locked}`,
    `/api/stories/${premium.story.id}`,
    `/api/episodes/${id}`,
  ]) {
    const { body } = await site.app.inject({ url });
    t.same(
      ids.filter((each) => body.includes(each)),
      [],
      `${url} names none of its pictures`,
    );
  }
  const reply = await site.app.inject({ url: `/api/episodes/${id}` });
  t.equal(reply.statusCode, 402);
  t.notOk('pages' in reply.json().episode);
  const listed = await site.call(`GET /creator/pages?episode_id=${id}`, { as: creator });
  for (const { pieces } of listed.json().pages) {
    const [{ url: signed }] = pieces;
    const [unsigned = ''] = signed.split('?');
    t.equal((await site.app.inject({ url: signed })).statusCode, 200, 'the team sees it, signed');
    t.ok((await site.app.inject({ url: unsigned })).statusCode >= 400, 'nobody else does');
  }
});

await t.test('the foot of every page leads to all that concern no single story', async (t) => {
  for (const prefix of ['', '/de']) {
    const { body } = await site.app.inject({ url: `${prefix}/ranking` });
    const map = body.slice(body.lastIndexOf('<nav'));
    for (const page of [
      ...['/about', '/app', '/blog', '/faq', '/readers', '/genres', '/ranking', '/calendar', '/creators'],
      ...['/creator_payment_program', '/community_guidelines', '/terms_of_service', '/privacy_policy'],
      '/cookies',
    ])
      t.match(map, `href="${prefix}${page}"`);
  }
});

await t.test('OPS-14 the HTML holds the content before any script runs, and its islands', async (t) => {
  const visitor = visitPlainly(site.app, { as: creator });
  const main = () => wordsOf(visitor.document().querySelector('main') as Element);
  for (const address of ['/', path, `/creator/stories/${comics.story.id}`]) {
    await visitor.goto(address);
    t.match(main(), 'Night Train', address);
  }
  await visitor.goto(`/creator/stories/${comics.story.id}/details`);
  t.equal(visitor.field('Title').value, 'Night Train');
});

await t.test('EPI-13 EPI-14 EPI-15 an episode of each kind of story has its editor', async (t) => {
  const visitor = visitPlainly(site.app, { as: creator });
  for (const [kind, part] of [
    ['comics', 'Pages'],
    ['indie', 'Pages'],
    ['novel', 'Chapters'],
  ] as const) {
    const story = await createStory(site, creator, { title: 'Two', publication_type: kind });
    const { id } = await createEpisode(site, creator, story.id, 'Two');
    t.equal(await visitor.goto(`/creator/stories/${story.id}/episodes/${id}`), 200);
    t.ok(visitor.get('heading', part), kind);
    if (kind === 'novel') t.ok(visitor.all('button', 'Add chapter').length > 0);
    else t.equal(visitor.document().querySelectorAll('input[type=file][multiple]').length, 1);
  }
});

await site.close();
