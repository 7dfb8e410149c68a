/** Who is notified, and what list, mail and device show after the subject has changed. */

import { eq } from 'drizzle-orm';
import t from 'tap';
import {
  comments,
  episodes,
  geofilterStrategies,
  notifications,
  pricingStrategies,
  stories,
  storyPlaces,
  subscriptions,
  users,
} from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { sendDigests } from '#server/domains/notifications/notifications/digests.ts';
import { pushService } from '#server/domains/notifications/notifications/push-service.ts';
import { sendPushes } from '#server/domains/notifications/notifications/pushes.ts';
import { episodePublished } from '#server/domains/publishing/events.ts';
import { record } from '#server/outbox/record.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { mailsTo } from '../../../support/mail.ts';
import { startPushPeer } from '../../../support/push-service.ts';
import { openShelf } from '../../../support/shelf.ts';

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

type Story = { id: string; slug: string; episodeId: string; answerId: string };
type Kinds = 'new_episode' | 'reply';
type Row = {
  what: string;
  change(story: Story): Promise<unknown>;
  /** Notifications when the change came first. */
  told: Kinds[];
  /** Where the notification still shows when the change came later. */
  list: Kinds[];
  mail: Kinds[];
  push: Kinds[];
};

const ALL: Kinds[] = ['new_episode', 'reply'];
const everywhere = (kinds: Kinds[]) => ({ list: kinds, mail: kinds, push: kinds });

/** Each kind has a phrase that no other kind contains. */
const kindsIn = (text: string): Kinds[] => [
  ...(/: episode \d|new episodes/.test(text) ? (['new_episode'] as const) : []),
  ...(/replied to you/.test(text) ? (['reply'] as const) : []),
];

