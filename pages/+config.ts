import type { Config } from 'vike/types';

/** HTML first: Vike routes, loads and renders on the server only; what runs in the browser are the islands. */
export default {
  clientRouting: false,
  /** Private unless a page says otherwise, so that nothing personal is cached by forgetting a line. */
  public: false,
  layout: 'site',
  meta: {
    Page: { env: { server: true, client: false } },
    public: { env: { server: true }, eager: true },
    layout: { env: { server: true } },
    drawWhole: { env: { server: true } },
  },
} satisfies Config;
