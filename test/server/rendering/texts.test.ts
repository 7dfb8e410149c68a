/** Pages about ourselves, legal pages, FAQ and app: required content, in both languages, without an account. */
import t, { type Test } from 'tap';
import { publishStory } from '../../support/console.ts';
import { visitPlainly, wordsOf } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';

const PAGES = [
  ['LEG-01', '/about', /Stories that go on/, /Geschichten, die weitergehen/],
  ['LEG-02', '/app', /Coins, and your stories, in your pocket/, /Münzen und deine Geschichten/],
  ['LEG-03', '/creators', /of what your ads earn is yours/, /der Werbeeinnahmen gehören dir/],
  ['LEG-04', '/readers', /Your place is kept/, /Deine Stelle bleibt/],
  ['LEG-06', '/community_guidelines', /Community guidelines/, /Gemeinschaftsregeln/],
  ['LEG-07', '/privacy_policy', /Privacy policy/, /Datenschutzerklärung/],
  ['LEG-08', '/terms_of_service', /Terms of service/, /Nutzungsbedingungen/],
  ['LEG-09', '/creator_payment_program', /Creator payment program/, /Vergütungsprogramm/],
] as const;

/** Written out from the specification (§1, §5, §9), not from the constants that the texts use. */
const FACTS = [
  ['LEG-14 the company is based in Hong Kong', '/about', /Limited, Hong Kong/, /Limited, Hong Kong/],
  ['LEG-14 the company is based in Hong Kong', '/terms_of_service', /based in Hong Kong/, /Sitz in Hongkong/],
  ['LEG-15 a liability cap of US$100', '/terms_of_service', /limited to US\$100\./, /auf US\$100 begrenzt/],
  ['LEG-16 claims within 1 year', '/terms_of_service', /brought within 1 year/, /innerhalb von 1 Jahr/],
  [
    'LEG-17 60 days of negotiation before arbitration',
    '/terms_of_service',
    /for 60 days\. Only when these days of negotiation have passed may either of us begin arbitration/,
    /60 Tage lang, die Sache durch Verhandeln zu klären\. Erst wenn diese Tage vorbei sind, darf eine Seite ein Schiedsverfahren/,
  ],
  [
    'LEG-18 California requests are answered within 30 days',
    '/privacy_policy',
    /live in California .*answer such requests within 30 days/s,
    /Lebst du in Kalifornien.*Anfragen beantworten wir innerhalb von 30 Tagen/s,
  ],
  ['LEG-19 users are 13 or older', '/terms_of_service', /must be 13 or older/, /mindestens 13 Jahre alt/],
  [
    'LEG-20 under 18 a guardian consents',
    '/terms_of_service',
    /under 18, a parent or guardian must have agreed/,
    /unter 18, muss ein Elternteil oder Vormund damit einverstanden sein/,
  ],
  [
    'LEG-21 creators are 18, or a parent or guardian registers the account',
    '/terms_of_service',
    /18 or older, or have a parent or guardian register the account/,
    /mindestens 18 Jahre alt sein, oder ein Elternteil oder Vormund muss das Konto angemeldet haben/,
  ],
  [
    'LEG-22 the share is 70% of net ad revenue',
    '/creator_payment_program',
    /70% of the net ad revenue/,
    /70\s% der Netto-Werbeeinnahmen/,
  ],
  [
    'LEG-23 the share of founders is 75%',
    '/creator_payment_program',
    /Founding creators get 75%/,
    /Gründungsmitglieder bekommen 75\s%/,
  ],
  [
    'LEG-24 payouts begin at $100 USD',
    '/creator_payment_program',
    /reached \$100 USD/,
    /\$100 \(USD\) erreicht/,
  ],
  [
    'LEG-25 payment within 30 days after a transfer request',
    '/creator_payment_program',
    /within 30 days after the transfer request/,
    /innerhalb von 30 Tagen nach der Anforderung/,
  ],
  [
    'LEG-26 earnings roll over monthly',
    '/creator_payment_program',
    /Earnings roll over monthly/,
    /Verdienst wird Monat für Monat übertragen/,
  ],
  [
    'LEG-27 revenue data comes on the 1st for the previous month',
    '/creator_payment_program',
    /uploaded on the 1st of each month for the previous month/,
    /am 1\. jedes Monats für den Vormonat eingespielt/,
  ],
  [
    'LEG-28 tax forms are submitted on request',
    '/creator_payment_program',
    /Tax forms must be submitted on request/,
    /Steuerformulare sind auf Anforderung einzureichen/,
  ],
  [
    'LEG-29 payment without a guardian from 18',
    '/creator_payment_program',
    /without a guardian you must be at least 18/,
    /ohne Vormund ausgezahlt zu werden, musst du mindestens 18 sein/,
  ],
  [
    'LEG-30 coins are bought in the app',
    '/app',
    /bought in the app and nowhere else/,
    /in der App zu kaufen/,
  ],
] as const;

