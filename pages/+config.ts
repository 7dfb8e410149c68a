import type { Config } from 'vike/types';

/** HTML first: Vike routes, loads and renders on the server only. Only islands run in the browser. */
export default {
  clientRouting: false,
  /** Private by default, so that a forgotten line never caches personal data. */
  public: false,
  layout: 'site',
  meta: {
    Page: { env: { server: true, client: false } },
    public: { env: { server: true }, eager: true },
    layout: { env: { server: true } },
    drawWhole: { env: { server: true } },
  },
} satisfies Config;
