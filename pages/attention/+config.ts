import type { Config } from 'vike/types';

export default { public: false, layout: 'site' } satisfies Config;
