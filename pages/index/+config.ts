import type { Config } from 'vike/types';

export default {
  public: {
    query: { day: /^\d{4}-\d{2}-\d{2}$/ },
  },
} satisfies Config;
