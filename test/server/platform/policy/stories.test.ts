/** decisions.md §5 and §8 for stories and their teams: who × what, each cell tested by the API. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, storyMembers } from '#db/schema/index.ts';
import { createStory } from '../../../support/console.ts';
import {
  ALL,
  type Answer,
  answerFor,
  EDITORS,
  EVERYBODY,
  OWNER,
  PUBLISHERS,
  ROLES,
  startRights,
  tellAnswer,
  type Who,
} from '../../../support/rights.ts';

t.test('rights of stories', async (t) => {
  const { app, people, storyId, call } = await startRights(t);
  const { db } = app.deps;
  const { owner } = people;

  const room = `/creator/stories/${storyId}/collaborators`;
  let invited = 0;
  type StoryActionName = [
    name: string,
    who: readonly Who[],
    answers: [workInProgress: Answer, published: Answer],
    ask: (who: Who) => ReturnType<typeof call>,
  ];
  const STORY_ACTIONS: StoryActionName[] = [
    ['look at a story', ALL, [200, 200], (who) => call(who, `GET /creator/stories/${storyId}`)],
    ['look at its team', ALL, [200, 200], (who) => call(who, `GET ${room}`)],
    ['look at its prices', ALL, [200, 200], (who) => call(who, `GET /creator/pricing_strategies/${storyId}`)],
    [
      'look at its countries',
      ALL,
      [200, 200],
      (who) => call(who, `GET /creator/story_geofiltering_strategies/${storyId}`),
    ],
    [
      'look at its statistics',
      ALL,
      [200, 200],
      (who) => call(who, `GET /creator/stories/${storyId}/statistics`),
    ],
    [
      'edit a story',
      EDITORS,
      [200, 200],
      (who) => call(who, `PATCH /creator/stories/${storyId}`, { description: 'New' }),
    ],
    [
      'add an episode',
      EDITORS,
      [201, 201],
      (who) => call(who, 'POST /creator/episodes', { story_id: storyId, title: 'Next' }),
    ],
    [
      'set prices',
      PUBLISHERS,
      [200, 200],
      (who) => call(who, `PUT /creator/pricing_strategies/${storyId}`, { type: 'all_free' }),
    ],
    [
      'set countries',
      PUBLISHERS,
      [200, 200],
      (who) => call(who, `PUT /creator/story_geofiltering_strategies/${storyId}`, { type: 'worldwide' }),
    ],
    ['invite', OWNER, [201, 201], invite],
    [
      'change a role',
      OWNER,
      [200, 200],
      (who) => call(who, `PATCH ${room}/${people.viewer.id}`, { role: 'viewer' }),
    ],
    ['remove a member', OWNER, [204, 204], removeViewer],
    ['leave', ['publisher', 'editor', 'viewer'], [204, 204], leave],
    [
      'delete a story',
      OWNER,
      [204, 'story_published'],
      (who) => call(who, `DELETE /creator/stories/${storyId}`, { title: 'Night Train' }),
    ],
  ];

  function invite(who: Who) {
    invited += 1;
    return call(who, `POST ${room}`, { email: `asked${invited}@example.org`, role: 'viewer' });
  }
  const rejoin = (who: Who) => {
    const role = ROLES.find((one) => one === who);
    if (role === undefined) return;
    return db.insert(storyMembers).values({ storyId, userId: people[role].id, role }).onConflictDoNothing();
  };
  async function removeViewer(who: Who) {
    const reply = await call(who, `DELETE ${room}/${people.viewer.id}`);
    await rejoin('viewer');
    return reply;
  }
  async function leave(who: Who) {
    const reply = await call(who, `DELETE ${room}/me`);
    await rejoin(who);
    return reply;
  }

  for (const [name, may, answers, ask] of STORY_ACTIONS) {
    await t.test(`ROL-04, ROL-12, ROL-13 who may ${name}`, async (t) => {
      for (const [index, published] of [false, true].entries()) {
        for (const who of EVERYBODY) {
          // A member who removes themselves gets an answer about the state, not about the role.
          if (name === 'remove a member' && who === 'viewer') continue;
          await db
            .update(stories)
            .set({ published, deletedAt: null, title: 'Night Train' })
            .where(eq(stories.id, storyId));
          const reply = await ask(who);
          const isOwnersLeave = name === 'leave' && who === 'owner';
          const answer = isOwnersLeave ? 'owner_stays' : answerFor(who, may, answers[index] ?? 0);
          tellAnswer(t, reply, answer, `${who}, ${published ? 'published' : 'work in progress'}`);
        }
      }
    });
  }

  await t.test('ROL-03 every account is a creator: nobody has to be made one', async (t) => {
    for (const who of [...ROLES, 'stranger'] as const) {
      const { id: own } = await createStory(app, people[who], { title: 'My own' });
      t.match((await call(who, `GET /creator/stories/${own}`)).json(), { story: { role: 'owner' } });
    }
  });

  await t.test('ROL-12 a token that is wrong, or that has run out, is 401 everywhere', async (t) => {
    for (const authorization of [
      'Bearer nothing',
      'Bearer ',
      `Basic ${owner.token}`,
      `Bearer ${owner.token}x`,
    ]) {
      for (const request of [
        'GET /creator/stories',
        `GET ${room}`,
        'GET /user/invitations',
        'GET /admin/episodes/x',
      ]) {
        const reply = await app.call(request, { headers: { authorization } });
        t.equal(reply.statusCode, 401, `${authorization.slice(0, 16)} ${request}`);
      }
    }
  });

  t.end();
});
