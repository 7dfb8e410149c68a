import t from 'tap';
import { visitPlainly, wordsOf } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor();
const [mika, noor] = [await site.signUp('Mika'), await site.signUp('Noor')];
const story = await addStory(author);
const first = await addEpisode(story, 1);
await addEpisode(story, 2);
const main = (visit: ReturnType<typeof visitPlainly>) =>
  wordsOf(visit.document().querySelector('main') as Element);

await t.test('SOC-08 SOC-04 what is read and followed stands on its shelf', async (t) => {
  const visitor = visitPlainly(site.app, { as: mika });
  await visitor.goto('/library');
  t.ok(visitor.get('heading', 'Nothing on your shelves yet'));
  await site.call(`PUT /stories/${story.id}/subscription`, { as: mika });
  await site.call(`PUT /episodes/${first.id}/progress`, { as: mika, body: { item: 1, furthest_item: 1 } });
  await visitor.goto('/library');
  t.match(visitor.text(), '1 · Part 1, 1 of 2');
  await visitor.press('Subscriptions 1');
  t.equal(main(visitor).split('Ash Street').length, 2);
});

await t.test('SOC-08 a story is taken off the shelf and put back', async (t) => {
  const visitor = visitPlainly(site.app, { as: mika });
  await visitor.goto('/library');
  t.same(visitor.all('button', 'Take Ash Street off this shelf'), []);
  await visitor.press('Continue reading 1');
  await visitor.press('Take Ash Street off this shelf');
  t.match(visitor.text(), '“Ash Street” is off your shelf.');
  t.match(visitor.text(), 'You haven’t started a story yet.');
  await visitor.press('Put it back');
  t.match(visitor.text(), '1 · Part 1, 1 of 2');
  t.match(visitor.at(), /^\/library\?shelf=reading/);
});

await t.test('SOC-08 what is read to its end stands apart', async (t) => {
  const short = await addStory(author, { title: 'One Night' });
  const { id } = await addEpisode(short, 1);
  await site.call(`PUT /episodes/${id}/progress`, { as: mika, body: { item: 2, furthest_item: 2 } });
  const visitor = visitPlainly(site.app, { as: mika });
  await visitor.goto('/library');
  t.notMatch(main(visitor), 'One Night');
  await visitor.press('Finished stories');
  t.ok(visitor.get('heading', 'Finished'));
  t.match(main(visitor), 'One Night');
});

await t.test('SOC-04 subscriptions are sorted by links, and the address keeps it', async (t) => {
  const other = await addStory(author, { title: 'Aardvark' });
  await site.call(`PUT /stories/${other.id}/subscription`, { as: mika });
  const visitor = visitPlainly(site.app, { as: mika });
  await visitor.goto('/library?shelf=subscriptions');
  await visitor.press('Title');
  t.equal(visitor.at(), '/library?shelf=subscriptions&sort=title');
  const names = () => [...visitor.document().querySelectorAll('main ul b[lang]')].map(wordsOf);
  t.same(names(), ['Aardvark', 'Ash Street']);
  const choice = () =>
    visitor
      .all('combobox', 'When an episode comes out')
      .concat(visitor.all('listbox', 'When an episode comes out'))[0] as HTMLSelectElement;
  choice().value = 'none';
  await visitor.press('Aardvark: save notification choice');
  t.match(visitor.at(), /sort=title/, 'what is chosen there leads back to the same order');
  t.same(names(), ['Aardvark', 'Ash Street']);
  t.equal(choice().value, 'none');
  await visitor.press('Unsubscribe from Aardvark');
  t.same(names(), ['Ash Street']);
});

