import { translator } from '#locales/messages.ts';
import { ownStoryData } from '#pages/layout/data.ts';
import { findOwnAccount } from '#server/domains/accounts/accounts/queries.ts';
import { countStoryPages } from '#server/domains/media/remake.ts';
import { findOwnStory } from '#server/domains/publishing/stories/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';
import { storyFormProps } from '../../storyFormProps.ts';

export const data = ownStoryData(async ({ deps, viewer, locale, params }) => {
  const id = params.id ?? '';
  if (!isId(id)) throw notFound('not_found');
  const story = await findOwnStory(deps, viewer, id);
  const [{ user }, pages] = await Promise.all([findOwnAccount(deps, viewer.id), countStoryPages(deps, id)]);
  return {
    head: { title: `${translator(locale, 'console')('rooms.details')} · ${story.title}` },
    own: story,
    form: storyFormProps(story, {
      locale,
      publisher: viewer.publisher,
      userId: viewer.id,
      zone: user.timezone,
      preferred: user.preferred_languages,
      pages,
    }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
