/** Drafts that the demo's administrator blocked. Nobody has read them, so readers miss nothing. */
import type { Violation } from '../../../server/domains/platform/policy/rules.ts';

export type DemoBlock = {
  slug: string;
  title: string;
  category: Violation;
  rule: string;
  facts: string;
  appeal?: string;
  daysAgo: number;
};

export const demoBlocks: readonly DemoBlock[] = [
  {
    slug: 'down-here',
    title: 'What the Well Kept',
    category: 'violence',
    rule: '4.2',
    facts:
      'Pages 9 to 12 show open wounds in close-up. The story is rated for everyone. From 16 it would be fine, or with the four panels redrawn.',
    appeal: 'The wound on page 9 is paint, as page 13 tells. I can add a note before the episode.',
    daysAgo: 3,
  },
  {
    slug: 'spin-cycle',
    title: 'The Borrowed Song',
    category: 'copyright',
    rule: '1.1',
    facts: 'Page 3 prints a whole song text. A line of it would be a quotation; all of it needs leave.',
    daysAgo: 12,
  },
];