t.test('what its reader is told, and still sees', async (t) => {
  const peer = await startPushPeer();
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(async () => {
    await app.close();
    await peer.close();
  });
  const { deps } = app;
  pushService.provide(deps, peer.sender());
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const { addEpisode, addStory } = openShelf(deps);
  const [owner, mika] = [await app.signUp('Owner'), await app.signUp('Mika')];
  let noor: Account;
  await app.call('PUT /user/settings', { as: mika, body: { notifications: { subscribe_to_emails: true } } });
  const device = peer.subscribe();
  const here = { 'x-country': 'DE' };
  const yes = await app.call('POST /user/push_subscriptions', { as: mika, body: device, headers: here });
  t.equal(yes.statusCode, 201);
  let turn = 0;

  /** A published episode and a written reply, not yet notified. */
  const begin = async (notify: 'all' | 'app' | 'none' = 'all') => {
    turn += 1;
    nowMs += HOUR_MS;
    // A new user each time, since some get blocked or deleted.
    noor = await app.signUp(`Noor ${turn}`);
    await deps.db.update(users).set({ createdAt: new Date(nowMs - 30 * DAY_MS) });
    const title = `Ash Street no. ${turn}`;
    const story = await addStory(owner.id, { title });
    const { id: episodeId } = await addEpisode(story, 1);
    const said = await app.call('POST /comments', {
      as: mika,
      body: { episode_id: episodeId, body: 'Who?' },
    });
    await app.call(`PUT /stories/${story.id}/subscription`, { as: mika, body: { notify } });
    await app.runJobs();
    await deps.db.delete(notifications);
    peer.received.length = 0;
    await inTransaction(deps, (tx) => record(tx, episodePublished, { episodeId, first: true }));
    const body = { comment_id: said.json().comment.id, body: 'The moth' };
    const answer = await app.call('POST /comment_replies', { as: noor, body });
    t.equal(answer.statusCode, 201, answer.body);
    return { id: story.id, slug: story.slug, episodeId, title, answerId: answer.json().reply.id };
  };
  const tellSilently = async () => {
    peer.mood.status = 503;
    await app.runJobs();
    peer.mood.status = 201;
  };
  const told = async () => {
    const rows = await deps.db.select().from(notifications).where(eq(notifications.userId, mika.id));
    return rows.map(({ kind }) => kind).sort();
  };
  const list = async () => {
    const { notifications: rows } = (
      await app.call('GET /user/notifications', { as: mika, headers: here })
    ).json<{
      notifications: { kind: string }[];
    }>();
    return rows.map(({ kind }) => kind).sort();
  };
  const sent = async (title: string) => {
    nowMs += 2 * HOUR_MS;
    await sendPushes(deps);
    await sendDigests(deps);
    const mails = (await mailsTo(app, mika.email)).filter(({ text }) => text.includes(title));
    return {
      mail: mails.flatMap(({ text }) => kindsIn(text)).sort(),
      push: peer.received.flatMap(({ message }) => kindsIn(String(message.body))).sort(),
    };
  };

  const { db } = deps;
  const setStory = (values: object) => (story: Story) =>
    db.update(stories).set(values).where(eq(stories.id, story.id));
  const setEpisode = (values: object) => (story: Story) =>
    db.update(episodes).set(values).where(eq(episodes.id, story.episodeId));
  const setAnswer = (values: object) => (story: Story) =>
    db.update(comments).set(values).where(eq(comments.id, story.answerId));
  const filter =
    (type: 'allow' | 'deny', countries: string[]) =>
    ({ id }: Story) =>
      db
        .update(geofilterStrategies)
        .set({ type, countries, changedAt: deps.clock.now() })
        .where(eq(geofilterStrategies.storyId, id));
  const shutOut = (kind: 'mute' | 'block') => () => app.call(`PUT /users/${noor.id}/${kind}`, { as: mika });
  const at = new Date(nowMs);

  const rows: Row[] = [
    { what: 'nothing', change: async () => {}, told: ALL, ...everywhere(ALL) },
    {
      what: 'the story unpublished',
      change: setStory({ published: false }),
      told: ['reply'],
      ...everywhere([]),
    },
    {
      what: 'the story blocked',
      change: setStory({ published: false, blockedAt: at }),
      told: ['reply'],
      ...everywhere([]),
    },
    {
      what: 'the story deleted',
      change: setStory({ published: false, deletedAt: at }),
      told: ['reply'],
      ...everywhere([]),
    },
    {
      what: 'the episode withdrawn',
      change: setEpisode({ status: 'in_progress' }),
      told: ['reply'],
      ...everywhere([]),
    },
    {
      what: 'the episode blocked',
      change: setEpisode({ status: 'blocked' }),
      told: ['reply'],
      ...everywhere([]),
    },
    {
      what: 'the story closed in their country',
      change: filter('deny', ['DE']),
      told: ALL,
      ...everywhere([]),
    },
    {
      what: 'the story closed elsewhere',
      change: filter('deny', ['FR']),
      // The country in which a mail is read is unknown.
      ...{ told: ALL, ...everywhere(ALL), mail: [] },
    },
    {
      what: 'the story closed elsewhere, and followed since',
      change: async (story) => {
        await filter('deny', ['FR'])(story);
        const since = { createdAt: new Date(nowMs + 1) };
        await db.update(subscriptions).set(since).where(eq(subscriptions.storyId, story.id));
      },
      told: ALL,
      ...everywhere(ALL),
    },
    {
      what: 'the story open in their country alone',
      change: filter('allow', ['DE']),
      told: ALL,
      ...everywhere(ALL),
      mail: [],
    },
    {
      what: 'the story open in their country alone, and read since',
      change: async (story) => {
        await filter('allow', ['DE'])(story);
        const { id: storyId, episodeId } = story;
        const place = { readerId: mika.id, storyId, episodeId, readAt: new Date(nowMs + 1) };
        await db.insert(storyPlaces).values(place);
      },
      told: ALL,
      ...everywhere(ALL),
    },
    {
      what: 'the episode for coins',
      change: ({ id }) =>
        db
          .update(pricingStrategies)
          .set({ type: 'all_premium', priceCoins: 5 })
          .where(eq(pricingStrategies.storyId, id)),
      told: ALL,
      ...everywhere(ALL),
    },
    {
      what: 'its author muted',
      change: shutOut('mute'),
      told: ['new_episode'],
      ...everywhere(['new_episode']),
    },
    {
      what: 'its author blocked',
      change: shutOut('block'),
      told: ['new_episode'],
      ...everywhere(['new_episode']),
    },
    {
      what: 'its author erased',
      change: async () => {
        const gone = { deletionRequestedAt: new Date(nowMs - 40 * DAY_MS) };
        await db.update(users).set(gone).where(eq(users.id, noor.id));
        await eraseDueAccounts(deps);
      },
      told: ['new_episode'],
      ...everywhere(['new_episode']),
    },
    {
      what: 'the answer hidden',
      change: setAnswer({ state: 'hidden' }),
      told: ['new_episode'],
      ...everywhere(['new_episode']),
    },
    {
      what: 'the answer held',
      change: setAnswer({ state: 'held' }),
      told: ['new_episode'],
      ...everywhere(['new_episode']),
    },
    {
      what: 'the answer deleted',
      change: ({ answerId }) => app.call(`DELETE /comments/${answerId}`, { as: noor }),
      told: ['new_episode'],
      ...everywhere(['new_episode']),
    },
  ];
  for (const { what, change, told: expected, ...shown } of rows) {
    await t.test(`NOT-04 NOT-06 NOT-10 ${what}, before it is told`, async (t) => {
      await change(await begin());
      await app.runJobs();
      t.same(await told(), expected);
    });
    await t.test(`NOT-01 NOT-03 NOT-10 ${what}, after it was told`, async (t) => {
      const story = await begin();
      await tellSilently();
      t.same(await told(), ALL);
      await change(story);
      t.same({ list: await list(), ...(await sent(story.title)) }, shown);
    });
  }

  const ways = {
    all: { told: ALL, mail: ALL, push: ALL },
    app: { told: ALL, mail: ['reply'], push: ALL },
    none: { told: ['reply'], mail: ['reply'], push: ['reply'] },
  } as const;
  for (const [notify, { told: expected, ...shown }] of Object.entries(ways)) {
    const way = notify as keyof typeof ways;
    await t.test(`NOT-04 NOT-07 who wants ${notify} of new episodes`, async (t) => {
      const story = await begin(way);
      await tellSilently();
      t.same(await told(), expected);
      t.same(await sent(story.title), shown);
    });
    await t.test(`NOT-04 NOT-07 who wants ${notify} of them since they were told`, async (t) => {
      const story = await begin();
      await tellSilently();
      await app.call(`PUT /stories/${story.id}/subscription`, { as: mika, body: { notify } });
      t.same(await told(), ALL);
      t.same(await sent(story.title), shown);
    });
  }

  await t.test('NOT-04 who follows no more gets neither mail nor message', async (t) => {
    const story = await begin();
    await tellSilently();
    await app.call(`DELETE /stories/${story.id}/subscription`, { as: mika });
    t.same(await sent(story.title), { mail: ['reply'], push: ['reply'] });
  });
});
