import { useTranslations } from '../../locales/react.tsx';
import type { ReportedThing } from './types.ts';

/** What it is called. */
export function useTitle({ subject, story, episode, person }: ReportedThing): string {
  const t = useTranslations('reportQueue');
  const things = useTranslations('reportSubjects');
  const name = person?.display_name ?? t('nobody');
  switch (subject.type) {
    case 'address':
      return t('addresses');
    case 'user':
      return name;
    case 'story':
      return story?.title ?? t('gone');
    case 'episode':
      return story && episode ? `${story.title}, ${episode.number ?? ''} ${episode.title}` : t('gone');
    default:
      return t('by', { thing: things(subject.type), name });
  }
}
