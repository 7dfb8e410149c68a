import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, storyCounters, users } from '../../../db/schema/index.ts';
import { PASSWORD } from '../../support/app.ts';
import { createEpisode, createStory, publishStory, uploadCover } from '../../support/console.ts';
import { type Plain, textOf, visitPlainly } from '../../support/plain.ts';
import { mustDo, readyEpisode } from '../../support/releases.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
const LIST = '/creator/stories';
const NOT_YOURS = 'This page is not part of your stories, or it no longer exists.';
const mira = await site.signUp('Mira');
const storyOf = async (id: string) =>
  (await site.call(`GET /creator/stories/${id}`, { as: mira })).json().story;
const find = async (title: string) => {
  const [found] = await site.deps.db.select().from(stories).where(eq(stories.title, title));
  return found?.id ?? '';
};

function fillIn(visitor: Plain, title: string, genre: string): void {
  visitor.fill('Title', title);
  visitor.select('Genre', genre);
  visitor.select('Language', 'en');
}
/** Types offered in the form. Only a script offers a choice. */
const typesOf = (visitor: Plain) =>
  [...visitor.document().querySelectorAll('[name=publication_type]')].map((one) => one.getAttribute('value'));
const titlesOf = (visitor: Plain) => {
  const articles = visitor.all('article');
  return articles.map((one) => textOf(one.querySelector('a[lang], a [lang]') as Element));
};

await t.test(
  'STO-01 STO-02 HDR-25 ROL-03 the console of a creator begins with created stories',
  async (t) => {
    const visitor = visitPlainly(site.app, { as: mira });
    t.equal(await visitor.goto(LIST), 200);
    t.match(visitor.text(visitor.get('banner')), 'Creator');
    await visitor.press('Create your first story');
    t.same(typesOf(visitor), ['comics', 'indie', 'novel']);
  },
);

await t.test('STO-06 STO-07 STO-39 ERR-52 a comic and an indie story are created', async (t) => {
  const visitor = visitPlainly(site.app, { as: mira });
  await visitor.goto(`${LIST}/new`);
  visitor.choose(/^Right to left/);
  t.notOk(visitor.field('Genre').querySelector('[value=poetry]'), 'a genre of novels');
  fillIn(visitor, 'Night Bus', 'crime');
  await visitor.press('Create story');
  t.ok(visitor.get('heading', 'Night Bus'));
  t.match(visitor.text(), 'Story saved');
  t.match(await storyOf(await find('Night Bus')), {
    publication_type: 'comics',
    format: 'page_rtl',
    genre: 'crime',
    language: 'en',
  });
  await visitor.goto(`${LIST}/new`);
  await visitor.press(visitor.get('link', 'Indie'));
  visitor.choose(/^Strip/);
  fillIn(visitor, 'Zine', 'slice_of_life');
  await visitor.press('Create story');
  t.match(await storyOf(await find('Zine')), { publication_type: 'indie', format: 'strip' });
});

await t.test('STO-08 NOV-03 a novel is made, saved and deleted', async (t) => {
  const visitor = visitPlainly(site.app, { as: mira });
  await visitor.goto(`${LIST}/new`);
  await visitor.press(visitor.get('link', 'Novel'));
  t.same(visitor.all('group', 'Reading direction'), []);
  fillIn(visitor, 'By Candlelight', 'poetry');
  visitor.fill('Tags', 'wax, night');
  await visitor.press('Create story');
  t.match(visitor.text(), 'Story saved');
  const id = await find('By Candlelight');
  t.match(await storyOf(id), {
    publication_type: 'novel',
    format: null,
    genre: 'poetry',
    tags: ['wax', 'night'],
  });
  await visitor.press('Details');
  t.same(visitor.all('group', 'Reading direction'), []);
  visitor.fill('Description', 'Short.');
  await visitor.press('Save');
  t.match(await storyOf(id), { description: 'Short.', lock_version: 1 });
  t.match(visitor.at(), `${LIST}/${id}/details`);
  const deletion = visitor.document().querySelector('noscript form') as HTMLFormElement;
  (deletion.querySelector('[name=title]') as HTMLInputElement).value = 'By Candlelight';
  await visitor.press(deletion.querySelector('[type=submit]') as HTMLElement);
  t.match(visitor.at(), /^\/creator\/stories\?/);
  t.match(visitor.text(), 'Story deleted');
});

