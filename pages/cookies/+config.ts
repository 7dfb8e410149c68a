import type { Config } from 'vike/types';

/** It shows what this browser has answered, so it is made for each. */
export default { public: false } satisfies Config;
