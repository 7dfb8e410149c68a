/** What the list of notifications shows of each. */
import type { NotificationKind } from '../../../db/schema/index.ts';

export type NewsGroupName = 'today' | 'week' | 'earlier';

export type News = {
  id: string;
  kind: NotificationKind;
  /** Without marks, for who does not see the page. */
  text: string;
  /** What the text of its kind is filled with. */
  words: Readonly<Record<string, string | number>>;
  href: string;
  picture: string | null;
  at: string;
  /** The same in the reader's zone. */
  when: string;
  read: boolean;
  /** It was removed a moment ago. */
  gone: boolean;
  quote: string;
  releases: readonly { number: number; title: string; url: string }[];
  invitation: { id: string; until: string } | null;
};

export type NewsGroup = { name: NewsGroupName; rows: News[] };
