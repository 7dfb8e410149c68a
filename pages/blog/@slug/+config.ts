import type { Config } from 'vike/types';

export default { public: { params: { slug: /^[a-z0-9-]{1,100}$/ }, query: {} } } satisfies Config;