await t.test('SOC-07 a collection is made, filled from the story, shared and seen by others', async (t) => {
  const visitor = visitPlainly(site.app, { as: mika });
  await visitor.goto(`/stories/${story.slug}`);
  await visitor.press(visitor.all('link', 'Add to collection')[0] as HTMLElement);
  t.match(main(visitor), 'Where should “Ash Street” go?');
  visitor.fill('Name of the collection', 'Rainy <b>Sunday</b>');
  await visitor.press('Create collection');
  await visitor.press('Add');
  t.ok(visitor.get('button', 'Remove'));
  await visitor.press('Rainy <b>Sunday</b>');
  const path = visitor.at();
  const other = visitPlainly(site.app, { as: noor });
  t.equal(await other.goto(path), 404, 'private unless shared');
  await visitor.press('Edit');
  visitor.fill('Why Ash Street?', 'Read it with the lights off.');
  await visitor.press('Save your reason for Ash Street');
  visitor.fill('What is it about?', 'Start at one.\nBy four you will want soup.');
  await visitor.press('Save');
  await visitor.press('Share');
  t.equal(await other.goto(path), 200);
  t.ok(other.get('link', 'Ash Street'));
  t.match(main(other), '“Read it with the lights off.”');
  t.match(main(other), 'By four you will want soup.');
  t.same(other.all('link', 'Edit'), []);
  await visitor.press('Remove Ash Street');
  await visitor.press('Done');
  t.match(main(visitor), 'Nothing in this collection yet');
  await visitor.press('Edit');
  await visitor.press('Delete for good');
  t.match(main(visitor), 'No collections yet.');
});

await t.test('SOC-07 one follows what another shares, until it is shared no longer', async (t) => {
  const made = await site.call('POST /collections', {
    as: mika,
    body: { title: 'Nothing but rain', shared: true },
  });
  const id = made.json().collection.id as string;
  const path = `/collections/${id}`;
  await site.call(`PUT /collections/${id}/stories/${story.id}`, { as: mika });
  const [follower, owner, visitor] = [
    visitPlainly(site.app, { as: noor }),
    visitPlainly(site.app, { as: mika }),
    visitPlainly(site.app),
  ];
  await follower.goto(path);
  await follower.press('Follow');
  t.match(main(follower), '1 follows this list');
  await follower.goto('/library');
  t.match(main(follower), 'you follow it');
  await owner.goto('/library');
  t.match(main(owner), 'shared, 1 follower');
  const { slug } = (await site.call('GET /user/account', { as: mika })).json().user;
  const profile = `/profile/${slug}`;
  await visitor.goto(profile);
  t.ok(visitor.get('link', /Nothing but rain/));
  await owner.goto(`${path}?edit=1`);
  await owner.press('Stop sharing');
  await visitor.goto(profile);
  t.notMatch(visitor.text(), 'Nothing but rain');
  await follower.goto(profile);
  await follower.press('Report or mute');
  t.match(follower.at(), /^\/report\?subject_type=user/);
  await follower.press('Mute Mika');
  t.equal(follower.at().split('?')[0], profile);
  t.match((await site.call('GET /user/people', { as: noor })).json().people, [{ kind: 'muted', slug }]);
  await follower.goto('/library');
  t.notMatch(follower.document().documentElement.outerHTML, 'Nothing but rain', 'not a trace of it');
  t.equal(await follower.goto(path), 404);
});

await t.test('SOC-07 its owner puts it in order by a number', async (t) => {
  const more = [await addStory(author, { title: 'Second' }), await addStory(author, { title: 'Third' })];
  const made = await site.call('POST /collections', { as: mika, body: { title: 'In order' } });
  const id = made.json().collection.id as string;
  for (const each of [...more.toReversed(), story])
    await site.call(`PUT /collections/${id}/stories/${each.id}`, { as: mika });
  const visitor = visitPlainly(site.app, { as: mika });
  await visitor.goto(`/collections/${id}?edit=1`);
  visitor.fill('Place of Third', '3');
  await visitor.press('Move Third');
  const { stories } = (await site.call(`GET /collections/${id}`, { as: mika })).json().collection;
  t.equal(stories[2].story_id, more[1]?.id);
});

await t.test('SOC-07 the title of a story that is not shown is not told by asking to keep it', async (t) => {
  const hidden = await addStory(author, { published: false });
  const visitor = visitPlainly(site.app, { as: noor });
  t.equal(await visitor.goto(`/library?shelf=collections&keep=${hidden.id}`), 404);
  t.equal(await visitor.goto(`/library?shelf=collections&keep=${story.id}`), 200);
});

await site.close();
