import type { Config } from 'vike/types';

export default {
  public: {
    params: { slug: /^[a-z0-9-]{1,200}$/, number: /^[1-9]\d{0,5}$/ },
    query: { panels: /^1$/, unlocked: /^1$/ },
    forOne: ['preview'],
  },
  layout: 'bare',
} satisfies Config;
