/**
 * Who still sees readers' content after a change, at each address. Notifications have their own table
 * (notifications/seen.test.ts).
 */
import { eq } from 'drizzle-orm';
import t, { type Test } from 'tap';
import {
  collections,
  comments,
  episodes,
  geofilterStrategies,
  pricingStrategies,
  stories,
  users,
} from '#db/schema/index.ts';
import { OPDS_PATH } from '#server/documents/opds.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { type Account, startTestApp } from '../../support/app.ts';
import { giveCoins } from '../../support/coins.ts';
import { leaveWritten, type Work } from '../written.ts';

const KINDS = ['story', 'entry', 'list', 'episode', 'comment', 'reply', 'note', 'feeling'] as const;
type Kind = (typeof KINDS)[number];
const written: Kind[] = ['comment', 'reply', 'note'];
const ALL: readonly Kind[] = KINDS;
const without = (...gone: Kind[]): Kind[] => KINDS.filter((kind) => !gone.includes(kind));

t.test('what readers wrote and kept, and who still sees it', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const { db } = deps;
  const [owner, reader, ada] = [
    await app.signUp('Owner'),
    await app.signUp('Reader'),
    await app.signUp('Ada'),
  ];
  await app.makeAdministrator(ada);
  await giveCoins(app, reader, 100);
  let turn = 0;

  const begin = () => {
    turn += 1;
    return leaveWritten(app, owner, turn);
  };

  type Ask = { as?: Account; headers: Record<string, string> };
  /** True for each address of a kind that shows the content. */
  const doors: Record<Kind, (work: Work, ask: Ask) => Promise<Record<string, boolean>>> = {
    async story({ storyId, slug }, ask) {
      const title = `Lamplight${turn}`;
      const says = async (url: string) =>
        (await app.app.inject({ url, headers: { ...ask.headers } })).body.includes(title);
      return {
        call: (await app.call(`GET /stories/${storyId}`, ask)).statusCode === 200,
        ...(ask.as === undefined && {
          search: (
            await app.call(`GET /stories/search?publication_type=comics&q=${title}`, ask)
          ).body.includes(slug),
          feed: await says(`/stories/${slug}/feed.xml`),
          catalogue: await says(`${OPDS_PATH}/stories/${slug}`),
        }),
      };
    },
    entry: async ({ listId, storyId }, ask) => ({
      list: (await app.call(`GET /collections/${listId}`, ask)).body.includes(storyId),
    }),
    list: async ({ listId }, ask) => ({
      call: (await app.call(`GET /collections/${listId}`, ask)).statusCode === 200,
      ...(ask.as && {
        follow:
          (await app.call(`PUT /collections/${listId}/follow`, { ...ask, body: {} })).statusCode === 200,
      }),
    }),
    episode: async ({ episodeId }, ask) => ({
      comments: (await app.call(`GET /comments?episode_id=${episodeId}`, ask)).statusCode === 200,
      feelings: (await app.call(`GET /pop_reactions?episode_id=${episodeId}`, ask)).statusCode === 200,
      live: (await app.call(`HEAD /events?topics=episode_comments:${episodeId}`, ask)).statusCode === 200,
    }),
    async comment({ episodeId, commentId }, ask) {
      const list = await app.call(`GET /comments?episode_id=${episodeId}`, ask);
      const one = await app.call(`GET /comments/${commentId}`, ask);
      return {
        list: list.body.includes('A comment'),
        address: one.body.includes('A comment'),
        ...(ask.as && { report: await mayReport(ask.as, ask, 'comment', commentId) }),
      };
    },
    async reply({ commentId, replyId }, ask) {
      const list = await app.call(`GET /comment_replies?comment_id=${commentId}`, ask);
      const one = await app.call(`GET /comments/${replyId}`, ask);
      return {
        list: list.body.includes('A reply'),
        address: one.body.includes('A reply'),
        ...(ask.as && { report: await mayReport(ask.as, ask, 'reply', replyId) }),
      };
    },
    async note({ episodeId, pageId, noteId }, ask) {
      const query = `episode_id=${episodeId}&page_id=${pageId}`;
      const list = await app.call(`GET /tsukkomi_comments?${query}`, ask);
      return {
        list: list.body.includes('A note'),
        ...(ask.as && { report: await mayReport(ask.as, ask, 'tsukkomi', noteId) }),
      };
    },
    feeling: async ({ episodeId }, ask) => ({
      counts: (await app.call(`GET /pop_reactions?episode_id=${episodeId}`, ask)).body.includes('"wow":1'),
    }),
  };
  /** Own content, a repeated report or a wrong category is refused with 409. Even so, the content is visible. */
  const mayReport = async (as: Account, ask: Ask, subject_type: string, subject_id: string) => {
    const body = { subject_type, subject_id, category: 'other' };
    const { statusCode } = await app.call('POST /violation', { ...ask, as, body: { ...body, text: 'Look' } });
    return statusCode === 201 || statusCode === 409;
  };

  const look = async (
    t: Test,
    work: Work,
    who: string,
    { as, mayAlwaysReport = false }: { as?: Account; mayAlwaysReport?: boolean } = {},
  ): Promise<Kind[]> => {
    const ask: Ask = { headers: { 'x-country': 'DE' }, ...(as && { as }) };
    const seen: Kind[] = [];
    for (const kind of KINDS) {
      const { report, ...others } = await doors[kind](work, ask);
      // Blocking somebody hides their content, but it may still be reported.
      const given = { ...others, ...(report !== undefined && !mayAlwaysReport && { report }) };
      if (mayAlwaysReport && written.includes(kind)) t.equal(report, true, `a ${kind} can be reported`);
      const answers = new Set(Object.values(given));
      t.equal(answers.size, 1, `all doors of a ${kind} agree for the ${who}: ${JSON.stringify(given)}`);
      if (answers.has(true)) seen.push(kind);
    }
    return seen;
  };

  const block = (what: 'episodes' | 'stories') => async (work: Work) => {
    const id = what === 'stories' ? work.storyId : work.episodeId;
    const reply = await app.call(`POST /admin/${what}/${id}/block`, { as: ada, body: { reason: 'Bad' } });
    t.equal(reply.statusCode, 200, reply.body);
  };
  const team = (call: (work: Work) => string) => async (work: Work) => {
    const reply = await app.call(call(work), { as: owner, body: {} });
    t.equal(reply.statusCode, 200, reply.body);
  };
  const filter = (type: 'allow' | 'deny', country: string) => async (work: Work) => {
    const values = { type, countries: [country] };
    await db.update(geofilterStrategies).set(values).where(eq(geofilterStrategies.storyId, work.storyId));
    deps.cache.purge(['all']);
  };
  const sell = async ({ storyId }: Work) => {
    const values = { type: 'all_premium', priceCoins: 5 } as const;
    await db.update(pricingStrategies).set(values).where(eq(pricingStrategies.storyId, storyId));
    deps.cache.purge(['all']);
  };
  const set =
    (values: object, table: 'story' | 'episode') =>
    async ({ storyId, episodeId }: Work) => {
      if (table === 'story') await db.update(stories).set(values).where(eq(stories.id, storyId));
      else await db.update(episodes).set(values).where(eq(episodes.id, episodeId));
      deps.cache.purge(['all']);
    };
  const atEpisode: Kind[] = ['episode', 'feeling', ...written];
  const ofStory: Kind[] = ['story', 'entry', ...atEpisode];

  type Row = {
    what: string;
    change(work: Work): Promise<unknown>;
    visitor: Kind[];
    reader?: Kind[];
    mayAlwaysReport?: true;
  };
  const rows: Row[] = [
    { what: 'nothing', change: async () => {}, visitor: [...ALL] },
    { what: 'the episode blocked', change: block('episodes'), visitor: without(...ofStory) },
    { what: 'the story blocked', change: block('stories'), visitor: without(...ofStory) },
    {
      what: 'the episode unpublished',
      change: set({ status: 'in_progress' }, 'episode'),
      visitor: without(...atEpisode),
    },
    {
      what: 'the story unpublished',
      change: async (work) => {
        await set({ published: false }, 'story')(work);
        await set({ status: 'in_progress' }, 'episode')(work);
      },
      visitor: without(...ofStory),
    },
    {
      what: 'the episode deleted',
      change: set({ status: 'in_progress', deletedAt: new Date(), position: null }, 'episode'),
      visitor: without(...atEpisode),
    },
    {
      what: 'the story deleted',
      change: set({ deletedAt: new Date(), published: false }, 'story'),
      visitor: without(...ofStory),
    },
    { what: 'the story closed here', change: filter('deny', 'DE'), visitor: without(...ofStory) },
    { what: 'the story open elsewhere alone', change: filter('allow', 'FR'), visitor: without(...ofStory) },
    { what: 'the story closed elsewhere', change: filter('deny', 'FR'), visitor: [...ALL] },
    { what: 'the episode for coins', change: sell, visitor: without(...atEpisode) },
    {
      what: 'the episode unlocked by the reader',
      change: async (work) => {
        await sell(work);
        const bought = await app.call(`POST /episodes/${work.episodeId}/unlock`, {
          as: reader,
          body: { price: 5 },
        });
        t.equal(bought.statusCode, 200, bought.body);
      },
      visitor: without(...atEpisode),
      reader: [...ALL],
    },
    {
      what: 'the comment hidden by the team',
      change: team(({ commentId }) => `POST /comments/${commentId}/hide`),
      visitor: without('comment'),
    },
    {
      what: 'the reply hidden by the team',
      change: team(({ replyId }) => `POST /comments/${replyId}/hide`),
      visitor: without('reply'),
    },
    {
      what: 'the note hidden by the team',
      change: team(({ noteId }) => `POST /tsukkomi_comments/${noteId}/hide`),
      visitor: without('note'),
    },
    {
      what: 'the comment held',
      change: ({ commentId }) => db.update(comments).set({ state: 'held' }).where(eq(comments.id, commentId)),
      visitor: without('comment'),
    },
    {
      what: 'the writer muted',
      change: ({ writer }) => app.call(`PUT /users/${writer.id}/mute`, { as: reader }),
      visitor: [...ALL],
      reader: without(...written),
      mayAlwaysReport: true,
    },
    {
      what: 'the writer blocked',
      change: ({ writer }) => app.call(`PUT /users/${writer.id}/block`, { as: reader }),
      visitor: [...ALL],
      reader: without(...written),
      mayAlwaysReport: true,
    },
    {
      what: 'the reader muted by the writer',
      change: ({ writer }) => app.call(`PUT /users/${reader.id}/mute`, { as: writer }),
      visitor: [...ALL],
    },
    {
      what: 'the list private again',
      change: ({ listId }) => db.update(collections).set({ shared: false }).where(eq(collections.id, listId)),
      visitor: without('list', 'entry'),
    },
    {
      what: 'the writer locked',
      change: ({ writer }) => db.update(users).set({ lockedAt: new Date() }).where(eq(users.id, writer.id)),
      // Published content of a locked account stays.
      visitor: [...ALL],
    },
    {
      what: 'the writer leaving',
      change: ({ writer }) =>
        db.update(users).set({ deletionRequestedAt: new Date() }).where(eq(users.id, writer.id)),
      visitor: without('list', 'entry'),
    },
    {
      what: 'the writer erased',
      change: async ({ writer }) => {
        const at = new Date(Date.now() - 40 * DAY_MS);
        await db.update(users).set({ deletionRequestedAt: at }).where(eq(users.id, writer.id));
        await eraseDueAccounts(deps);
      },
      visitor: without('list', 'entry', 'feeling', ...written),
    },
  ];

  for (const { what, change, visitor, reader: signedIn = visitor, mayAlwaysReport } of rows) {
    await t.test(`SOC-11 SOC-12 SOC-13 SOC-14 SOC-24 ${what}`, async (t) => {
      const work = await begin();
      await change(work);
      t.same(await look(t, work, 'visitor'), visitor, 'a visitor');
      t.same(await look(t, work, 'reader', { as: reader, mayAlwaysReport }), signedIn, 'a reader');
    });
  }
});
