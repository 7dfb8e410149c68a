import type { Config } from 'vike/types';

export default {
  public: {
    params: { slug: /^[a-z0-9-]{1,200}$/ },
    query: { page: /^[1-9]\d{0,3}$/ },
  },
} satisfies Config;
