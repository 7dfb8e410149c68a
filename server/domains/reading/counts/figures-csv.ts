import { toCsv } from '../../../lib/csv.ts';
import type { StoryStatisticsView } from './queries.ts';

export function daysTable({ days }: StoryStatisticsView, { mark }: { mark: boolean }): string {
  const head = ['date', 'views', 'likes', 'comments', 'subscribers', 'impressions', 'unlocks', 'coins'];
  const rows = days.map((day) => [
    day.date,
    day.views,
    day.likes,
    day.comments,
    day.subscribers,
    day.impressions,
    day.unlocks,
    day.coins,
  ]);
  return toCsv(head, rows, { mark });
}

export function episodesTable({ episodes }: StoryStatisticsView, { mark }: { mark: boolean }): string {
  const head = [
    ...['number', 'title', 'status', 'first_published'],
    ...['views', 'likes', 'comments', 'impressions', 'unlocks', 'coins'],
  ];
  const rows = episodes.map((episode) => [
    episode.number,
    episode.title,
    episode.status,
    episode.first_published_at?.slice(0, 10) ?? '',
    episode.views,
    episode.likes,
    episode.comments,
    episode.impressions,
    episode.unlocks,
    episode.coins,
  ]);
  return toCsv(head, rows, { mark });
}
