import t from 'tap';
import { visitPlainly, wordsOf } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();

await t.test('HDR-02 HDR-15 HDR-16 HDR-17 the language menu shows flags and codes', async (t) => {
  const visitor = visitPlainly(site.app);
  for (const [path, code, language] of [
    ['/', 'EN', 'en'],
    ['/de', 'DE', 'de'],
  ] as const) {
    await visitor.goto(path);
    const menu = visitor.document().querySelector('header details:has([hreflang])') as Element;
    const button = menu.querySelector('summary') as Element;
    t.match(wordsOf(button), new RegExp(`\\b${code}$`));
    const entry = (of: string) => menu.querySelector(`a[hreflang=${of}]`) as Element;
    const flagIn = (element: Element) => element.querySelector('svg')?.innerHTML;
    t.match(wordsOf(entry('en')), /English EN/);
    t.match(wordsOf(entry('de')), /Deutsch DE/);
    t.not(flagIn(entry('en')), flagIn(entry('de')), 'each its own');
    t.equal(flagIn(button), flagIn(entry(language)), 'the flag of the page’s language');
  }
});

await t.test('HDR-10 the account menu leads to the notifications, which say what reaches whom', async (t) => {
  const visitor = visitPlainly(site.app, { as: await site.signUp('Mira') });
  for (const [prefix, link, heading] of [
    ['', 'Notifications', 'Nothing new'],
    ['/de', 'Benachrichtigungen', 'Nichts Neues'],
  ] as const) {
    await visitor.goto(`${prefix}/creator/stories`);
    await visitor.press(visitor.get('link', link, visitor.document().querySelector('header') as Element));
    t.equal(visitor.at(), `${prefix}/notifications`);
    t.ok(visitor.get('heading', heading));
    t.equal(visitor.document().querySelectorAll('main a[href$="/settings"]').length, 1);
  }
  const nobody = visitPlainly(site.app);
  await nobody.goto('/notifications');
  t.match(nobody.at(), /^\/sign_in\?/);
});

await site.close();
