import type { Config } from 'vike/types';

export default {
  public: {
    params: { slug: /^[a-z0-9-]{1,200}$/ },
    // The order of the episodes, a hundred other than the first, and a number to go to.
    query: { order: /^newest$/, episodes: /^[1-9]\d{0,2}01$/, episode: /^[1-9]\d{0,5}$/ },
    forOne: ['preview'],
  },
} satisfies Config;
