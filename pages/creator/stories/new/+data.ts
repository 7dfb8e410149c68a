import { translator } from '../../../../locales/messages.ts';
import { pageData } from '../../../layout/data.ts';
import { requireViewer } from '../../viewer.ts';
import { storyFormProps } from '../storyFormProps.ts';

export const data = pageData(({ viewer, locale }) => {
  const { publisher } = requireViewer(viewer);
  return {
    head: { title: translator(locale, 'console')('newStory') },
    form: storyFormProps(null, { locale, publisher }),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
