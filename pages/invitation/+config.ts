import type { Config } from 'vike/types';

export default { cache: 'private', layout: 'bare' } satisfies Config;
