import type { Test } from 'tap';
import type { Engine } from '../support/engines/wire.ts';
import { useAccounts } from './accounts.ts';
import { read } from './reading.ts';
import { useTools } from './tools.ts';
import { startWorld } from './world.ts';

export async function travel(t: Test, startEngine: () => Promise<Engine>): Promise<void> {
  const world = await startWorld(startEngine);
  t.teardown(() => world.close());
  await t.test('reading', (t) => read(t, world));
  await t.test('tools and panels', (t) => useTools(t, world));
  await t.test('accounts and console', (t) => useAccounts(t, world));
}
