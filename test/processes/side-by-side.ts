/** Two releases on one database: compares actions on one release with the other's view. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { addDays, utcDay } from '../../server/lib/days.ts';
import { addMonths } from '../../server/lib/months.ts';
import {
  type Creator,
  confirmMail,
  get,
  type Place,
  pageParts,
  signUp,
  startStory,
  type Work,
  whenReady,
} from '../support/creator.ts';
import { query } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { csvOf } from '../support/imports-of-revenue.ts';
import { type Environment, startProgram } from '../support/processes.ts';
import { samplePage } from '../support/sample-page.ts';

/** `writer` gets actions of creators and the product, `other` those of readers. Both show the results. */
export type Pair = {
  writer: Place;
  other: Place;
  root: string;
  environment: Environment;
  databaseUrl: string;
  /** Distinguishes the users of each run. The first run imports the month, later ones correct it. */
  run: number;
};

const PRICE = 30;
const GRANTED = 100;
/** Enough for a page to be cached. */
const VISITS = [1, 2, 3];
const ROUNDS = 4;
/** Fixed once, since midnight may pass between two runs. */
const TODAY = utcDay(new Date());

const page = await samplePage(400, 560);

export type Made = { creator: Creator; work: Work };

export async function bringOut(t: Test, pair: Pair): Promise<Made> {
  const { writer, databaseUrl, run } = pair;
  const creator = await signUp(writer, `creator-${run}@example.org`);
  await confirmMail(databaseUrl);
  const work = await startStory(creator, writer, page);
  await publish(t, pair, creator, work);
  await release(pair, creator, work);
  return { creator, work };
}

export async function liveTogether(t: Test, pair: Pair): Promise<Made> {
  const { other, databaseUrl, run } = pair;
  const { creator, work } = await bringOut(t, pair);
  await rename(t, pair, creator, work);
  const reader = await signUp(other, `reader-${run}@example.org`);
  await confirmMail(databaseUrl);
  await react(t, pair, { creator, reader, work });
  await unlock(t, pair, { creator, reader, work });
  await earn(t, pair, creator, work);
  return { creator, work };
}

/** Uploads at one server and reads at the other. Both have cached the 404 page before. */
async function publish(t: Test, { writer, other }: Pair, creator: Creator, work: Work): Promise<void> {
  await creator.upload(other, 'POST /creator/pages', pageParts(work, ['1.jpg'], page));
  await whenReady(creator, writer, work);
  const address = `/stories/${work.slug}/1`;
  for (const place of [writer, other])
    for (const _ of VISITS) t.equal((await get(place, address)).status, 404, 'nobody sees a draft');
  await creator.call(writer, `POST /creator/episodes/${work.episodeId}/publish`, {});
  for (const place of [writer, other]) {
    const shown = await eventually('both show the episode', async () => {
      const reply = await get(place, address);
      return reply.status === 200 && reply;
    });
    const picture = /src="(\/media\/[^"]+\.jpg)"/.exec(shown.text)?.[1] ?? '';
    t.equal((await get(place, picture)).status, 200, 'and its picture');
  }
}

async function rename(t: Test, { writer, other }: Pair, creator: Creator, work: Work): Promise<void> {
  const titleAt = async (place: Place): Promise<string> => {
    const { story } = await creator.call<{ story: { slug: string } }>(
      place,
      `GET /creator/stories/${work.storyId}`,
    );
    return /<h1[^>]*>([^<]*)</.exec((await get(place, `/stories/${story.slug}`)).text)?.[1]?.trim() ?? '';
  };
  for (const [from, to, title] of [
    [writer, other, 'Day Train'],
    [other, writer, 'Late Train'],
  ] as const) {
    for (const _ of VISITS) t.not(await titleAt(to), title);
    await creator.call(from, `PATCH /creator/stories/${work.storyId}`, { title });
    t.equal(await titleAt(from), title, 'the next answer');
    await eventually('the other follows', async () => (await titleAt(to)) === title);
  }
  const { story } = await creator.call<{ story: { slug: string } }>(
    writer,
    `GET /creator/stories/${work.storyId}`,
  );
  work.slug = story.slug;
}

/** Both servers accept pictures while workers of both releases run. Either worker may take a job. */
export async function uploadAtBoth({ writer, other }: Pair, { creator, work }: Made): Promise<void> {
  const body = { story_id: work.storyId, title: 'Platform Four' };
  const { episode } = await creator.call<{ episode: { id: string } }>(other, 'POST /creator/episodes', body);
  const own = { ...work, episodeId: episode.id };
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const [at, place] of [writer, other].entries())
      await creator.upload(place, 'POST /creator/pages', pageParts(own, [`${round}-${at}.jpg`], page));
  const { length } = await whenReady(creator, writer, own);
  if (length !== 2 * ROUNDS) throw new Error(`${length} pages are there`);
}

type People = { creator: Creator; reader: Creator; work: Work };

