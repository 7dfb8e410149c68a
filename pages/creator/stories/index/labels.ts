import { formatDate, formatTime } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import type { ConsoleStoryView } from '#server/domains/publishing/stories/queries.ts';
import { type Address, address, withHash } from '../../../addresses.ts';

export const storyPath = ({ id }: Pick<ConsoleStoryView, 'id'>): Address =>
  address('/creator/stories/@id', { id });

function placeOf(story: ConsoleStoryView, step: NonNullable<ConsoleStoryView['next_step']>): Address {
  const { id } = story;
  if (step.episode_id !== null)
    return address('/creator/stories/@id/episodes/@episodeId', { id, episodeId: step.episode_id });
  if (step.kind === 'add_cover' || step.kind === 'mend_cover')
    return address('/creator/stories/@id/details', { id });
  return withHash(storyPath(story), 'add-episode');
}

/** The story's state and its next step. Null for members who only read. */
export function useNextStep() {
  const t = useTranslations('console');
  const href = useHref();
  return (story: ConsoleStoryView) => {
    const step = story.next_step;
    if (step === null) return null;
    const values = { number: String(step.episode_number ?? 0), count: step.count };
    return {
      stands: t(`stands.${step.kind}`, values),
      label: t(`steps.${step.kind}`, values),
      href: href(placeOf(story, step)),
    };
  };
}

/** "2 published · 1 scheduled". Null when all are published. Omits empty states. */
export function useTally() {
  const t = useTranslations('console');
  return (story: ConsoleStoryView): string | null => {
    if (story.episodes_count > 0 && story.published_count === story.episodes_count) return null;
    const parts = (['published', 'scheduled', 'in_progress', 'blocked'] as const).flatMap((state) => {
      const count = story[`${state}_count`];
      return count > 0 ? [t(`tally.${state}`, { count: String(count) })] : [];
    });
    return parts.join(' · ') || t('tally.none');
  };
}

export const momentOf = (moment: string, timezone: string): { date: string; time: string } => ({
  date: formatDate(moment, timezone),
  time: formatTime(moment, timezone),
});

export function useStateWords() {
  const t = useTranslations('console');
  return {
    in_progress: t('filters.work_in_progress'),
    scheduled: '',
    published: t('filters.published'),
    blocked: '',
  };
}
