/** Owns the text of a notification, and the page that it leads to. */
import type { NotificationDetails } from '#db/schema/index.ts';
import { translator } from '#locales/messages.ts';
import { type Address, address } from '#pages/addresses.ts';
import { isolated } from '../../../lib/isolate.ts';
import type { Locale } from '../../../lib/locale.ts';
import { monthName } from '../../../lib/months.ts';
import { product } from '../../../lib/product.ts';
import { contentName, placeOfStatement } from './contents.ts';
import { SUBJECTS_MAX_COUNT } from './rules.ts';
import type { Row } from './seen.ts';

/** Number of its subjects that the reader still sees. */
export function countOf({ told, said, person, release }: Row): number {
  const seen = said?.seenCount ?? person?.seenCount ?? release?.seenCount ?? told;
  // Very old subjects are kept only as a number.
  return told > SUBJECTS_MAX_COUNT ? told - SUBJECTS_MAX_COUNT + seen : Math.max(1, seen);
}

/** Number of people besides the named one. If there are very many authors, only the last are known. */
const othersOf = (row: Row): { others: number; most: 'all' | 'some' } => ({
  others: (row.said?.peopleCount ?? countOf(row)) - 1,
  most: row.said && row.told > SUBJECTS_MAX_COUNT ? 'some' : 'all',
});

export function placeOf(row: Row): Address {
  const { story, episode, said, release, invitation } = row;
  const id = story?.id;
  switch (row.row.kind) {
    case 'new_comment':
    case 'reply':
    case 'mention':
      return said?.id ? address('/comments/@id', { id: said.id }) : '/notifications';
    case 'new_episode': {
      if (!story) return '/notifications';
      const { slug } = story;
      const isOne = countOf(row) === 1 && release?.number;
      return isOne
        ? address('/stories/@slug/@number', { slug, number: release.number })
        : address('/stories/@slug', { slug });
    }
    case 'called_off':
      return id && episode
        ? address('/creator/stories/@id/episodes/@episodeId', { id, episodeId: episode.id })
        : '/creator/stories';
    case 'team_invited':
      return invitation ? address('/invitation', {}, { query: { id: invitation.id } }) : '/creator/stories';
    case 'team_removed':
      return '/creator/stories';
    case 'report_decided':
      return '/settings/reports';
    case 'factor_reset':
      return '/settings/second_factor';
    case 'payout':
      return '/creator/payouts';
    case 'revenue_credited':
      return address('/creator/revenue/@period', { period: row.row.details?.period ?? '' });
    case 'right_changed':
      return placeOfRight(row.row.details ?? {});
    case 'coins_returned':
      return '/wallet';
    case 'blocked':
    case 'appeal_decided':
      return placeOfStatement(row.row);
    case 'team_joined':
    case 'team_role':
      return id ? address('/creator/stories/@id/collaborators', { id }) : '/creator/stories';
    default:
      if (row.row.details?.content) return placeOfStatement(row.row);
      return id ? address('/creator/stories/@id', { id }) : '/creator/stories';
  }
}

const placeOfRight = ({ right, change }: NotificationDetails): Address => {
  if (change === 'revoked') return '/settings';
  return right === 'administrator' ? '/settings/second_factor' : '/creator/stories';
};

export function wordsOf(row: Row, locale: Locale) {
  const { story, episode, release, person, author, inviter } = row;
  const t = translator(locale, 'told');
  const title = story?.title ?? t('someStory');
  const count = countOf(row);
  const details = row.row.details ?? {};
  const missing = translator(locale, 'missing');
  return {
    count,
    ...othersOf(row),
    story: title,
    number: release?.number ?? episode?.number ?? 0,
    title: release?.title ?? episode?.title ?? '',
    name: author ?? person?.name ?? inviter ?? t('somebody'),
    thing: details.content === undefined ? 'work' : 'content',
    where: contentName(details, locale) ?? (episode?.number ? `${isolated(title)} ${episode.number}` : title),
    role: details.role ?? '',
    outcome: details.outcome ?? '',
    reference: details.reference ?? '',
    right: details.right ?? '',
    change: details.change ?? '',
    step: details.step ?? '',
    amount: details.amount ?? '',
    coins: Number(details.coins ?? 0),
    cause: details.cause ?? '',
    month: monthName(details.period ?? '', locale),
    import: details.import ?? '',
    missing: (details.missing?.split(',') ?? [])
      .map((key) => missing(key as Parameters<typeof missing>[0]))
      .join(', '),
  };
}

const plain = { b: (text: string) => text };

export const textOf = (row: Row, locale: Locale): string =>
  translator(locale, 'told')(row.row.kind, { ...wordsOf(row, locale), ...plain } as never);

export const headingOf = ({ story }: Row): string => story?.title ?? product.name;