await t.test('STO-08 the same in German', async (t) => {
  const greta = await site.signUp('Greta');
  const visitor = visitPlainly(site.app, { as: greta });
  await visitor.goto(`/de${LIST}`);
  await visitor.press('Erste Geschichte anlegen');
  await visitor.press(visitor.get('link', 'Roman'));
  visitor.fill('Titel', 'Nebel');
  visitor.select('Genre', 'Lyrik');
  visitor.select('Sprache', 'Deutsch');
  await visitor.press('Geschichte anlegen');
  t.match(visitor.text(), 'Geschichte gespeichert');
  await visitor.goto(`/de${LIST}/${await find('Nebel')}/details`);
  visitor.fill('Beschreibung', 'Ein Hafen.');
  await visitor.press('Speichern');
  t.match(visitor.text(), 'Geschichte gespeichert');
  t.equal(visitor.field('Beschreibung').value, 'Ein Hafen.');
});

const home = await createStory(site, mira, {
  title: 'No Way Home',
  cover_media_id: await uploadCover(site, mira),
});
const path = `${LIST}/${home.id}`;

await t.test('STO-38 STO-03 STO-04 STO-05 filter, search, order and view', async (t) => {
  await publishStory(site, mira, { title: 'Out in the World' });
  await site.runJobs();
  await site.deps.db.insert(storyCounters).values({ storyId: await find('Zine'), viewsCount: 41 });
  const visitor = visitPlainly(site.app, { as: mira });
  await visitor.goto(LIST);
  t.equal(titlesOf(visitor).length, 4);
  await visitor.press('Published 1');
  t.same(titlesOf(visitor), ['Out in the World']);
  await visitor.press('Work in progress 3');
  t.equal(titlesOf(visitor).length, 3);
  const search = async (words: string) => {
    const [field] = visitor.all('searchbox', undefined, visitor.get('main')) as [HTMLInputElement];
    field.value = words;
    await visitor.press(visitor.get('button', 'Search', visitor.get('main')));
  };
  await search('HOME');
  t.same(titlesOf(visitor), ['No Way Home']);
  t.ok(visitor.get('link', 'Work in progress 1'), 'counted within the search');
  await search('zeppelin');
  t.match(visitor.text(), 'No story has “zeppelin” in its title.');
  await visitor.press('Show all stories');
  await visitor.press('Reads');
  t.equal(titlesOf(visitor)[0], 'Zine');
  await visitor.press('Table');
  const table = visitor.get('table', 'Your stories');
  t.equal(visitor.all('row', undefined, table).length, 5);
  t.equal(textOf(visitor.document().querySelector('[aria-sort]') as Element), 'Reads');
  await visitor.goto(LIST);
  t.ok(visitor.get('table', 'Your stories'), 'the view is remembered');
  await visitor.press('Cards');
  t.equal(titlesOf(visitor).length, 4);
});

await t.test('each story says by one link what to do next', async (t) => {
  const episode = await createEpisode(site, mira, home.id, 'One');
  const visitor = visitPlainly(site.app, { as: mira });
  await visitor.goto(LIST);
  const row = (title: string) => {
    const found = visitor.all('article').find((one) => textOf(one).includes(title));
    if (!found) throw new Error(`no row of ${title}`);
    return found;
  };
  t.match(visitor.get('link', 'Add a cover', row('Zine')).getAttribute('href'), /\/details$/);
  t.ok(visitor.get('link', 'Details', row('Zine')));
  t.match(textOf(row('No Way Home')), 'Episode 1 has no pages yet');
  await visitor.press(visitor.get('link', 'Upload pages', row('No Way Home')));
  t.match(visitor.at(), `${path}/episodes/${episode.id}`);
});

await t.test('STO-33 HDR-26 ROL-08 ROL-09 ROL-10 a publisher makes comics and novels only', async (t) => {
  const house = await site.signUp('Ink House');
  await site.deps.db.update(users).set({ publisher: true }).where(eq(users.id, house.id));
  const visitor = visitPlainly(site.app);
  await visitor.goto('/sign_in');
  visitor.fill('E-mail', house.email);
  visitor.fill('Password', PASSWORD);
  await visitor.press(visitor.document().querySelector('main [type=submit]') as HTMLElement);
  t.match(visitor.at(), LIST);
  t.equal(visitor.cookies.get('is_publisher'), '1');
  t.match(visitor.text(visitor.get('banner')), 'Publisher');
  await visitor.goto(`${LIST}/new`);
  t.same(typesOf(visitor), ['comics', 'novel']);
});

