/** The search reflects every change at its commit, whoever makes it, and hides closed stories. */
import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import {
  geofilterStrategies,
  searchChanges,
  searchDocuments,
  searchPostings,
  searchWords,
  stories,
  users,
} from '#db/schema/index.ts';
import { countFound, findCreators, findStories } from '#server/domains/discovery/search/queries.ts';
import { isAvailableIn } from '#server/domains/publishing/countries/rules.ts';
import { startTestApp } from '../../../support/app.ts';
import { publishStory } from '../../../support/console.ts';
import { openShelf } from '../../../support/shelf.ts';
import { runSweeps } from '../../../support/sweeps.ts';

t.test('what the search knows', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addStory } = openShelf(deps);
  const find = async (phrase: string, country: string | null = null) =>
    (await findStories(deps, { phrase, type: 'comics', country, page: 1, perPage: 24 })).found.map(
      ({ title }) => title,
    );
  const creators = async (phrase: string, country: string | null = null) =>
    (await findCreators(deps, { phrase, country, page: 1, perPage: 24 })).found.map(({ slug }) => slug);
  const change = (id: string, values: Partial<typeof stories.$inferInsert>) =>
    deps.db.update(stories).set(values).where(eq(stories.id, id));

  await t.test(
    'SRC-61 a story is found from its first published episode until its last is gone',
    async (t) => {
      const creator = await app.signUp('Petra Publik');
      const { story, episode } = await publishStory(app, creator);
      await app.call(`PATCH /creator/stories/${story.id}`, { as: creator, body: { title: 'Quinces' } });
      t.same(await find('quinces'), ['Quinces']);
      t.equal((await creators('publik')).length, 1);
      const reply = await app.call(`POST /creator/episodes/${episode.id}/unpublish`, {
        as: creator,
        body: {},
      });
      t.equal(reply.statusCode, 200, reply.body);
      t.same(await find('quinces'), []);
      await runSweeps(deps, 'search.settle');
      t.same(await creators('publik'), [], 'who has no published story is no creator any more');
    },
  );

  await t.test('SRC-61 each change is known at once', async (t) => {
    const author = await addAuthor('Olga Ostrich');
    const { id } = await addStory(author, { title: 'Before', description: '', tags: ['plum'] });
    t.same(await find('plum'), ['Before']);
    await change(id, { title: 'Afterwards', tags: ['pear'], description: 'Walnuts' });
    t.same(await find('before'), []);
    t.same(await find('plum'), []);
    for (const phrase of ['afterw', 'pear', 'walnut', 'ostrich'])
      t.same(await find(phrase), ['Afterwards'], phrase);
    await deps.db.update(users).set({ displayName: 'Olga Heron' }).where(eq(users.id, author));
    t.same(await find('ostrich'), []);
    t.same(await find('heron'), ['Afterwards']);
    t.equal((await creators('heron')).length, 1);
    const gone = [
      { deletionRequestedAt: new Date() },
      { lockedAt: new Date() },
      { erasedAt: new Date() },
    ] satisfies Partial<typeof users.$inferInsert>[];
    const back = { deletionRequestedAt: null, lockedAt: null, erasedAt: null };
    for (const values of gone) {
      await deps.db.update(users).set(values).where(eq(users.id, author));
      t.same(await find('heron'), [], JSON.stringify(values));
      t.same(await creators('heron'), []);
      await deps.db.update(users).set(back).where(eq(users.id, author));
      t.same(await find('heron'), ['Afterwards']);
    }
    await change(id, { deletedAt: new Date() });
    t.same(await find('heron'), []);
    await change(id, { deletedAt: null });
    t.same(await find('heron'), ['Afterwards']);
    await change(id, { publicationType: 'indie' });
    t.same(await find('heron'), []);
  });

  await t.test('SRC-61 what a deed takes back was never known', async (t) => {
    const { id } = await addStory(await addAuthor('Rolf Rollback'), { title: 'Kept' });
    const failed = deps.db.transaction(async (tx) => {
      await tx.update(stories).set({ title: 'Thrown Away' }).where(eq(stories.id, id));
      tx.rollback();
    });
    await t.rejects(failed);
    t.same(await find('thrown away'), []);
    t.same(await find('kept'), ['Kept']);
  });

  await t.test('SRC-61 a story closed to a country is neither found nor counted from there', async (t) => {
    const author = await addAuthor('Gunda Grenz');
    const { id } = await addStory(author, { title: 'Borderland' });
    const close = (values: { type: 'worldwide' | 'allow' | 'deny'; countries: string[] }) =>
      deps.db.update(geofilterStrategies).set(values).where(eq(geofilterStrategies.storyId, id));
    for (const values of [
      { type: 'deny', countries: ['DE', 'FR'] },
      { type: 'allow', countries: ['FR'] },
      { type: 'worldwide', countries: [] },
    ] as const) {
      await close({ ...values, countries: [...values.countries] });
      await runSweeps(deps, 'search.settle');
      for (const country of ['DE', 'FR', null]) {
        const isOpen = isAvailableIn(values, country);
        const message = `${values.type} from ${country}`;
        t.equal((await find('borderland', country)).length, Number(isOpen), message);
        t.equal((await creators('grenz', country)).length, Number(isOpen), `${message}: the creator`);
        const counted = await countFound(deps, { phrase: 'borderland', country });
        t.equal(counted.comics, Number(isOpen), `${message}: the count`);
        const told = values.type === 'worldwide' ? [] : [{ ...values }];
        t.same(counted.geofilters, told, `${message}: what decided, so that no other country is shown it`);
      }
    }
    await close({ type: 'deny', countries: ['DE', 'FR'] });
    await addStory(author, { title: 'Elsewhere' }, { geofilter: { type: 'allow', countries: ['DE', 'JP'] } });
    await runSweeps(deps, 'search.settle');
    const [document] = await deps.db.select().from(searchDocuments).where(eq(searchDocuments.id, author));
    t.match(document, { geofilterType: 'deny', countries: ['FR'] }, 'open wherever one of the stories is');
  });

  await t.test(
    'SRC-61 nothing is left of a story that is erased, nor of the words that only it had',
    async (t) => {
      const { id } = await addStory(await addAuthor('Vera Vanish'), { title: 'Zyzzyva', description: '' });
      await runSweeps(deps, 'search.settle');
      const word = () => deps.db.select().from(searchWords).where(eq(searchWords.word, 'zyzzyva'));
      t.equal((await word()).length, 1);
      await change(id, { title: 'Another' });
      t.equal((await word()).length, 0);
      await deps.db.delete(stories).where(eq(stories.id, id));
      t.same(await deps.db.select().from(searchDocuments).where(eq(searchDocuments.id, id)), []);
      t.same(await deps.db.select().from(searchPostings).where(eq(searchPostings.foundId, id)), []);
    },
  );

  await t.test('SRC-61 two changes at once leave what both of them say', async (t) => {
    const author = await addAuthor('Dora Double');
    const { id } = await addStory(author, { title: 'Parallel' });
    await Promise.all([
      change(id, { title: 'Sequential' }),
      deps.db.update(users).set({ displayName: 'Dora Single' }).where(eq(users.id, author)),
    ]);
    t.same(await find('sequential single'), ['Sequential']);
    t.same(await find('parallel'), []);
  });

  await t.test('SRC-31 a story that is read more and more moves up when the sweep has seen it', async (t) => {
    const author = await addAuthor('Paula Popular');
    const one = await addStory(author, { title: 'Kite of May', viewsCount: 1 });
    await addStory(author, { title: 'Kite of June', viewsCount: 1_000 });
    t.same(await find('kite'), ['Kite of June', 'Kite of May']);
    await change(one.id, { popularity: 50_000 });
    await runSweeps(deps, 'search.settle');
    t.same(await find('kite'), ['Kite of May', 'Kite of June']);
    t.equal(await deps.db.$count(searchChanges), 0);
    await change(one.id, { popularity: 50_100 });
    t.equal(await deps.db.$count(searchChanges), 0, 'a few readers more move nothing');
  });

  await t.test('SRC-61 each document has its postings, and the other way round', async (t) => {
    const { rows } = await deps.db.execute<{ postings: number; documents: number }>(sql`
      select (select count(*)::int from search_postings p where not exists (select from search_documents d where d.id = p.found_id)) as postings,
        (select count(*)::int from search_documents d where not exists (select from search_postings p where p.found_id = d.id)) as documents`);
    t.same(rows, [{ postings: 0, documents: 0 }]);
  });
});
