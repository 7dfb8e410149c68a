/** decisions.md §5 and §8 spelled out: who × what × in which state, each cell tested by the API. */
import { eq, isNull } from 'drizzle-orm';
import t from 'tap';
import { blockStatements, type EpisodeStatus, episodes } from '#db/schema/index.ts';
import { jpegPart, upload } from '../../../support/console.ts';
import { inAnHour, readyEpisode } from '../../../support/releases.ts';
import {
  ADMINISTRATOR,
  ALL,
  type Answer,
  answerFor,
  EDITORS,
  EVERYBODY,
  OWNER,
  PUBLISHERS,
  startRights,
  tellAnswer,
  type Who,
} from '../../../support/rights.ts';

const STATES: EpisodeStatus[] = ['in_progress', 'scheduled', 'published', 'blocked'];
const INVALID = 'invalid_state';
const BLOCKED = 'episode_blocked';

type Answers = [inProgress: Answer, scheduled: Answer, published: Answer, blocked: Answer];

t.test('rights and states of episodes', async (t) => {
  const { app, people, storyId, call } = await startRights(t);
  const { db } = app.deps;
  const { owner } = people;

  let id = await readyEpisode(app, owner, storyId);

  /** Puts the episode into this state. Creates a new one if it was deleted. */
  async function put(status: EpisodeStatus): Promise<void> {
    const [row] = await db.select().from(episodes).where(eq(episodes.id, id));
    if (row === undefined || row.deletedAt !== null) id = await readyEpisode(app, owner, storyId);
    const isPlanned = status === 'scheduled';
    await db
      .update(episodes)
      .set({
        status,
        publishAt: isPlanned ? new Date(Date.now() + 3_600_000) : null,
        publishWallTime: isPlanned ? '2030-01-01T12:00' : null,
        publishZone: isPlanned ? 'UTC' : null,
        blockedFrom: status === 'blocked' ? 'in_progress' : null,
        publishedAt: status === 'published' ? new Date() : null,
      })
      .where(eq(episodes.id, id));
    await db.update(blockStatements).set({ endedAt: new Date() }).where(isNull(blockStatements.endedAt));
  }
  const snapshot = async () =>
    JSON.stringify(await db.select().from(episodes).where(eq(episodes.storyId, storyId)));

  type Deed = [
    name: string,
    who: readonly Who[],
    answers: Answers,
    ask: (who: Who) => ReturnType<typeof call>,
  ];
  const creator = (verb: string, body?: () => unknown) => (who: Who) =>
    call(who, `POST /creator/episodes/${id}/${verb}`, body?.() ?? {});
  const ACTIONS: Deed[] = [
    ['look', ALL, [200, 200, 200, 200], (who) => call(who, `GET /creator/episodes/${id}`)],
    [
      'look at its pages',
      ALL,
      [200, 200, 200, 200],
      (who) => call(who, `GET /creator/pages?episode_id=${id}`),
    ],
    [
      'look at its receipts',
      ALL,
      [200, 200, 200, 200],
      (who) => call(who, `GET /creator/episodes/${id}/events`),
    ],
    [
      'edit',
      EDITORS,
      [200, 200, INVALID, BLOCKED],
      (who) => call(who, `PATCH /creator/episodes/${id}`, { title: 'New' }),
    ],
    [
      'turn its pages round',
      EDITORS,
      [200, 200, INVALID, BLOCKED],
      (who) => call(who, 'POST /creator/pages/reverse', { episode_id: id }),
    ],
    ['add a page', EDITORS, [202, 202, INVALID, BLOCKED], addPage],
    ['publish', PUBLISHERS, [200, 200, INVALID, BLOCKED], creator('publish')],
    ['unpublish', PUBLISHERS, [INVALID, INVALID, 200, BLOCKED], creator('unpublish')],
    ['schedule', PUBLISHERS, [200, 200, INVALID, BLOCKED], creator('schedule', () => inAnHour(app))],
    ['unschedule', PUBLISHERS, [INVALID, 200, INVALID, BLOCKED], creator('unschedule')],
    ['delete', OWNER, [204, 204, INVALID, BLOCKED], (who) => call(who, `DELETE /creator/episodes/${id}`)],
    [
      'look as an administrator',
      ADMINISTRATOR,
      [200, 200, 200, 200],
      (who) => call(who, `GET /admin/episodes/${id}`),
    ],
    [
      'block',
      ADMINISTRATOR,
      [200, 200, 200, INVALID],
      (who) => call(who, `POST /admin/episodes/${id}/block`, { reason: 'Stolen' }),
    ],
    [
      'unblock',
      ADMINISTRATOR,
      [INVALID, INVALID, INVALID, 200],
      (who) => call(who, `POST /admin/episodes/${id}/unblock`, {}),
    ],
  ];

  async function addPage(who: Who) {
    const account = people[who] ?? { id: '', email: '', token: '', headers: {} };
    const reply = await upload(app, account, 'POST /creator/pages', [
      { name: 'episode_id', value: id },
      await jpegPart('files[]', 'more.jpg', { width: 20, height: 28 }),
    ]);
    // An unprocessed page would prevent publishing.
    await app.runJobs();
    return reply;
  }

  for (const [name, may, answers, ask] of ACTIONS) {
    const codes = may === ADMINISTRATOR ? 'ROL-11, ROL-12, EPI-38' : 'ROL-05, ROL-12, ROL-13, EPI-40';
    await t.test(`${codes} who may ${name}, and in which state`, async (t) => {
      for (const [index, state] of STATES.entries()) {
        for (const who of EVERYBODY) {
          await put(state);
          const before = await snapshot();
          const reply = await ask(who);
          const answer = answerFor(who, may, answers[index] ?? 0);
          tellAnswer(t, reply, answer, `${who}, ${state}`);
          if (typeof answer === 'string') t.equal(await snapshot(), before, `${who}, ${state}: as it was`);
        }
      }
    });
  }

  t.end();
});
