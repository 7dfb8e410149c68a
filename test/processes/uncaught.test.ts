import { Domain } from 'async-hook-domain';
import t from 'tap';
import { eventually } from '../support/eventually.ts';

t.test('what nobody catches is told to the test that runs, though a program listens too', async (t) => {
  const told: unknown[] = [];
  const domain = new Domain((error, event) => told.push([(error as Error).message, event]));
  // Vike adds such listeners once it has served a page.
  const listen = (): void => undefined;
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, listen);
  t.teardown(() => {
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.off(event, listen);
    domain.destroy();
  });
  setImmediate(() => {
    throw new Error('thrown');
  });
  await eventually('the first', () => told.length === 1);
  void Promise.reject(new Error('rejected'));
  await eventually('the second', () => told.length === 2);
  t.same(told, [
    ['thrown', 'uncaughtException'],
    ['rejected', 'unhandledRejection'],
  ]);
});
