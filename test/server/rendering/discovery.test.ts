import t from 'tap';
import { rankings, storyDays } from '../../../db/schema/index.ts';
import { rankWeek } from '../../../server/domains/reading/counts/rankings.ts';
import { addDays, utcDay } from '../../../server/lib/days.ts';
import { visitPlainly, wordsOf } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const DAY_MS = 86_400_000;

const site = await startSite();
const { deps } = site;
const now = deps.clock.now();
const today = utcDay(now);
const { addAuthor, addStory, addEpisode } = openShelf(deps);
const author = await addAuthor('Mirko Haas');
const kinds = ['comics', 'indie', 'novel'] as const;
const before: string[] = [];
for (let index = 1; index <= 15; index += 1) {
  const publicationType = kinds[index % 3] ?? 'comics';
  const story = await addStory(author, { title: `Story ${index}`, publicationType, viewsCount: index });
  await addEpisode(story, 1, { publishedAt: now }, { pages: 1 });
  await deps.db.insert(storyDays).values({ storyId: story.id, day: today, views: 1600 - index });
  before.unshift(story.id);
}
await rankWeek(deps);
const weekAgo = { day: addDays(today, -7), kind: 'all' as const, views: 1, countedAt: now };
await deps.db
  .insert(rankings)
  .values(before.map((storyId, index) => ({ ...weekAgo, storyId, place: index + 1 })));
/** 23:30 UTC the day after tomorrow. */
const late = new Date(`${addDays(today, 2)}T23:30:00Z`);
const soon = await addStory(author, { title: 'Soon' });
await addEpisode(soon, 1, { publishedAt: now });
await addEpisode(soon, 2, { status: 'scheduled', publishedAt: null, publishAt: late, isAnnounced: true });
const visitor = visitPlainly(site.app);
const main = () => visitor.document().querySelector('main') as Element;

await t.test('a cover stands once, and what the header leads to is there', async (t) => {
  const { body } = await site.app.inject({ url: '/' });
  const pictures = [...body.matchAll(/<img[^>]* src="(\/media\/[^"]+)"/g)].map(([, address]) => address);
  t.ok(pictures.length > 8, `${pictures.length} pictures`);
  t.equal(new Set(pictures).size, pictures.length, 'no picture twice');
  for (const anchor of ['comics', 'indie', 'novels']) t.equal(body.split(`id="${anchor}"`).length, 2, anchor);
});

await t.test(
  'LEG-12, LEG-13 anybody sees what is read most, in its order and how it has moved',
  async (t) => {
    const places = () => [...main().querySelectorAll('ol li')].map(wordsOf);
    await visitor.goto('/');
    await visitor.press('Top 50');
    t.equal(visitor.at(), '/ranking');
    const texts = places();
    t.equal(texts.length, 15);
    t.match(texts[0], /1 Story 1 Mirko Haas 1,599 reads up 14/);
    t.match(texts[3], /4 Story 4 Mirko Haas · Crime up 8/);
    t.match(texts[7], /8 Story 8 .* same/);
    t.match(texts[14], /15 Story 15 Mirko Haas down 14/);
    t.equal(main().querySelectorAll('li img').length, 12, 'from the thirteenth place on there is type alone');
    await visitor.press(visitor.all('link', 'Novels').at(-1) as HTMLElement);
    t.equal(visitor.at(), '/ranking?kind=novel');
    t.equal(places().length, 5);
    await visitor.press('All time');
    t.equal(visitor.at(), '/ranking?period=all&kind=novel');
    t.match(places()[0], /1 Story 14 Mirko Haas 14 reads$/);
    t.equal(await visitor.goto('/ranking?kind=x&period=y'), 200, 'a filter that is none is the whole list');
    t.ok(visitor.get('link', /Story 3\b/));
  },
);

await t.test('LEG-12, I18-15 the calendar tells each day in UTC', async (t) => {
  await visitor.goto(`/calendar?month=${utcDay(late).slice(0, 7)}`);
  const entry = [...main().querySelectorAll('li')].map(wordsOf).find((text) => text.includes('announced'));
  t.match(entry, /^23:30 UTC Soon Ep\. 2 · Mirko Haas · announced$/);
});

await t.test('months have ends, and those without anything say what comes next', async (t) => {
  const month = utcDay(new Date(now.getTime() + 100 * DAY_MS)).slice(0, 7);
  t.equal(await visitor.goto(`/calendar?month=${month}`), 200);
  t.match(wordsOf(main()), /Up next: “Soon”, episode 2, on/);
  await visitor.press('Go to that month');
  t.ok(visitor.document().getElementById(utcDay(late)));
  for (const made of ['1999-01', '2999-12', '2026-13', today.slice(0, 7)]) {
    const reply = await site.app.inject({ url: `/de/calendar?month=${made}` });
    t.same([reply.statusCode, reply.headers.location], [302, '/de/calendar'], made);
  }
});

await site.close();
