import type { Config } from 'vike/types';
import { pageForm } from '../../browse/address.ts';

export default {
  public: {
    params: { slug: /^[a-z0-9-]{1,200}$/ },
    query: { page: pageForm },
  },
} satisfies Config;
