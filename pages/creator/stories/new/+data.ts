import { translator } from '#locales/messages.ts';
import { findOwnAccount } from '#server/domains/accounts/accounts/queries.ts';
import { viewerData } from '../../../layout/data.ts';
import { storyFormProps } from '../storyFormProps.ts';

export const data = viewerData(async ({ deps, viewer, locale, query }) => {
  const { id, publisher } = viewer;
  const { user } = await findOwnAccount(deps, id);
  return {
    head: { title: translator(locale, 'console')('newStory') },
    form: storyFormProps(null, {
      locale,
      publisher,
      userId: id,
      zone: user.timezone,
      preferred: user.preferred_languages,
      type: query.get('type'),
    }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