async function react(t: Test, { writer, other }: Pair, { creator, reader, work }: People): Promise<void> {
  const comments = `/stories/${work.slug}/1/comments`;
  for (const _ of VISITS) await get(writer, comments);
  const body = 'The whistle at the end of page one is heard at both.';
  await reader.call(other, 'POST /comments', { episode_id: work.episodeId, body });
  await eventually('the page of comments follows', async () =>
    (await get(writer, comments)).text.includes('The whistle at the end'),
  );
  const { comments: listed } = await reader.call<{ comments: { body: string }[] }>(
    writer,
    `GET /comments?episode_id=${work.episodeId}`,
  );
  t.match(listed, [{ body }]);
  type Liked = { liked: boolean; likes_count: number };
  const like = `/episodes/${work.episodeId}/like`;
  t.match(await reader.call<Liked>(other, `PUT ${like}`), { liked: true, likes_count: 1 });
  t.match(await creator.call<Liked>(writer, `PUT ${like}`), { liked: true, likes_count: 2 });
  t.match(await reader.call<Liked>(writer, `PUT ${like}`), { likes_count: 2 }, 'a like counts once');
  await eventually('a worker tells the creator', async () => {
    const told = await creator.call<{ notifications: { kind: string }[] }>(other, 'GET /user/notifications');
    return told.notifications.some(({ kind }) => kind.includes('comment'));
  });
}

/** A third, paid episode: priced and published at one server, paid for at the other. */
async function unlock(t: Test, pair: Pair, { creator, reader, work }: People): Promise<void> {
  const { writer, other, run } = pair;
  const third = await addEpisode(pair, creator, work, 'Platform Three');
  await creator.call(writer, `PUT /creator/pricing_strategies/${work.storyId}`, {
    type: 'first_free',
    free_count: 2,
    price: PRICE,
  });
  await creator.call(writer, `POST /creator/episodes/${third}/publish`, {});
  await command(pair, 'coins', ['grant', `reader-${run}@example.org`, `${GRANTED}`, 'Welcome']);
  type Paid = { unlocked: boolean; balance: number };
  const paid = { unlocked: true, balance: GRANTED - PRICE };
  const deed = `POST /episodes/${third}/unlock`;
  t.match(await reader.call<Paid>(other, deed, { price: PRICE }), paid);
  t.match(await reader.call<Paid>(writer, deed, { price: PRICE }), paid, 'again at the other pays once');
  for (const place of [writer, other]) {
    t.match(await reader.call(place, 'GET /wallet'), { balance: GRANTED - PRICE });
    t.match(await reader.call(place, `GET /episodes/${third}`), { episode: { unlocked: true } });
  }
}

async function earn(t: Test, pair: Pair, creator: Creator, work: Work): Promise<void> {
  const month = addMonths(TODAY.slice(0, 7), -1);
  const file = join(pair.environment.DATA_DIR ?? '', `${month}${pair.run === 1 ? '' : `-c${pair.run}`}.csv`);
  await writeFile(file, csvOf([{ story: work.storyId, amount: '100' }], month));
  t.match(await command(pair, 'revenue', ['import', month, file]), /credited 1 line, \$70\.00 to 1 creator/);
  for (const place of [pair.writer, pair.other])
    t.match(await creator.call(place, 'GET /user/earnings'), { balance: '70.00' });
}

/** A release planned at one server runs on any worker and shows at the other server. */
async function release(pair: Pair, creator: Creator, work: Work): Promise<void> {
  const { writer, other, databaseUrl } = pair;
  const second = await addEpisode(pair, creator, work, 'Platform Two');
  const [year, month, day] = addDays(TODAY, 30).split('-');
  await creator.call(writer, `POST /creator/episodes/${second}/schedule`, {
    date: `${month}/${day}/${year}`,
    time: '23:59',
    zone_name: 'UTC',
  });
  await query(databaseUrl, `update episodes set publish_at = now() where id = '${second}'`);
  await eventually('a sweep brings it out', async () =>
    (await get(other, `/stories/${work.slug}`)).text.includes(`/stories/${work.slug}/2`),
  );
}

async function addEpisode(
  { writer, other }: Pair,
  creator: Creator,
  work: Work,
  title: string,
): Promise<string> {
  const body = { story_id: work.storyId, title };
  const { episode } = await creator.call<{ episode: { id: string } }>(other, 'POST /creator/episodes', body);
  const own = { ...work, episodeId: episode.id };
  await creator.upload(writer, 'POST /creator/pages', pageParts(own, ['1.jpg'], page));
  await whenReady(creator, other, own);
  return episode.id;
}

async function command({ root, environment }: Pair, name: string, words: string[]): Promise<string> {
  const program = startProgram(`workers/${name}-cli.ts`, environment, words, root);
  const { code } = await program.ended;
  if (code !== 0) throw new Error(`${name}: ${program.err()}${program.out()}`);
  return program.out();
}
