import type { Config } from 'vike/types';

export default {
  public: {
    query: { period: /^all$/, kind: /^(?:comics|indie|novel)$/ },
  },
} satisfies Config;
