/** API, reader's page, views and pictures agree on who may see an episode. */
import t from 'tap';
import { findKnown, type KnownEpisode } from '#server/domains/coins/unlock/access-facts.ts';
import type { Person } from '#server/domains/coins/unlock/teams.ts';
import { viewingOf, viewingsOf } from '#server/domains/coins/unlock/viewing.ts';
import { findReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { isAppError } from '#server/lib/errors.ts';
import type { Viewer } from '#server/lib/viewer.ts';
import { decidePictureAccess } from '#server/media/access.ts';
import { findPicture } from '#server/media/picture-facts.ts';
import { startTestApp } from '../../../support/app.ts';
import { joinTeam } from '../../../support/figures.ts';
import { countQueries, openShelf } from '../../../support/shelf.ts';

t.test('who may read, whichever door they come to', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const shelf = openShelf(deps);
  const author = await shelf.addAuthor();
  const [reader, member] = [await app.signUp('Reader'), await app.signUp('Member')];

  type Strategies = Parameters<typeof shelf.addStory>[2];
  type Values = Parameters<typeof shelf.addEpisode>[2];
  const add = async (values: Values = {}, strategies: Strategies = {}) => {
    const story = await shelf.addStory(author, {}, strategies);
    await joinTeam(app, story.id, member, 'viewer');
    const { id, pictures } = await shelf.addEpisode(story, 1, values);
    return { id, slug: story.slug, storyId: story.id, picture: pictures[0] as string };
  };
  const premium = { pricing: { type: 'all_premium', priceCoins: 5 } } as const;
  const onlyJapan = { geofilter: { type: 'allow' as const, countries: ['JP'] } };

  const statusOf = async (work: Promise<unknown>) => {
    try {
      await work;
      return 200;
    } catch (error) {
      return isAppError(error) ? error.status : 500;
    }
  };

  type Doors = [api: number, page: number | string, view: number];
  const table: [
    string,
    Awaited<ReturnType<typeof add>>,
    Record<'nobody' | 'reader' | 'team', Doors>,
    string,
  ][] = [
    [
      'free and published',
      await add(),
      { nobody: [200, 'pages', 202], reader: [200, 'pages', 202], team: [200, 'pages', 202] },
      'public',
    ],
    [
      'premium',
      await add({}, premium),
      { nobody: [402, 'locked', 402], reader: [402, 'locked', 402], team: [200, 'pages', 202] },
      'signed',
    ],
    [
      'a draft',
      await add({ status: 'in_progress' }),
      // The reader's page shows only published episodes. A draft has its editor and its preview.
      { nobody: [404, 404, 404], reader: [404, 404, 404], team: [200, 404, 202] },
      'signed',
    ],
    [
      'blocked',
      await add({ status: 'blocked' }),
      { nobody: [404, 404, 404], reader: [404, 404, 404], team: [200, 404, 202] },
      'signed',
    ],
    [
      'deleted',
      await add({ deletedAt: new Date(), position: null, status: 'in_progress' }),
      { nobody: [404, 404, 404], reader: [404, 404, 404], team: [404, 404, 404] },
      'gone',
    ],
    [
      'for another country',
      await add({}, onlyJapan),
      { nobody: [451, 451, 451], reader: [451, 451, 451], team: [200, 451, 202] },
      'unavailable',
    ],
    [
      'premium, for another country',
      await add({}, { ...premium, ...onlyJapan }),
      { nobody: [451, 451, 451], reader: [451, 451, 451], team: [200, 451, 202] },
      'signed',
    ],
  ];
  const people = { nobody: undefined, reader, team: member };
  const viewerOf = (who: keyof typeof people) => people[who] && asViewer(people[who]);

  for (const [what, { id, slug, picture }, wanted, ofPicture] of table) {
    await t.test(`EPI-43, PRI-29, GEO-08, API-24 an episode that is ${what}`, async (t) => {
      for (const who of ['nobody', 'reader', 'team'] as const) {
        const as = people[who];
        const api = (await app.call(`GET /episodes/${id}`, { as })).statusCode;
        const view = (await app.call(`POST /episodes/${id}/views`, { as })).statusCode;
        const page = findReaderPage(deps, slug, 1, { country: null, reader: viewerOf(who) });
        const status = await statusOf(page);
        const shown = status === 200 ? ((await page) as { content: { kind: string } }).content.kind : status;
        t.same([api, shown, view], wanted[who], who);
      }
      const uses = (await findPicture(deps, picture))?.uses ?? [];
      t.equal(decidePictureAccess(uses, null).kind, ofPicture, 'the picture of its first page');
    });
  }

  const priced = await add({}, premium);
  const free = await add();
  const known = await findKnown(deps, [priced.id, free.id]);
  const [atPriced, atFree] = [known.get(priced.id), known.get(free.id)];
  if (atPriced === undefined || atFree === undefined) throw new Error('both were added');
  const [ofReader, ofMember] = [asViewer(reader), asViewer(member)];

  await t.test('PRI-28 what was unlocked is read, by addresses that are signed', async (t) => {
    const who = { person: ofReader, country: null };
    t.match(await viewingOf(deps, who, atPriced), { access: 'locked', forAll: 'locked', sign: undefined });
    const unlocked = await viewingOf(deps, { ...who, known: { hasUnlocked: true } }, atPriced);
    t.match(unlocked, { access: 'readable', forAll: 'locked', hasUnlocked: true, isTeam: false });
    t.match(unlocked.sign?.('/media/a'), /^\/media\/a\?.+/);
    t.match(await viewingOf(deps, who, atFree), { access: 'readable', sign: undefined });
  });

  await t.test('many are answered in their order, each as if alone', async (t) => {
    const asked = [
      { who: { person: ofMember, country: null }, where: atPriced },
      { who: { person: null, country: null }, where: atPriced },
      { who: { person: ofReader, country: null }, where: atFree },
      { who: { person: ofMember, country: null }, where: atFree },
      {
        who: { person: { ...ofReader, administrator: true, secondFactor: true }, country: null },
        where: atPriced,
      },
    ];
    const viewings = await viewingsOf(deps, asked, { evenIfOpen: true });
    t.same(
      viewings.map(({ access, isTeam }) => [access, isTeam]),
      [
        ['readable', true],
        ['locked', false],
        ['readable', false],
        ['readable', true],
        ['readable', true],
      ],
    );
  });

  await t.test('whom no answer depends on is not asked about', async (t) => {
    const queries = (person: Person | null, where: KnownEpisode) =>
      countQueries(deps, () => viewingOf(deps, { person, country: null }, where));
    t.equal(await queries(null, atFree), 0);
    t.equal(await queries(null, atPriced), 0);
    t.equal(await queries(ofReader, atFree), 0);
    t.equal(await queries({ ...ofReader, administrator: true, secondFactor: true }, atPriced), 0);
  });
});

const asViewer = ({ id }: { id: string }) => ({ id, administrator: false }) as Viewer;
