import type { Config } from 'vike/types';

/** Phrases are without end: their answers fill no cache. */
export default { public: { query: { q: /^(?=.*\S).{1,60}$/su }, forOne: ['q'] } } satisfies Config;
