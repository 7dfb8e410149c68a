import type { Config } from 'vike/types';

export default { cache: 'public' } satisfies Config;
