/** Groups: today, last seven days, earlier. A row just removed keeps its place. */
import type { News, NewsGroup, NewsGroupName } from '../../islands/notifications/news/news.ts';
import { formatDate, localizedPath } from '../../locales/index.ts';
import type { PageRow } from '../../server/domains/notifications/notifications/queries.ts';
import { DAY_MS } from '../../server/lib/durations.ts';
import type { Locale } from '../../server/lib/locale.ts';
import { address } from '../addresses.ts';

type Times = { timezone: string; now: Date; locale: Locale; whenOf(at: string): string };

const WEEK_DAYS = 7;

function nameOf(at: string, { timezone, now }: Times): NewsGroupName {
  if (formatDate(at, timezone) === formatDate(now, timezone)) return 'today';
  return now.getTime() - Date.parse(at) < WEEK_DAYS * DAY_MS ? 'week' : 'earlier';
}

const draw = (row: PageRow, isGone: boolean, { timezone, locale, whenOf }: Times): News => ({
  id: row.id,
  kind: row.kind,
  text: row.text,
  words: row.words,
  href: localizedPath(locale, address('/notifications', {}, { query: { open: row.id } })),
  picture: row.thumbnail_url,
  at: row.created_at,
  when: whenOf(row.created_at),
  read: row.read,
  gone: isGone,
  quote: row.quote,
  releases: row.releases,
  invitation: row.invitation && {
    id: row.invitation.id,
    until: formatDate(row.invitation.until, timezone),
  },
});

export function groupNews(
  { rows, gone }: { rows: readonly PageRow[]; gone: PageRow | null },
  times: Times,
): NewsGroup[] {
  const all = rows.map((row) => draw(row, false, times));
  if (gone !== null) {
    const at = all.findIndex((row) => row.at <= gone.created_at);
    all.splice(at === -1 ? all.length : at, 0, draw(gone, true, times));
  }
  const groups = (['today', 'week', 'earlier'] as const).map((name) => ({
    name,
    rows: all.filter(({ at }) => nameOf(at, times) === name),
  }));
  return groups.filter((group) => group.rows.length > 0);
}
