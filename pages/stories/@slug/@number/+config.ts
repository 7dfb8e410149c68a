import type { Config } from 'vike/types';
import { BOOK_QUERY_MAX_LENGTH } from '#server/domains/reading/reader/rules.ts';

const PHRASE = new RegExp(`^(?=.*\\S).{1,${BOOK_QUERY_MAX_LENGTH}}$`, 'su');

export default {
  public: {
    params: { slug: /^[a-z0-9-]{1,200}$/, number: /^[1-9]\d{0,5}$/ },
    // Later chapters of a novel, the page with panels, and another hundred of the list. Also a fresh unlock, a number
    // to jump to, and a search phrase.
    query: {
      chapter: /^[1-9]\d{0,3}$/,
      panels: /^1$/,
      episodes: /^(?:[1-9]\d{0,2}0)?1$/,
      unlocked: /^1$/,
      episode: /^[1-9]\d{0,5}$/,
      search: PHRASE,
    },
    // There are infinitely many phrases, so their answers are not cached.
    forOne: ['preview', 'search'],
    keptForSome: true,
  },
  layout: 'bare',
} satisfies Config;
