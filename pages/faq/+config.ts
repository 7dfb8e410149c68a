import type { Config } from 'vike/types';

/** There are infinitely many phrases, so their answers are not cached. */
export default { public: { query: { q: /^(?=.*\S).{1,60}$/su }, forOne: ['q'] } } satisfies Config;
