import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import type { ReportedThing } from './types.ts';

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
      if (story === null || episode === null) return t('gone');
      return episode.number === null
        ? `${story.title}: ${episode.title}`
        : `${t('inEpisode', { story: story.title, number: String(episode.number) })}: ${episode.title}`;
    default:
      return t('by', { thing: things(subject.type satisfies MessageKey<'reportSubjects'>), name });
  }
}
