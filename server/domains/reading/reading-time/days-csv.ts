import { toCsv } from '../../../lib/csv.ts';
import type { listDayRows } from './queries.ts';

const HEAD = ['day', 'creator', 'story', 'seconds', 'ads', 'coins', 'episodes_unlocked'];

export const daysTable = (rows: Awaited<ReturnType<typeof listDayRows>>): string =>
  toCsv(
    HEAD,
    rows.map(({ day, creator, title, seconds, ads, coins, unlocked }) => [
      ...[day, creator ?? '', title ?? ''],
      ...[seconds, ads, coins, unlocked],
    ]),
    { mark: true },
  );
