import { eq } from 'drizzle-orm';
import { stories } from '../../db/schema/index.ts';
import { DEMO_CREATOR, DEMO_READER } from '../../db/seed/logins.ts';
import { settleDemoPassword } from '../../db/seed/password.ts';
import { type Rasterizer, startRasterizer } from '../../db/seed/raster.ts';
import type { Account } from '../support/app.ts';
import { createEpisode, createStory } from '../support/console.ts';
import { type House, startHouses } from '../support/house.ts';
import { dialogAt, HOUR_MS, mustDo } from '../support/releases.ts';
import { publish, seedSmallDemo, uploadPagesOf, uploadPicture } from '../support/works.ts';
import { type ActionPaths, makeActions, NO_ACTIONS } from './actions.ts';
import { type AdministrationPaths, makeAdministration, NO_ADMINISTRATION } from './administration.ts';
import { type ContentPaths, makeContents, NO_CONTENTS } from './contents.ts';
import { type FactorPerson, makeFactored, makeOtherFactors } from './factors.ts';
import { type LongListPaths, makeLongList, NO_LONG_LIST } from './long-list.ts';
import { makeNovel, NO_NOVEL, type NovelPaths } from './novel.ts';
import { takeAndLock } from './payouts.ts';
import { makeReports, NO_REPORTS, type ReportPaths } from './reports.ts';
import { makeRevenue } from './revenue.ts';
import { hideElsewhere } from './sale.ts';
import { makeTeam, NO_TEAM, type TeamPaths } from './team.ts';
import { processUploads } from './uploads.ts';

export type Person =
  | 'creator'
  | 'reader'
  | 'colleague'
  | 'newcomer'
  | 'administrator'
  | 'commenter'
  | FactorPerson;

export type World = {
  origin: string;
  tokens: Record<Person, string>;
  /** Paths with ids of this server. Null when it has no such thing. */
  paths: {
    storyEditor: string | null;
    draft: string | null;
    published: string | null;
    scheduled: string | null;
    blocked: string | null;
    statistics: string | null;
    statisticsEmpty: string | null;
    longTitle: string | null;
    unavailable: string | null;
  } & TeamPaths &
    NovelPaths &
    ActionPaths &
    AdministrationPaths &
    ContentPaths &
    LongListPaths &
    ReportPaths;
  files: { name: string; mimeType: string; buffer: Buffer }[];
  /** Makes every page with database queries fail. Null on a server that is not ours. */
  breakDatabase: (() => Promise<() => Promise<void>>) | null;
  close(): Promise<void>;
};

const STORY = 'ash-street';
const HERE = 'spin-cycle';
const COLLEAGUE = 'hana@demo.tsuzuki.example';
const THIRD = 'rin@demo.tsuzuki.example';
const LONG_TITLE =
  'The Extraordinarily Patient Lighthouse Keeper and the Night on Which Every Gull of the Kattegat Came to Stay';
const TWO_LINES = 'Somebody Has Been Paying for the Light in an Empty House for Nine Years';
const THREE_LINES =
  'What the Landlord’s Widow Found Behind the Ninth Lamp, and Why She Put It Back the Same Night';

/** Fake providers: they only appear on the page of connected accounts. */
const PROVIDERS = {
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  TWITTER_CLIENT_ID: 'twitter-client',
  TWITTER_CLIENT_SECRET: 'twitter-secret',
};

const drawPage = (rasterizer: Rasterizer, page: number): Promise<Buffer> =>
  rasterizer.draw({ kind: 'page', story: STORY, episode: 3, page });

