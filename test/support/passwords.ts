import { passwordHasher } from '../../server/domains/accounts/accounts/passwords.ts';
import type { TestApp } from './app.ts';

/** Replaces the hasher, which is slow on purpose. Returns a counter of comparisons. */
export function hashCheaply({ deps }: TestApp): () => number {
  let verified = 0;
  passwordHasher.provide(deps, {
    hash: async (password) => `plain:${password}`,
    verify: async (password, stored) => {
      verified += 1;
      return stored === `plain:${password}`;
    },
    isCommon: () => false,
  });
  return () => verified;
}
