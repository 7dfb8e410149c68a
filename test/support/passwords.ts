import type { TestApp } from './app.ts';

/** The real hasher takes its time on purpose; where a thousand attempts are counted, a comparison does. */
export function hashCheaply({ deps }: TestApp): () => number {
  let verified = 0;
  deps.passwords = {
    hash: async (password) => `plain:${password}`,
    verify: async (password, stored) => {
      verified += 1;
      return stored === `plain:${password}`;
    },
    isCommon: () => false,
  };
  return () => verified;
}
