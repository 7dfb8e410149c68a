import { toCsv } from '../../../lib/csv.ts';
import type { RevenueRow } from './rules.ts';

export const monthsTable = (rows: readonly RevenueRow[]): string =>
  toCsv(
    ['year', 'month', 'ad_impressions', 'earnings', 'cumulated_earnings', 'transferred_earnings'],
    rows.map((row) => [
      row.year,
      row.month,
      row.ad_impressions,
      row.earnings,
      row.cumulated_earnings,
      row.transferred_earnings ?? '',
    ]),
    { mark: true },
  );
