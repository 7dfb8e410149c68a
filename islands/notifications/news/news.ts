import type { NotificationKind } from '../../../db/schema/index.ts';

export type NewsGroupName = 'today' | 'week' | 'earlier';

export type News = {
  id: string;
  kind: NotificationKind;
  /** Plain text for screen readers. */
  text: string;
  words: Readonly<Record<string, string | number>>;
  href: string;
  picture: string | null;
  at: string;
  when: string;
  read: boolean;
  gone: boolean;
  quote: string;
  releases: readonly { number: number; title: string; url: string }[];
  invitation: { id: string; until: string } | null;
};

export type NewsGroup = { name: NewsGroupName; rows: News[] };
