import { eq } from 'drizzle-orm';
import {
  episodeCounters,
  episodeDays,
  storyCounters,
  storyDays,
  storyMembers,
  type TeamRole,
} from '../../db/schema/index.ts';
import type { Account, TestApp } from './app.ts';

/** A device without an account. With `keeps`, it keeps its cookie like a browser. */
export function device(app: TestApp, { address = '203.0.113.7', keeps = true } = {}) {
  let cookie: string | undefined;
  return {
    async view(episodeId: string, headers: Record<string, string> = {}) {
      const reply = await app.call(`POST /episodes/${episodeId}/views`, {
        address,
        headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
      });
      const mark = reply.cookies.find(({ name }) => name === 'view_mark');
      if (keeps && mark !== undefined) cookie = `view_mark=${mark.value}`;
      return reply;
    },
  };
}

export const viewAs = (app: TestApp, account: Account, episodeId: string) =>
  app.call(`POST /episodes/${episodeId}/views`, { as: account });

export async function joinTeam(app: TestApp, storyId: string, account: Account, role: TeamRole) {
  await app.deps.db.insert(storyMembers).values({ storyId, userId: account.id, role });
}

/** Views of a story's episode in every table that stores them. */
export async function viewsOf(app: TestApp, { storyId, episodeId }: { storyId: string; episodeId: string }) {
  const { db } = app.deps;
  const [episode] = await db.select().from(episodeCounters).where(eq(episodeCounters.episodeId, episodeId));
  const [story] = await db.select().from(storyCounters).where(eq(storyCounters.storyId, storyId));
  const ofEpisode = await db.select().from(episodeDays).where(eq(episodeDays.episodeId, episodeId));
  const ofStory = await db.select().from(storyDays).where(eq(storyDays.storyId, storyId));
  const sum = (days: { views: number }[]) => days.reduce((all, { views }) => all + views, 0);
  return {
    episode: episode?.viewsCount ?? 0,
    story: story?.viewsCount ?? 0,
    episodeDays: sum(ofEpisode),
    storyDays: sum(ofStory),
  };
}

export const everywhere = (views: number) => ({
  episode: views,
  story: views,
  episodeDays: views,
  storyDays: views,
});
