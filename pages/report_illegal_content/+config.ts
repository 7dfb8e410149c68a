import type { Config } from 'vike/types';

export default { public: { query: {} } } satisfies Config;
