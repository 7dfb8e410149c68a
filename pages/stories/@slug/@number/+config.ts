import type { Config } from 'vike/types';

export default { cache: 'public', layout: 'bare' } satisfies Config;
