/** The mail about a release that could not take place. */

import { and, eq, isNull } from 'drizzle-orm';
import { episodes, stories } from '#db/schema/index.ts';
import { translator } from '#locales/messages.ts';
import { address } from '#pages/addresses.ts';
import type { Deps } from '../../../deps.ts';
import { mail } from '../../define.ts';
import { mailTexts } from '../../platform/mail/words.ts';

type Told = { id: string; storyId: string; title: string; story: string };

/** Null when it was deleted meanwhile: nobody need hear of it any more. */
async function findEpisode(deps: Deps, id: string | undefined): Promise<Told | null> {
  if (id === undefined) return null;
  const [row] = await deps.db
    .select({ id: episodes.id, storyId: stories.id, title: episodes.title, story: stories.title })
    .from(episodes)
    .innerJoin(stories, eq(stories.id, episodes.storyId))
    .where(and(eq(episodes.id, id), isNull(episodes.deletedAt), isNull(stories.deletedAt)));
  return row ?? null;
}

export const publishingMails = [
  mail('episode_not_published', {
    async write({ deps, locale, mail, page }) {
      const episode = await findEpisode(deps, mail.data.episodeId);
      if (episode === null) return null;
      const { id, storyId, title, story } = episode;
      const t = mailTexts(locale);
      const words = translator(locale, 'shortcomings');
      const keys = mail.data.missing?.split(',') ?? [];
      const missing = keys.map((key) => words(key as Parameters<typeof words>[0])).join(', ');
      return {
        subject: t('notPublishedSubject', { title }),
        preview: t('notPublishedPreview', { story }),
        title: t('notPublishedTitle', { title }),
        paragraphs: [t('notPublishedText', { title, story, missing }), t('notPublishedWay')],
        button: {
          label: t('notPublishedButton'),
          url: page(address('/creator/stories/@id/episodes/@episodeId', { id: storyId, episodeId: id })),
        },
        footer: t('notPublishedFooter'),
      };
    },
  }),
];
