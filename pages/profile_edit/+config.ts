import type { Config } from 'vike/types';

export default { cache: 'private', layout: 'console' } satisfies Config;
