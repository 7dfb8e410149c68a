import type { Config } from 'vike/types';

export default { public: { params: { tag: /^[a-z-]{1,40}$/ }, query: {} } } satisfies Config;
