/** The list of requirements is kept beside the repository, like the corpora. Codes in tests must occur in it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const ROOT = join(import.meta.dirname, '../..');

const list = readFileSync(join(ROOT, '../shared/requirements.md'), 'utf8');
const known = new Set([...list.matchAll(/^- ([A-Z0-9]{3}-\d{2})\b/gm)].map(([, code = '']) => code));
const areas = [...new Set([...known].map((code) => code.slice(0, 3)))].join('|');

const tests = execFileSync('git', ['ls-files', 'test'], { cwd: ROOT, encoding: 'utf8' });
const named = tests
  .split('\n')
  .filter((name) => /\.tsx?$/.test(name))
  .flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(new RegExp(`\\b(?:${areas})-\\d{2}\\b`, 'g'))].map(([code]) => ({ code, file }));
  });

t.test('tests name requirements that exist', async (t) => {
  t.same(
    named.filter(({ code }) => !known.has(code)).map(({ code, file }) => `${file} names ${code}`),
    [],
  );
});

t.test('each requirement is named by a test', async (t) => {
  const proven = new Set(named.map(({ code }) => code));
  t.same(
    [...known].filter((code) => !proven.has(code)),
    [],
  );
});
