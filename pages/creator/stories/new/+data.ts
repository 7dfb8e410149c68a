import { translator } from '../../../../locales/messages.ts';
import { findOwnAccount } from '../../../../server/domains/accounts/queries.ts';
import { pageData } from '../../../layout/data.ts';
import { requireViewer } from '../../viewer.ts';
import { storyFormProps } from '../storyFormProps.ts';

export const data = pageData(async ({ deps, viewer, locale, query }) => {
  const { id, publisher } = requireViewer(viewer);
  const { user } = await findOwnAccount(deps, id);
  return {
    head: { title: translator(locale, 'console')('newStory') },
    form: storyFormProps(null, {
      locale,
      publisher,
      userId: id,
      preferred: user.preferred_languages,
      type: query.get('type'),
    }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