const LANGUAGES = ['', '/de'] as const;

const site = await startSite();
const visitor = visitPlainly(site.app);
const main = () => visitor.document().querySelector('main') as Element;
const read = async (t: Test, path: string): Promise<string> => {
  t.equal(await visitor.goto(path), 200, path);
  return visitor.text(main());
};
const hrefsOf = (selector: string) =>
  [...visitor.document().querySelectorAll(selector)].map((link) => link.getAttribute('href') ?? '');

for (const [code, path, english, german] of PAGES) {
  await t.test(`${code} LEG-13 LEG-31 I18-07 ${path} is open to everybody, in both languages`, async (t) => {
    for (const [index, prefix] of LANGUAGES.entries()) {
      await read(t, prefix + path);
      const headings = visitor.document().querySelectorAll('h1');
      t.equal(headings.length, 1);
      t.match(wordsOf(headings[0] as Element), [english, german][index]);
      t.match(visitor.headers()['cache-control'], /public/);
      t.equal(visitor.document().documentElement.lang, ['en', 'de'][index]);
      const description = visitor.document().querySelector('meta[name=description]');
      t.match(description?.getAttribute('content'), /.{40}/);
      t.equal(visitor.document().querySelector('meta[name=robots]'), null);
    }
  });
}

for (const [what, path, ...said] of FACTS) {
  await t.test(`${what}, as ${path} says`, async (t) => {
    for (const [index, prefix] of LANGUAGES.entries()) t.match(await read(t, prefix + path), said[index]);
  });
}

await t.test('LEG-22 LEG-23 LEG-24 the page for creators counts by the same rules', async (t) => {
  for (const prefix of LANGUAGES) {
    const shown = await read(t, `${prefix}/creators`);
    t.match(shown, /\$212\.40.*70\s?%.*\$148\.68.*\$36\.20.*\$100.*\$184\.88/);
    t.match(shown, /75\s?%/);
  }
});

await t.test('every link of these pages leads somewhere, and stays in its language', async (t) => {
  const asked = new Set<string>();
  for (const prefix of LANGUAGES) {
    for (const [, path] of PAGES) {
      await visitor.goto(prefix + path);
      for (const href of hrefsOf('main a').filter((link) => !link.startsWith('mailto:'))) {
        if (href.startsWith('#')) {
          t.ok(visitor.document().getElementById(href.slice(1)), `${path}${href}`);
          continue;
        }
        t.ok(prefix === '' ? !href.startsWith('/de') : href.startsWith('/de'), `${prefix}${path}: ${href}`);
        asked.add(href);
      }
    }
  }
  // Personal pages ask for sign-in first.
  const isOwn = (url: string) => url.endsWith('/attention');
  for (const url of asked) {
    const { statusCode, headers } = await site.app.inject({ url });
    if (isOwn(url)) t.match([statusCode, headers.location], [302, /\/sign_in\?.*back=%2F/], url);
    else t.equal(statusCode, 200, url);
  }
});

await t.test('LEG-07 LEG-08 who makes an account is told what it agrees to', async (t) => {
  for (const [prefix, terms, privacy] of [
    ['', 'terms of service', 'privacy policy'],
    ['/de', 'Nutzungsbedingungen', 'Datenschutzerklärung'],
  ] as const) {
    await visitor.goto(`${prefix}/sign_up`);
    for (const [name, path] of [
      [terms, '/terms_of_service'],
      [privacy, '/privacy_policy'],
    ] as const)
      t.equal(visitor.get('link', name).getAttribute('href'), prefix + path);
  }
});

