import { firstWish, sentForm } from '#islands/publishing/releases/plan.ts';
import { ownStoryData } from '#pages/layout/data.ts';
import { findOwnAccount } from '#server/domains/accounts/accounts/queries.ts';
import { directOrigins } from '#server/domains/media/queries.ts';
import { mayDo } from '#server/domains/platform/policy/rules.ts';
import { findTeamEpisode, listTeamPages } from '#server/domains/publishing/episodes/queries.ts';
import { findBook } from '#server/domains/publishing/novels/books/queries.ts';
import { listTeamChapters } from '#server/domains/publishing/novels/queries.ts';
import { CHAPTER_PICTURES_MAX_COUNT } from '#server/domains/publishing/novels/rules.ts';
import { findReleaseProblem, listReceipts } from '#server/domains/publishing/releases/queries.ts';
import { PAGES_RECOMMENDED } from '#server/domains/publishing/releases/rules.ts';
import { findOwnStory } from '#server/domains/publishing/stories/queries.ts';
import { TITLE_MAX_LENGTH } from '#server/domains/publishing/stories/rules.ts';
import { findStatementOf } from '#server/domains/safety/takedowns/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';
import { coverOf } from './coverOf.ts';

async function findBlock<T extends { ended_at: string | null }>(
  subjects: readonly string[],
  find: (subject: string) => Promise<T | null>,
): Promise<T | null> {
  for (const subject of subjects) {
    const statement = await find(subject);
    if (statement !== null && statement.ended_at === null) return statement;
  }
  return null;
}

export const data = ownStoryData(async ({ deps, viewer, params }) => {
  const { id = '', episodeId = '' } = params;
  if (!isId(id) || !isId(episodeId)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const episode = await findTeamEpisode(deps, viewer, episodeId);
  if (episode.story_id !== story.id) throw notFound('not_found');
  const { user } = await findOwnAccount(deps, viewer.id);
  const isNovel = story.publication_type === 'novel';
  const receipts = await listReceipts(deps, viewer, episodeId, {});
  const editor = {
    episode,
    receipts,
    story: {
      id: story.id,
      slug: story.slug,
      title: story.title,
      language: story.language,
      format: story.format,
      subscribers: story.subscribers_count,
      cover: coverOf(story),
    },
    publisher: await findReleaseProblem(deps, viewer, story.id),
    zone: user.timezone,
    may: {
      edit: mayDo(story.role, 'edit'),
      publish: mayDo(story.role, 'publish'),
      delete: mayDo(story.role, 'delete'),
    },
    titleMaxLength: TITLE_MAX_LENGTH,
    picturesMaxCount: CHAPTER_PICTURES_MAX_COUNT,
  };
  return {
    head: { title: `${episode.number} · ${episode.title}` },
    connectOrigins: directOrigins(deps),
    title: story.title,
    zone: user.timezone,
    // Plain fields send what they show, so the plan's seconds must be in them.
    wish: sentForm(firstWish(episode, user.timezone, deps.clock.now()), episode.publish_wall_time),
    number: episode.number,
    storyId: story.id,
    // The episode's own block, else that of its story.
    statement: await findBlock([episodeId, story.id], (subject) => findStatementOf(deps, viewer, subject)),
    content: isNovel
      ? {
          kind: 'chapters' as const,
          editor: {
            ...editor,
            list: await listTeamChapters(deps, viewer, episodeId),
            viewerId: viewer.id,
            book: await findBook(deps, episodeId),
          },
        }
      : {
          kind: 'pages' as const,
          editor: {
            ...editor,
            list: await listTeamPages(deps, viewer, episodeId),
            recommended: PAGES_RECOMMENDED,
          },
        },
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
