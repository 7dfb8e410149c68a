import type { Config } from 'vike/types';

export default {
  public: {
    query: { month: /^\d{4}-\d{2}$/ },
  },
} satisfies Config;
