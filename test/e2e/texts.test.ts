/** The pages about ourselves and the legal ones: what each has to say, in both languages, without an account and without a script. */
import t from 'tap';
import { inspectPages } from '../support/axe.ts';
import { startSite } from '../support/site.ts';

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

/** As the specification says it (§1, §5, §9): not from the constants that the texts take it from. */
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

t.test('texts of whole pages', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const plain = await site.open({ javaScriptEnabled: false });
  const read = async (path: string): Promise<string> => {
    t.equal(await plain.goto(path), 200, path);
    return (await plain.page.locator('main').innerText()).replaceAll(/[ \u00a0\n]+/g, ' ');
  };

  for (const [code, path, english, german] of PAGES) {
    await t.test(
      `${code} LEG-13 LEG-31 I18-07 ${path} is open to everybody, in both languages`,
      async (t) => {
        for (const [index, prefix] of LANGUAGES.entries()) {
          await read(prefix + path);
          const heading = plain.page.locator('h1');
          t.equal(await heading.count(), 1);
          t.match((await heading.innerText()).replaceAll('\n', ' '), [english, german][index]);
          const reply = await site.app.inject({ url: prefix + path });
          t.match(reply.headers['cache-control'], /public/);
          t.match(reply.body, `<html lang="${['en', 'de'][index]}"`);
          t.match(reply.body, /<meta name="description" content="[^"]{40,}"/);
          t.notMatch(reply.body, /noindex/);
        }
      },
    );
  }

  for (const [what, path, ...said] of FACTS) {
    await t.test(`${what}, as ${path} says`, async (t) => {
      for (const [index, prefix] of LANGUAGES.entries()) t.match(await read(prefix + path), said[index]);
    });
  }

  await t.test('LEG-22 LEG-23 LEG-24 the page for creators counts by the same rules', async (t) => {
    for (const prefix of LANGUAGES) {
      const shown = await read(`${prefix}/creators`);
      t.match(shown, /\$212\.40.*70\s?%.*\$148\.68.*\$36\.20.*\$100.*\$184\.88/);
      t.match(shown, /75\s?%/);
      t.equal(await plain.page.getByText('70', { exact: false }).first().isVisible(), true);
    }
  });

  await t.test('every link of these pages leads somewhere, and stays in its language', async (t) => {
    const asked = new Set<string>();
    for (const prefix of LANGUAGES) {
      for (const [, path] of PAGES) {
        await plain.goto(prefix + path);
        const links = await plain.page
          .locator('main a')
          .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
        for (const href of links.filter((link) => !link.startsWith('mailto:'))) {
          if (href.startsWith('#')) {
            t.equal(await plain.page.locator(`[id="${href.slice(1)}"]`).count(), 1, `${path}${href}`);
            continue;
          }
          t.ok(prefix === '' ? !href.startsWith('/de') : href.startsWith('/de'), `${prefix}${path}: ${href}`);
          asked.add(href);
        }
      }
    }
    // What is one's own asks who it is first.
    const isOwn = (url: string) => url.endsWith('/attention');
    for (const url of asked) {
      const { statusCode, headers } = await site.app.inject({ url });
      if (isOwn(url)) t.match([statusCode, headers.location], [302, /\/sign_in\?.*back=%2F/], url);
      else t.equal(statusCode, 200, url);
    }
  });

  await t.test(
    'a long text has its contents at the side, folded on a phone, and marks what is in sight',
    async (t) => {
      const { page, context, goto, faults } = await site.open({ viewport: { width: 1280, height: 800 } });
      await goto('/terms_of_service#coins');
      const side = page.getByRole('navigation', { name: 'Contents' });
      const marked = () =>
        side
          .getByRole('link')
          .evaluateAll((links) =>
            links
              .filter((link) => getComputedStyle(link).fontWeight === '700')
              .map((link) => link.textContent),
          );
      await page.waitForFunction(() => scrollY > 1000);
      t.same(await marked(), ['Coins']);
      await side.getByRole('link', { name: 'Reading' }).click();
      await page.waitForURL(/#reading$/);
      await page.waitForFunction(() => {
        const top = document.getElementById('reading')?.getBoundingClientRect().top ?? -1;
        return top >= 0 && top < 100;
      });
      t.same(await marked(), ['Reading']);
      await page.setViewportSize({ width: 360, height: 740 });
      t.equal(await side.count(), 0, 'folded');
      await page.locator('main summary').focus();
      await page.keyboard.press('Enter');
      await side.getByRole('link', { name: 'Coins' }).waitFor();
      t.same(faults, []);
      await context.close();
    },
  );

  await t.test('printed is the text alone, with where its links lead', async (t) => {
    const { page, context, goto } = await site.open();
    await goto('/de/terms_of_service');
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['header', 'footer', 'main nav', 'main details'])
      t.equal(await page.locator(hidden).filter({ visible: true }).count(), 0, hidden);
    t.ok(await page.getByRole('heading', { name: 'Münzen' }).isVisible());
    const after = await page
      .locator('main a[href="/de/privacy_policy"]')
      .evaluate((link) => getComputedStyle(link, '::after').content);
    t.match(after, '/de/privacy_policy');
    await context.close();
  });

  await t.test('axe finds nothing, and nothing is wider than a narrow phone', async (t) => {
    const tab = await site.open();
    await inspectPages(t, tab, [
      ...PAGES.map(([, path]) => path),
      '/de/privacy_policy',
      '/de/creators',
      '/de/app',
    ]);
    await tab.page.setViewportSize({ width: 320, height: 640 });
    for (const prefix of LANGUAGES) {
      for (const [, path] of PAGES) {
        await tab.goto(prefix + path);
        const wider = await tab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        t.equal(wider, 0, `${prefix}${path} at 320`);
      }
    }
    t.same(tab.faults, []);
    await tab.context.close();
  });

  await t.test(
    'LEG-07 LEG-08 who makes an account is told what it agrees to, beside the button',
    async (t) => {
      for (const [prefix, terms, privacy] of [
        ['', 'terms of service', 'privacy policy'],
        ['/de', 'Nutzungsbedingungen', 'Datenschutzerklärung'],
      ] as const) {
        await plain.goto(`${prefix}/sign_up`);
        for (const [name, path] of [
          [terms, '/terms_of_service'],
          [privacy, '/privacy_policy'],
        ] as const) {
          const link = plain.page.getByRole('link', { name, exact: true });
          t.equal(await link.getAttribute('href'), prefix + path);
          const [button, sentence] = [
            await plain.page.locator('main form button[type=submit]').boundingBox(),
            await link.locator('xpath=..').boundingBox(),
          ];
          t.ok(button && sentence && sentence.y - button.y - button.height < 64, name);
        }
      }
    },
  );
  await plain.context.close();
});
