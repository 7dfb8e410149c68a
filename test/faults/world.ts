/** Data of the load: readers with coins, stories to unlock, a draft that gets pages, and releases every second. */
import { newId } from '../../server/lib/ids.ts';
import type { Creator, Work } from '../support/creator.ts';
import { confirmMail, signUp, startStory, whenReady } from '../support/creator.ts';
import { planReleases } from '../support/due-episodes.ts';
import { query } from '../support/embedded.ts';
import type { Installation } from '../support/installation.ts';
import { makeDeps } from '../support/jobs.ts';
import { samplePage } from '../support/sample-page.ts';

export const READERS = 300;
const STORIES = 10;
const EPISODES = 60;
const SUBSCRIBERS = 5;
export const PRICE = 30;
/** Published episodes for reading. Their pages have no files. */
const FREE = 5;
const DRAFTS = 5;

export const tokenOf = (reader: number): string => `token-of-the-reader-r-${reader}`;

export type World = {
  slugs: string[];
  storyIds: string[];
  /** Each reader may unlock each episode once. */
  premium: string[];
  /** First episodes of the stories. */
  free: string[];
  creator: Creator;
  work: Work;
  drafts: string[];
};

export async function makeWorld(house: Installation, { releases }: { releases: number }): Promise<World> {
  const [first] = house.servers;
  if (first === undefined) throw new Error('there is no server');
  const creator = await signUp(first);
  await confirmMail(house.postgres.url);
  const page = await samplePage(640, 640);
  const work = await startStory(creator, first, page);
  await whenReady(creator, first, work);

  const drafts = [work.episodeId];
  while (drafts.length < DRAFTS) {
    const body = { story_id: work.storyId, title: `Draft ${drafts.length}` };
    const made = await creator.call<{ episode: { id: string } }>(first, 'POST /creator/episodes', body);
    drafts.push(made.episode.id);
  }
  const owner = newId();
  const storyIds = Array.from({ length: STORIES }, () => newId());
  const episodes = storyIds.map(() => Array.from({ length: EPISODES }, () => newId()));
  await query(house.postgres.url, worldSql(owner, storyIds, episodes, work.coverId));
  const { deps, close } = makeDeps(house.postgres.url);
  const from = Date.now() + 2_000;
  const { storyIds: planned } = await planReleases(deps, {
    count: releases,
    publishAt: (index) => new Date(from + index * 1_000),
  });
  await query(
    house.postgres.url,
    `insert into subscriptions (story_id, reader_id) select s.id, u.id from stories s, users u
     where s.id in (${planned.map((id) => `'${id}'`).join()})
       and u.slug in (${Array.from({ length: SUBSCRIBERS }, (_, n) => `'r-${n + 1}'`).join()}); analyze`,
  );
  await close();
  return {
    slugs: storyIds.map((_, at) => `s-${at}`),
    storyIds,
    premium: episodes.flatMap((list) => list.slice(FREE)),
    free: episodes.flatMap((list) => list.slice(0, FREE)),
    creator,
    work,
    drafts,
  };
}

function worldSql(owner: string, storyIds: string[], episodes: string[][], cover: string): string {
  const stories = storyIds.map((id, at) => {
    const rows = (episodes[at] ?? []).map(
      (episode, n) =>
        `('${episode}', '${id}', ${n + 1}, 'Part ${n + 1}', 'published', now(), now(), ${n + 1})`,
    );
    return `
    insert into stories (id, slug, owner_id, title, publication_type, format, genre, language, published, first_published_at,
        last_update, cover_media_id)
      values ('${id}', 's-${at}', '${owner}', 'Ash Street ${at}', 'comics', 'page_ltr', 'drama', 'en', true, now(), now(),
        '${cover}');
    insert into story_slugs (slug, story_id) values ('s-${at}', '${id}');
    insert into story_counters (story_id) values ('${id}');
    insert into story_members (story_id, user_id, role) values ('${id}', '${owner}', 'owner');
    insert into pricing_strategies (story_id, type, price_coins, free_count) values ('${id}', 'first_free', ${PRICE}, ${FREE});
    insert into episodes (id, story_id, position, title, status, published_at, first_published_at, published_rank)
      values ${rows.join(', ')};`;
  });
  return `
    insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at, created_at)
      select case when n = 0 then '${owner}' else gen_random_uuid() end, 'r' || n || '@example.org', 'r-' || n,
        'Reader ' || n, '1990-01-01', now(), now() - interval '30 days' from generate_series(0, ${READERS}) n;
    insert into sessions (id, user_id, token_hash, expires_at, last_used_at)
      select gen_random_uuid(), id, sha256(('token-of-the-reader-' || slug)::bytea), now() + interval '7 days', now()
      from users where slug like 'r-%' and id <> '${owner}';
    insert into wallets (user_id) select id from users where slug like 'r-%' and id <> '${owner}';
    insert into coin_entries (id, user_id, number, deed, house, coins, balance_before, balance_after, key, reason)
      select gen_random_uuid(), user_id, 1, 'grant', 'issued', 90000, 0, 90000, 'grant', 'Load' from wallets;
    update wallets set balance_coins = 90000, last_number = 1;
    ${stories.join('\n')}`;
}
