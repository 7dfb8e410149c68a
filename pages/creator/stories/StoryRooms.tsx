import { formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { ConsoleStoryView } from '../../../server/domains/publishing/stories/queries.ts';
import { address } from '../../addresses.ts';
import { Tabs } from '../../ui/Tabs.tsx';

/** Tabs of a story. `path` follows the story's own address. */
export const STORY_ROOMS = [
  { path: '', label: 'episodes' },
  { path: '/details', label: 'details' },
  { path: '/prices', label: 'prices' },
  { path: '/geofiltering', label: 'geofiltering' },
  { path: '/statistics', label: 'statistics' },
  { path: '/collaborators', label: 'team' },
] as const;

export type StoryRoom = (typeof STORY_ROOMS)[number]['label'];

export type StoryRoomsProps = {
  story: Pick<ConsoleStoryView, 'id' | 'episodes_count'>;
  current: StoryRoom | 'preview';
};

export function StoryRooms({ story, current }: StoryRoomsProps) {
  const t = useTranslations('console.rooms');
  const href = useHref();
  return (
    <Tabs
      label={t('label')}
      items={STORY_ROOMS.map(({ path, label }) => ({
        href: href(address(`/creator/stories/@id${path}`, { id: story.id })),
        label: t(label),
        current: label === current,
        ...(label === 'episodes' && { count: formatNumber(story.episodes_count) }),
      }))}
    />
  );
}