await t.test('LEG-05, LEG-13, I18-07 anybody opens the questions, in both languages', async (t) => {
  for (const [path, heading, group, question] of [
    ['/faq', 'Questions', 'Coins', 'Where do I buy coins?'],
    ['/de/faq', 'Fragen', 'Münzen', 'Wo kaufe ich Münzen?'],
  ] as const) {
    t.equal(await visitor.goto(path), 200);
    t.equal(visitor.get('heading', heading).tagName, 'H1');
    t.equal(visitor.get('heading', group).tagName, 'H2');
    const folded = [...visitor.document().querySelectorAll('main details')];
    t.ok(folded.length >= 30, 'as many as are asked');
    const asked = folded.find((each) => wordsOf(each).includes(question));
    t.equal(asked?.hasAttribute('open'), false, 'folded');
    t.ok(asked?.querySelector('p'));
  }
});

await t.test('LEG-05 a phrase opens and marks its answers and says how many', async (t) => {
  await visitor.goto('/de/faq');
  visitor.fill('Fragen durchsuchen', 'LOSCHE konto');
  const { form } = visitor.field('Fragen durchsuchen');
  await visitor.press(form?.querySelector('button:not([type=button])') as HTMLElement);
  t.match(visitor.at(), /^\/de\/faq\?q=/);
  t.equal(visitor.text(visitor.get('status')), '1 Antwort mit „LOSCHE konto“');
  t.ok(visitor.document().querySelector('main details')?.hasAttribute('open'));
  t.same([...visitor.document().querySelectorAll('mark')].map(wordsOf), ['lösche', 'Konto']);
  t.equal(visitor.field('Fragen durchsuchen').value, 'LOSCHE konto');
  await visitor.press('Eingabe löschen');
  t.equal(visitor.at(), '/de/faq');
  t.equal(visitor.document().querySelector('main details[open]'), null);
});

await t.test('LEG-05 a phrase that nothing holds says what to do, and stays text', async (t) => {
  const phrase = '<img src=x onerror=alert(1)>';
  t.equal(await visitor.goto(`/faq?q=${encodeURIComponent(phrase)}`), 200);
  t.equal(visitor.text(visitor.get('status')), `Nothing with “${phrase}”`);
  t.equal(visitor.document().querySelector('[onerror]'), null);
  await visitor.press('all questions');
  t.ok(visitor.get('heading', 'Reading'));
  const answer = visitor.document().getElementById('delete') as Element;
  t.equal(visitor.get('link', 'Link to this answer', answer).getAttribute('href'), '#delete');
});

await t.test('answers to phrases fill no cache, the page itself does', async (t) => {
  const get = (url: string) => site.app.inject({ url });
  await get('/faq');
  t.match((await get('/faq')).headers['cache-control'], /public/);
  t.match((await get('/faq?q=coins')).headers['cache-control'], /no-store/);
});

await t.test(
  'LEG-02 as long as it is in no store, the app’s page says so and promises nothing',
  async (t) => {
    for (const prefix of LANGUAGES) {
      t.match(await read(t, `${prefix}/app`), /not in the stores yet|in keinem Store/);
      t.same(hrefsOf('main a[href^="https://"]'), []);
      t.equal(visitor.document().querySelector('main form'), null);
      t.equal(visitor.get('link', /home screen|Startbildschirm/).getAttribute('href'), '#home');
      t.ok(visitor.document().getElementById('home'));
    }
  },
);

await t.test('LEG-02 LEG-30 it leads to the stores, and who speaks of the app leads to it', async (t) => {
  const stores = {
    APP_STORE_URL: 'https://apps.apple.com/app/id1',
    PLAY_STORE_URL: 'https://play.google.com/store/apps/details?id=x',
  };
  site.deps.config = { ...site.deps.config, ...stores, hasApp: true };
  const creator = await site.signUp('Mirko Haas');
  const { story } = await publishStory(site, creator, { title: 'Night Train' });
  site.caches.purge(['all']);
  for (const prefix of LANGUAGES) {
    t.notMatch(await read(t, `${prefix}/app`), /not in the stores|in keinem Store/);
    t.same(hrefsOf('main a[href^="https://"]'), Object.values(stores));
    t.match(
      wordsOf(visitor.document().getElementById('coins') as Element),
      /bought in the app|in der App zu kaufen/,
    );
    for (const path of ['', `/stories/${story.slug}`, '/about', '/readers', '/terms_of_service']) {
      await visitor.goto(`${prefix}${path}` || '/');
      t.ok(hrefsOf('main a').includes(`${prefix}/app`), `${prefix}${path}`);
    }
  }
});

await site.close();
