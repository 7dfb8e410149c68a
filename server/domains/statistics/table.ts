/** The figures as tables for other programs. */
import { toCsv } from '../../lib/csv.ts';
import type { StoryStatisticsView } from './queries.ts';

export function daysTable({ days }: StoryStatisticsView, { mark }: { mark: boolean }): string {
  const head = ['date', 'views', 'likes', 'comments', 'subscribers', 'impressions'];
  const rows = days.map((day) => [
    day.date,
    day.views,
    day.likes,
    day.comments,
    day.subscribers,
    day.impressions,
  ]);
  return toCsv(head, rows, { mark });
}

export function episodesTable({ episodes }: StoryStatisticsView, { mark }: { mark: boolean }): string {
  const head = ['number', 'title', 'status', 'first_published', 'views', 'likes', 'comments', 'impressions'];
  const rows = episodes.map((episode) => [
    episode.number,
    episode.title,
    episode.status,
    episode.first_published_at?.slice(0, 10) ?? '',
    episode.views,
    episode.likes,
    episode.comments,
    episode.impressions,
  ]);
  return toCsv(head, rows, { mark });
}
