import type { Config } from 'vike/types';
import { BOOK_QUERY_MAX_LENGTH } from '#server/domains/reading/reader/rules.ts';

const PHRASE = new RegExp(`^(?=.*\\S).{1,${BOOK_QUERY_MAX_LENGTH}}$`, 'su');

export default {
  public: {
    params: { slug: /^[a-z0-9-]{1,200}$/, number: /^[1-9]\d{0,5}$/ },
    // A chapter of a novel other than the first; the same page with its panels, a hundred of their list other than its own, what was just unlocked, a number to go to, and a phrase that is looked for.
    query: {
      chapter: /^[1-9]\d{0,3}$/,
      panels: /^1$/,
      episodes: /^(?:[1-9]\d{0,2}0)?1$/,
      unlocked: /^1$/,
      episode: /^[1-9]\d{0,5}$/,
      search: PHRASE,
    },
    // Phrases are without end: their answers fill no cache.
    forOne: ['preview', 'search'],
    keptForSome: true,
  },
  layout: 'bare',
} satisfies Config;
