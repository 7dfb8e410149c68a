/** The papers of the configuration name every variable that the code reads, and no other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { environmentSchema } from '../../../server/config/environment.ts';

const FOLDER = join(import.meta.dirname, '../../../server/config');
const variables = Object.keys(environmentSchema.properties).sort();
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

t.test('the table of variables names all of them', async (t) => {
  const cells = [...read('README.md').matchAll(/^\| (`[A-Z][^|]*) \|/gm)].map(([, cell = '']) => cell);
  const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  t.same(named.sort(), variables);
});

t.test('the example has a line for each, with its default', async (t) => {
  const lines = [...read('example.env').matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)];
  t.same(lines.map(([, name = '']) => name).sort(), variables);
  for (const [, name = '', value] of lines) {
    const { default: standard } = environmentSchema.properties[name as 'PORT'] as { default?: unknown };
    t.equal(value, typeof standard === 'object' || standard === undefined ? '' : String(standard), name);
  }
});