export async function makeWorld(): Promise<World> {
  const house = await startHouses({ environment: PROVIDERS }, (open) => open());
  const rasterizer = startRasterizer();
  try {
    await seedSmallDemo(house.deps, rasterizer, (slug) => {
      if (slug === STORY) return { episodes: 3, pages: 5 };
      if (slug === 'two-umbrellas') return { episodes: 4, pages: 1 };
      return { episodes: 2, pages: slug === 'bruno-is-awake' ? 2 : 1 };
    });
    const signIn = signInAt(house.origin, await settleDemoPassword(house.deps));
    const newcomer = await house.signUp('Ilse Vogt', { confirmed: false });
    const factored = await makeFactored(house);
    const signedIn = await signAllIn(signIn);
    const creator = accountOf(signedIn.creator);
    await makeRevenue(house, DEMO_CREATOR);
    const longTitle = await publishLongTitle(house, creator, rasterizer);
    await hideElsewhere(house, HERE);
    const releases = await makeReleases(house, creator, rasterizer);
    // Must come first: the creator becomes a publisher below, which limits the kinds of stories.
    const actions = await makeActions(house, creator, {
      cover: await rasterizer.draw({ kind: 'cover', story: 'the-year-the-sea-froze' }),
      page: await drawPage(rasterizer, 1),
    });
    const ruled = await makeAdministration(house, creator, {
      storySlug: STORY,
      page: await drawPage(rasterizer, 0),
      factored,
    });
    const said = await makeContents(house, {
      storySlug: STORY,
      administrator: ruled.administrator,
      picture: await rasterizer.draw({ kind: 'cover', story: 'the-year-the-sea-froze' }),
    });
    const tokens = {
      ...signedIn,
      commenter: said.token,
      newcomer: newcomer.token,
      factored: factored.token,
      ...(await makeOtherFactors(house)),
      administrator: ruled.administrator.token,
    };
    const novel = await makeNovel(house, creator);
    const draft = await draftEpisode(house, creator, rasterizer);
    const team = await makeTeam(house, draft.split('/')[3] ?? '', {
      creator,
      colleague: accountOf(tokens.colleague, COLLEAGUE),
      third: accountOf(await signIn(THIRD), THIRD),
    });
    const unread = await createStory(house, creator, { title: 'ליל הרכבות', language: 'he' });
    const statisticsEmpty = `/creator/stories/${unread.id}/statistics`;
    const files = await Promise.all(
      [0, 1, 2].map(async (page) => ({
        name: `ash-street-04-${page + 1}.jpg`,
        mimeType: 'image/jpeg',
        buffer: await drawPage(rasterizer, page),
      })),
    );
    const found = await findConsole(house.origin, tokens.creator);
    const longList = await makeLongList(house, DEMO_CREATOR);
    await takeAndLock(house);
    return {
      origin: house.origin,
      tokens,
      paths: {
        ...found,
        ...team,
        ...releases,
        ...novel,
        ...actions,
        ...ruled.paths,
        ...said.paths,
        ...longList,
        ...(await makeReports(house)),
        draft,
        longTitle,
        statisticsEmpty,
        unavailable: `/stories/${HERE}`,
      },
      files,
      breakDatabase: async () => {
        await house.deps.pool.query('alter table story_slugs rename to story_slugs_away');
        return async () => {
          await house.deps.pool.query('alter table story_slugs_away rename to story_slugs');
        };
      },
      close: house.close,
    };
  } finally {
    rasterizer.close();
  }
}

/** Only views a running server: creates and breaks nothing on it. The server prints the password when it starts. */
export async function visitWorld(origin: string): Promise<World> {
  const { DEMO_PASSWORD } = process.env;
  if (DEMO_PASSWORD === undefined) throw new Error('DEMO_PASSWORD: is required with SHOTS_URL');
  const tokens = {
    ...(await signAllIn(signInAt(origin, DEMO_PASSWORD))),
    newcomer: '',
    factored: '',
    secured: '',
    keyed: '',
    provided: '',
    administrator: '',
    commenter: '',
  };
  return {
    origin,
    tokens,
    paths: {
      ...(await findConsole(origin, tokens.creator)),
      longTitle: null,
      unavailable: null,
      scheduled: null,
      blocked: null,
      statisticsEmpty: null,
      ...NO_TEAM,
      ...NO_NOVEL,
      ...NO_ACTIONS,
      ...NO_ADMINISTRATION,
      ...NO_CONTENTS,
      ...NO_LONG_LIST,
      ...NO_REPORTS,
    },
    files: [],
    breakDatabase: null,
    close: async () => {},
  };
}

type SignIn = (email: string) => Promise<string>;

const signAllIn = async (
  signIn: SignIn,
): Promise<Pick<World['tokens'], 'creator' | 'reader' | 'colleague'>> => ({
  creator: await signIn(DEMO_CREATOR),
  reader: await signIn(DEMO_READER),
  colleague: await signIn(COLLEAGUE),
});

