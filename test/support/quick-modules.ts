/**
 * Loaded before the product, in the processes of the tests and in those that they start: it takes a third off a start.
 * Node parses the 180 kB of drizzle's package.json again for each import of one of its files by another.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    return specifier.startsWith('.') && parentURL.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});
