/** Two web processes and a worker on one database: no reader of one server sees stale data. */
import t, { type Test } from 'tap';
import {
  type Creator,
  confirmMail,
  get,
  listPages,
  pageParts,
  signUp,
  startStory,
  type Work,
  whenReady,
} from '../support/creator.ts';
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type Environment, ownFolder, type Server, startServer, startWorker } from '../support/processes.ts';
import { startTestRedis } from '../support/redis.ts';
import { samplePage } from '../support/sample-page.ts';

const ROUNDS = 4;
/** Enough requests for a page to be cached, and for a stale copy to show. */
const VISITS = [1, 2, 3];

type House = { a: Server; b: Server; databaseUrl: string; close(): Promise<void> };

const addressLine = (url: string): string => `Tsuzuki is at ${url}\n`;

async function open(t: Test, extra: Environment): Promise<House> {
  const database = await createTestDatabase({ template: false });
  const folder = await ownFolder();
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    BASE_URL: 'http://tsuzuki.test',
    ...extra,
  };
  const web = { ...environment, WORKERS: 'off', LOG_LEVEL: 'error' };
  // All start at once on an empty database, and each would create the tables.
  const programs = await Promise.all([startServer(web), startServer(web), startWorker(environment)]);
  const [a, b] = programs;
  t.teardown(async () => {
    await Promise.all(programs.map((program) => program.stop('SIGKILL')));
    await database.drop();
    await folder.end();
  });
  const close = async (): Promise<void> => {
    const ends = await Promise.all(programs.map((program) => program.stop()));
    t.same(
      ends.map(({ code }) => code),
      [0, 0, 0],
      'all of them end in order',
    );
    t.equal(a.out() + a.err() + b.out() + b.err(), [a, b].map(({ url }) => addressLine(url)).join(''));
  };
  return { a, b, databaseUrl: database.url, close };
}

type Sight = { landing: boolean; story: boolean; reader: number; picture: number };

const PUBLISHED: Sight = { landing: true, story: true, reader: 200, picture: 200 };
const WITHDRAWN: Sight = { landing: false, story: false, reader: 404, picture: 404 };

async function look(server: Server, { slug }: Work, picture: string): Promise<Sight> {
  const reader = `/stories/${slug}/1`;
  const [landing, story, page, image] = await Promise.all([
    get(server, '/'),
    get(server, `/stories/${slug}`),
    get(server, reader),
    get(server, picture),
  ]);
  return {
    landing: landing.text.includes(`/stories/${slug}`),
    story: story.text.includes(reader),
    reader: page.status,
    picture: image.status,
  };
}

const isSame = (one: Sight, other: Sight): boolean => JSON.stringify(one) === JSON.stringify(other);

async function publishAndWithdraw(t: Test, house: House): Promise<void> {
  const { a, b, databaseUrl } = house;
  const page = await samplePage(400, 560);
  const creator = await signUp(a);
  await confirmMail(databaseUrl);
  const work = await startStory(creator, a, page);
  await creator.upload(a, 'POST /creator/pages', pageParts(work, ['1.jpg', '2.jpg'], page));
  await whenReady(creator, a, work);
  t.equal((await listPages(creator, b, work)).length, 2, 'the other server knows the pages');

  const publish = (at: Server) => creator.call(at, `POST /creator/episodes/${work.episodeId}/publish`, {});
  const withdraw = (at: Server) => creator.call(at, `POST /creator/episodes/${work.episodeId}/unpublish`);

  // Pages that show nothing are cached, too.
  for (const server of [a, b]) for (const _ of VISITS) await get(server, '/');
  await publish(a);
  const reader = await get(a, `/stories/${work.slug}/1`);
  t.equal(reader.status, 200);
  const picture = /src="(\/media\/[^"]+\.jpg)"/.exec(reader.text)?.[1] ?? '';
  t.match(picture, /^\/media\//, 'the page is shown');
  for (const server of [a, b])
    await eventually('both show it', async () => isSame(await look(server, work, picture), PUBLISHED));

  for (let round = 0; round < ROUNDS; round += 1) {
    const [writer, other] = round % 2 === 0 ? [a, b] : [b, a];
    const isOpen = round % 2 === 1;
    const expected = isOpen ? PUBLISHED : WITHDRAWN;
    for (const server of [a, b]) for (const _ of VISITS) await look(server, work, picture);
    await (isOpen ? publish(writer) : withdraw(writer));
    for (const server of [writer, other]) {
      const { landing, ...own } = await look(server, work, picture);
      t.match(expected, own, `round ${round}: the next answer of either`);
      // New episodes may reach the landing page late. Withdrawn ones must disappear at once.
      if (!isOpen) t.equal(landing, false, `round ${round}: gone from the landing page`);
      await eventually(`round ${round}: the landing page follows`, async () =>
        isSame(await look(server, work, picture), expected),
      );
    }
    for (const server of [writer, other])
      for (const _ of VISITS) t.same(await look(server, work, picture), expected, 'and it stays so');
  }
  await editTitle(t, creator, work, house);
  await house.close();
}

const titleOf = async (server: Server, slug: string): Promise<string> =>
  /<h1[^>]*>([^<]*)</.exec((await get(server, `/stories/${slug}`)).text)?.[1]?.trim() ?? '';

async function editTitle(t: Test, creator: Creator, work: Work, { a, b, databaseUrl }: House): Promise<void> {
  for (const server of [a, b])
    for (const _ of VISITS) t.equal(await titleOf(server, work.slug), 'Night Train');
  const { story } = await creator.call<{ story: { slug: string } }>(
    a,
    `PATCH /creator/stories/${work.storyId}`,
    { title: 'Day Train' },
  );
  t.equal(await titleOf(a, story.slug), 'Day Train');
  await eventually('the other server has the new title', async () => {
    return (await titleOf(b, story.slug)) === 'Day Train';
  });

  for (const server of [a, b]) for (const _ of VISITS) await titleOf(server, story.slug);
  await query(databaseUrl, `update stories set title = 'Unheard Train'`);
  t.equal(
    await titleOf(b, story.slug),
    'Day Train',
    'a change that nobody tells is not seen: the page is kept',
  );
  await query(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'tsuzuki-purges'`,
  );
  for (const server of [a, b]) {
    await eventually('a server that could not hear keeps nothing', async () => {
      return (await titleOf(server, story.slug)) === 'Unheard Train';
    });
  }
  await creator.call(a, `PATCH /creator/stories/${work.storyId}`, { title: 'Heard Train' });
  const { slug } = (
    await creator.call<{ story: { slug: string } }>(a, `GET /creator/stories/${work.storyId}`)
  ).story;
  await eventually('and hears again', async () => (await titleOf(b, slug)) === 'Heard Train');
}

t.test('EPI-23, EPI-29 two servers and a worker, the queue in Redis', async (t) => {
  const redis = await startTestRedis();
  try {
    await publishAndWithdraw(t, await open(t, { REDIS_URL: redis.url }));
  } finally {
    await redis.stop();
  }
});
