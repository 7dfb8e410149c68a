import t from 'tap';
import { ratings, subscriptions } from '../../../db/schema/index.ts';
import { PASSWORD } from '../../support/app.ts';
import { visitPlainly, wordsOf } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
const { db } = site.deps;
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor('Mirko Haas', { slug: 'mirko-haas' });
const story = await addStory(author, { slug: 'ash-street', title: 'Ash Street' });
await addEpisode(story, 1);
const premium = await addStory(
  author,
  { slug: 'umbrellas', title: 'Umbrellas' },
  { pricing: { type: 'all_premium', priceCoins: 30 } },
);
await addEpisode(premium, 1);
const reader = await site.signUp('Jule Winter');
const STORY = '/stories/ash-street';
const PREMIUM = '/stories/umbrellas/1';
const subscribed = async () => (await db.select().from(subscriptions)).length;
const starsOf = async () => (await db.select().from(ratings)).map(({ stars }) => stars);
const backIn = (address: string) => new URL(address, 'http://x').searchParams.get('back');

await t.test('STP-04, STP-05 forms rate and subscribe, and say so', async (t) => {
  const visitor = visitPlainly(site.app, { as: reader });
  const first = (name: string) => visitor.all('button', name)[0] as HTMLElement;
  const told = () => [...visitor.document().querySelectorAll('noscript')].map((each) => wordsOf(each));
  await visitor.goto(STORY);
  await visitor.press(first('Subscribe'));
  t.ok(told().includes('Subscribed'));
  t.equal(await subscribed(), 1);
  await visitor.press(first('Unsubscribe'));
  t.equal(await subscribed(), 0);
  visitor.field('5 stars').checked = true;
  const back = (first('Rate') as HTMLButtonElement).form?.elements.namedItem('_back') as HTMLInputElement;
  t.match(back.value, /#rating$/, 'back to where the stars are');
  await visitor.press(first('Rate'));
  t.ok(told().includes('Rating saved'));
  t.same(await starsOf(), [5]);
  await visitor.press(first('Remove my rating'));
  t.same(await starsOf(), []);
});

await t.test('STP-07, SOC-23 visitors are led to sign in, and back', async (t) => {
  const visitor = visitPlainly(site.app);
  await visitor.goto(STORY);
  await visitor.press(visitor.all('button', 'Subscribe')[0] as HTMLElement);
  t.match(visitor.at(), /^\/sign_in\?/);
  t.equal(backIn(visitor.at()), STORY);
  await visitor.goto(STORY);
  visitor.field('2 stars').checked = true;
  await visitor.press('Rate');
  t.equal(backIn(visitor.at()), `${STORY}#rating`);
  t.same([await starsOf(), await subscribed()], [[], 0], 'nothing was kept in somebody’s name');
});

await t.test('PRO-07 SOC-04 all stories of an author are subscribed to, and left', async (t) => {
  const visitor = visitPlainly(site.app, { as: reader });
  await visitor.goto('/profile/mirko-haas');
  await visitor.press('Subscribe to all');
  t.match(visitor.text(), /Subscribed to all stories/);
  t.equal(await subscribed(), 2);
  await visitor.press(visitor.document().querySelector('noscript button') as HTMLElement);
  t.match(visitor.text(), /Unsubscribed from all stories/);
  t.equal(await subscribed(), 0);
  const nobody = visitPlainly(site.app);
  await nobody.goto('/de/profile/mirko-haas');
  await nobody.press('Alle abonnieren');
  t.match(nobody.at(), /^\/de\/sign_in\?/);
  t.equal(backIn(nobody.at()), '/de/profile/mirko-haas');
  t.equal(await subscribed(), 0);
});

await t.test('PRO-07 a bio that is written in the profile stands on the page at once', async (t) => {
  const creator = await site.signUp('Ida Single');
  const visitor = visitPlainly(site.app);
  const { slug } = (await site.call('GET /user/account', { as: creator })).json().user;
  const saved = await site.call('PUT /user/profile', {
    as: creator,
    body: { bio: 'Draws trains.\n\nAnd rain.' },
  });
  t.equal(saved.statusCode, 200);
  await visitor.goto(`/profile/${slug}`);
  t.match(visitor.text(), 'Draws trains. And rain.');
  await visitor.goto('/profile/mirko-haas');
  t.equal(visitor.get('link', 'Feed').getAttribute('href'), '/profile/mirko-haas/feed.xml');
});

await t.test('ACC-53 RDR-17 from a locked page over a wrong password to its price', async (t) => {
  const visitor = visitPlainly(site.app);
  t.equal(await visitor.goto(PREMIUM), 402);
  t.ok(visitor.get('heading', 'Login to Unlock'));
  const main = visitor.document().querySelector('main') as Element;
  await visitor.press(visitor.get('link', 'Sign in', main));
  for (const password of ['not this one', PASSWORD]) {
    visitor.fill('E-mail', reader.email);
    visitor.fill('Password', password);
    await visitor.press(visitor.get('button', 'Sign in'));
  }
  t.equal(visitor.at(), PREMIUM);
  t.match(wordsOf(visitor.get('dialog')), /Short by/);
});

await site.close();
