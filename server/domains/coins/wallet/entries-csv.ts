import { toCsv } from '../../../lib/csv.ts';
import type { WalletEntryView } from './queries.ts';

const HEAD = [
  'created_at',
  'kind',
  'coins',
  'balance_after',
  'store',
  'reference',
  'story',
  'episode',
  'title',
  'reason',
];

export const entriesTable = (entries: readonly WalletEntryView[]): string =>
  toCsv(
    HEAD,
    entries.map(({ created_at, kind, coins, balance_after, store, episode, reason }) => [
      ...[created_at, kind, coins, balance_after],
      ...[store?.provider ?? '', store?.reference ?? ''],
      ...[episode?.story.title ?? '', episode?.number ?? '', episode?.title ?? ''],
      reason ?? '',
    ]),
    { mark: true },
  );
