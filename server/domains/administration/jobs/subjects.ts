/** Finds the subjects of a job by the ids in its payload. Leaves out deleted ones. */
import { eq, inArray } from 'drizzle-orm';
import {
  accountExports,
  comments,
  episodePages,
  episodes,
  epubs,
  mails,
  media,
  payouts,
  revenueImports,
  sessions,
  storePurchases,
  stories,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { isId } from '../../../lib/ids.ts';

export type JobSubject = {
  type: 'user' | 'story' | 'episode' | 'import' | 'picture' | 'book' | 'mail';
  id: string;
  name: string;
};

type Asker = Pick<Deps, 'db'>;
type Known = { users: string[]; episodes: string[]; stories: string[]; others: JobSubject[] };
type Finder = (deps: Asker, id: string) => Promise<Partial<Known>>;

const LISTED_MAX_COUNT = 3;

const given = (ids: readonly (string | null | undefined)[]): string[] =>
  ids.filter((id) => typeof id === 'string');

const finders: Readonly<Record<string, Finder>> = {
  userId: async (_, id) => ({ users: [id] }),
  readerId: async (_, id) => ({ users: [id] }),
  storyId: async (_, id) => ({ stories: [id] }),
  episodeId: async (_, id) => ({ episodes: [id] }),
  async mediaId({ db }, id) {
    const rows = await db
      .select({ ownerId: media.ownerId, name: media.originalName, episodeId: episodePages.episodeId })
      .from(media)
      .leftJoin(episodePages, eq(episodePages.mediaId, media.id))
      .where(eq(media.id, id))
      .limit(1);
    return {
      users: rows.map(({ ownerId }) => ownerId),
      episodes: given(rows.map(({ episodeId }) => episodeId)),
      others: rows.map(({ name }) => ({ type: 'picture', id, name })),
    };
  },
  async epubId({ db }, id) {
    const rows = await db
      .select({ ownerId: epubs.ownerId, name: epubs.name, episodeId: epubs.episodeId })
      .from(epubs)
      .where(eq(epubs.id, id));
    return {
      users: rows.map(({ ownerId }) => ownerId),
      episodes: given(rows.map(({ episodeId }) => episodeId)),
      others: rows.map(({ name }) => ({ type: 'book', id, name })),
    };
  },
  async mailId({ db }, id) {
    const rows = await db
      .select({ userId: mails.userId, kind: mails.kind })
      .from(mails)
      .where(eq(mails.id, id));
    return {
      users: given(rows.map(({ userId }) => userId)),
      others: rows.map(({ kind }) => ({ type: 'mail', id, name: kind })),
    };
  },
  async importId({ db }, id) {
    const rows = await db
      .select({ name: revenueImports.fileName })
      .from(revenueImports)
      .where(eq(revenueImports.id, id));
    return { others: rows.map(({ name }) => ({ type: 'import', id, name })) };
  },
  async commentId({ db }, id) {
    const rows = await db
      .select({ authorId: comments.authorId, storyId: comments.storyId, episodeId: comments.episodeId })
      .from(comments)
      .where(eq(comments.id, id));
    return {
      users: given(rows.map(({ authorId }) => authorId)),
      episodes: given(rows.map(({ episodeId }) => episodeId)),
      stories: given(rows.map(({ storyId, episodeId }) => (episodeId === null ? storyId : null))),
    };
  },
  exportId: async ({ db }, id) => ({
    users: await ownersOf(
      db.select({ userId: accountExports.userId }).from(accountExports).where(eq(accountExports.id, id)),
    ),
  }),
  purchaseId: async ({ db }, id) => ({
    users: await ownersOf(
      db.select({ userId: storePurchases.userId }).from(storePurchases).where(eq(storePurchases.id, id)),
    ),
  }),
  payoutId: async ({ db }, id) => ({
    users: await ownersOf(db.select({ userId: payouts.userId }).from(payouts).where(eq(payouts.id, id))),
  }),
  sessionId: async ({ db }, id) => ({
    users: await ownersOf(db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.id, id))),
  }),
};

const ownersOf = async (rows: PromiseLike<{ userId: string | null }[]>): Promise<string[]> =>
  given((await rows).map(({ userId }) => userId));

/** A few lookups by primary key, whatever the payload contains. */
export async function findSubjects(
  { db }: Asker,
  payload: Readonly<Record<string, unknown>>,
): Promise<JobSubject[]> {
  const asked = Object.entries(payload).flatMap(([key, value]) => {
    const finder = finders[key] ?? finders[key.replace(/Ids$/, 'Id')];
    const ids = (Array.isArray(value) ? value : [value]).slice(0, LISTED_MAX_COUNT);
    return finder === undefined
      ? []
      : ids.filter((id) => typeof id === 'string' && isId(id)).map((id) => ({ finder, id }));
  });
  const found = await Promise.all(asked.map(({ finder, id }) => finder({ db }, id)));
  const all = (key: 'users' | 'episodes' | 'stories') => [
    ...new Set(found.flatMap((each) => each[key] ?? [])),
  ];
  const [people, works, wholes] = await Promise.all([
    namesOf(all('users'), (ids) =>
      db.select({ id: users.id, name: users.displayName }).from(users).where(inArray(users.id, ids)),
    ),
    namesOf(all('episodes'), async (ids) => {
      const rows = await db
        .select({ id: episodes.id, title: episodes.title, story: stories.title })
        .from(episodes)
        .innerJoin(stories, eq(stories.id, episodes.storyId))
        .where(inArray(episodes.id, ids));
      return rows.map(({ id, title, story }) => ({ id, name: `${story}: ${title}` }));
    }),
    namesOf(all('stories'), (ids) =>
      db.select({ id: stories.id, name: stories.title }).from(stories).where(inArray(stories.id, ids)),
    ),
  ]);
  return [
    ...people.map((one) => ({ type: 'user' as const, ...one })),
    ...works.map((one) => ({ type: 'episode' as const, ...one })),
    ...wholes.map((one) => ({ type: 'story' as const, ...one })),
    ...found.flatMap(({ others = [] }) => others),
  ];
}

const namesOf = async (
  ids: string[],
  find: (ids: string[]) => PromiseLike<{ id: string; name: string }[]>,
): Promise<{ id: string; name: string }[]> => (ids.length === 0 ? [] : find(ids));