const signInAt =
  (origin: string, password: string) =>
  async (email: string): Promise<string> => {
    const response = await fetch(`${origin}/api/auth/mail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!response.ok) throw new Error(`nobody can sign in as ${email}: ${await response.text()}`);
    const { auth_token: token } = (await response.json()) as { auth_token: string };
    return token;
  };

const accountOf = (token: string, email = DEMO_CREATOR): Account => ({
  id: '',
  email,
  token,
  headers: { authorization: `Bearer ${token}` },
});

/** Editors of the creator's first story and its first episode, and of an unpublished episode if there is one. */
async function findConsole(
  origin: string,
  token: string,
): Promise<Pick<World['paths'], 'storyEditor' | 'draft' | 'published' | 'statistics'>> {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(`${origin}/api/creator/stories`, { headers });
  const { stories: own } = (await reply.json()) as { stories: { id: string; slug: string }[] };
  const story = own.find(({ slug }) => slug === STORY) ?? own[0];
  if (story === undefined) return { storyEditor: null, draft: null, published: null, statistics: null };
  const storyEditor = `/creator/stories/${story.id}`;
  const page = await fetch(origin + storyEditor, { headers: { cookie: `auth_token=${token}` } });
  const episodes = (await page.text()).matchAll(
    /\/creator\/stories\/[0-9a-f-]{36}\/episodes\/([0-9a-f-]{36})/g,
  );
  let [draft, published]: (string | null)[] = [null, null];
  for (const [path, id] of episodes) {
    const answer = await fetch(`${origin}/api/creator/episodes/${id}`, { headers });
    const { episode } = (await answer.json()) as { episode: { status: string } };
    if (episode.status === 'published') published ??= path;
    else draft ??= path;
  }
  const statistics = `${storyEditor}/statistics`;
  return { storyEditor, draft: draft ?? null, published: published ?? null, statistics };
}

async function publishLongTitle(house: House, creator: Account, rasterizer: Rasterizer): Promise<string> {
  const cover = await rasterizer.draw({ kind: 'cover', story: 'the-year-the-sea-froze' });
  const story = await createStory(house, creator, {
    title: LONG_TITLE,
    description: 'It begins with one gull on the railing.',
    tags: ['lighthouse', 'gulls', 'the sea at night', 'patience'],
    cover_media_id: await uploadPicture(house, creator, 'cover', cover),
  });
  const episode = await createEpisode(house, creator, story.id, 'The First Gull');
  await uploadPagesOf(house, creator, episode.id, [await drawPage(rasterizer, 0)]);
  await processUploads(house);
  await publish(house, creator, episode.id);
  return `/stories/${story.slug}`;
}

/** A planned release moved once, one blocked by an administrator, and two with long names. */
async function makeReleases(
  house: House,
  creator: Account,
  rasterizer: Rasterizer,
): Promise<Pick<World['paths'], 'scheduled' | 'blocked'>> {
  const { db, clock } = house.deps;
  const [story] = await db.select({ id: stories.id }).from(stories).where(eq(stories.slug, STORY));
  if (story === undefined) throw new Error(`no story ${STORY}`);
  const ready = async (title: string): Promise<string> => {
    const { id } = await createEpisode(house, creator, story.id, title);
    await uploadPagesOf(house, creator, id, [await drawPage(rasterizer, 0), await drawPage(rasterizer, 1)]);
    await processUploads(house);
    return id;
  };
  const plannedId = await ready('The Meter in the Cellar');
  for (const days of [2, 4]) {
    const moment = new Date(clock.now().getTime() + days * 24 * HOUR_MS);
    await mustDo(house, creator, plannedId, 'schedule', dialogAt(moment, 'Asia/Tokyo'));
  }
  await publish(house, creator, await ready(TWO_LINES));
  await createEpisode(house, creator, story.id, THREE_LINES);
  const blockedId = await ready('A Borrowed Panel');
  await publish(house, creator, blockedId);
  const administrator = await house.signUp('Ada Ministra');
  await house.makeAdministrator(administrator);
  const reason = 'Page 2 shows a panel of another work without permission.';
  await mustDo(house, administrator, blockedId, 'block', { reason });
  const editor = (id: string) => `/creator/stories/${story.id}/episodes/${id}`;
  return { scheduled: editor(plannedId), blocked: editor(blockedId) };
}

/** Some pages are ready, the last ones still wait. */
async function draftEpisode(house: House, creator: Account, rasterizer: Rasterizer): Promise<string> {
  const { db } = house.deps;
  const [story] = await db.select({ id: stories.id }).from(stories).where(eq(stories.slug, STORY));
  if (story === undefined) throw new Error(`no story ${STORY}`);
  const episode = await createEpisode(house, creator, story.id, 'What Rain Is For');
  const pages = await Promise.all([0, 1, 2, 3, 4].map((page) => drawPage(rasterizer, page)));
  await uploadPagesOf(house, creator, episode.id, pages.slice(0, 3));
  await processUploads(house);
  await uploadPagesOf(house, creator, episode.id, pages.slice(3));
  return `/creator/stories/${story.id}/episodes/${episode.id}`;
}
