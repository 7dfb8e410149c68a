import type { Config } from 'vike/types';

/** Rendered per browser, since it shows the stored answer. */
export default { public: false } satisfies Config;