await t.test(
  'STO-36 STO-37 PRO-22 PRO-23 the languages one writes in come first, in their order',
  async (t) => {
    const writer = await site.signUp('Polyglot');
    await site.call('PUT /creator/content_languages/preferred', {
      as: writer,
      body: { languages: ['ja', 'de', 'fr'] },
    });
    const visitor = visitPlainly(site.app, { as: writer });
    await visitor.goto(`${LIST}/new`);
    const field = visitor.field('Language');
    const options = [...field.querySelectorAll('option')].map(({ value }) => value);
    t.same(options.slice(0, 4), ['ja', 'de', 'fr', 'en']);
    t.equal(field.value, 'ja');
  },
);

await t.test(
  'ERR-05 ERR-06 ROL-04 a story of somebody else leads to the created stories with the message',
  async (t) => {
    const visitor = visitPlainly(site.app, { as: await site.signUp('Stranger') });
    for (const address of [path, `${path}/prices`, `${path}/statistics`, `${LIST}/nothing`]) {
      await visitor.goto(address);
      t.match(visitor.at(), /^\/creator\/stories\?error_notice=/);
      t.match(visitor.text(), NOT_YOURS, 'what is not there is told alike');
    }
  },
);

await t.test('STO-30 a deleted story is found among the deleted ones and brought back', async (t) => {
  const owner = await site.signUp('Moth');
  const { id } = await createStory(site, owner, { title: 'Moths' });
  await site.call(`DELETE /creator/stories/${id}`, { as: owner, body: { title: 'Moths' } });
  const visitor = visitPlainly(site.app, { as: owner });
  await visitor.goto(LIST);
  await visitor.press('Recently deleted (1)');
  t.ok(visitor.get('heading', 'Recently deleted'));
  const [row] = visitor.all('listitem').filter((one) => textOf(one).includes('Moths'));
  t.match(textOf(row as Element), /more days/);
  await visitor.goto(`/de${LIST}/deleted`);
  await visitor.press('Moths zurückholen');
  t.match(visitor.at(), `/de${LIST}/${id}?success_notice=`);
  await visitor.goto(`${LIST}/deleted`);
  t.match(visitor.text(), 'Nothing was deleted recently.');
});

await t.test('the calendar: a month in the own zone, from day to day and from month to month', async (t) => {
  const real = site.deps.clock.now;
  site.deps.clock.now = () => new Date('2026-12-20T12:00:00Z');
  const owner = await site.signUp('Calendar');
  await site.deps.db.update(users).set({ timezone: 'Europe/Berlin' }).where(eq(users.id, owner.id));
  const story = await createStory(site, owner, { cover_media_id: await uploadCover(site, owner) });
  const planned = async (title: string, date: string) => {
    const id = await readyEpisode(site, owner, story.id, title);
    await mustDo(site, owner, id, 'schedule', { date, time: '00:30', zone_name: 'Europe/Berlin' });
  };
  // In UTC, this is still the previous year.
  await planned('On New Year’s Eve', '01/01/2027');
  await planned('On Christmas Eve', '12/24/2026');
  const visitor = visitPlainly(site.app, { as: owner });
  await visitor.goto('/creator/schedule');
  t.ok(visitor.get('heading', 'December 2026'));
  t.notMatch(visitor.text(), 'On New Year’s Eve');
  const today = () => visitor.document().querySelector('time[aria-current=date]') as Element;
  t.equal(today().getAttribute('datetime'), '2026-12-20');
  await visitor.press('Next month');
  const day = () => visitor.document().querySelector('li:has(time[datetime="2027-01-01"])') as HTMLElement;
  t.match(textOf(day()), /00:30.*Scheduled.*On New Year’s Eve/);
  await visitor.goto('/de/creator/schedule?month=2031-02');
  t.match(visitor.text(), 'Nichts im Februar 2031.');
  await visitor.press('Dieser Monat');
  t.ok(visitor.get('heading', 'Dezember 2026'));
  t.equal(await visitor.goto('/creator/schedule?month=nonsense'), 200);
  await visitor.press('Next month');
  await visitor.press(visitor.get('link', undefined, day()));
  t.ok(visitor.get('heading', /On New Year’s Eve/));
  site.deps.clock.now = () => new Date('2026-12-24T08:00:00Z');
  await visitor.goto('/creator/schedule');
  t.match(textOf(today().closest('li') as Element), /Christmas Eve/);
  site.deps.clock.now = real;
});

await site.close();
