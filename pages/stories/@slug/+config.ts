import type { Config } from 'vike/types';

export default {
  public: {
    params: { slug: /^[a-z0-9-]{1,200}$/ },
    // The order of the episodes, a hundred other than the first, a number to go to, and the same page with its panels.
    query: {
      order: /^newest$/,
      episodes: /^[1-9]\d{0,2}01$/,
      episode: /^[1-9]\d{0,5}$/,
      panels: /^1$/,
    },
    forOne: ['preview'],
  },
} satisfies Config;
