import type { Config } from 'vike/types';

export default {
  public: {
    params: { slug: /^[a-z0-9-]{1,200}$/ },
    // Order of episodes, other hundreds than the first, a number to jump to, and the page with panels.
    query: {
      order: /^newest$/,
      episodes: /^[1-9]\d{0,2}01$/,
      episode: /^[1-9]\d{0,5}$/,
      panels: /^1$/,
    },
    forOne: ['preview'],
  },
} satisfies Config;
