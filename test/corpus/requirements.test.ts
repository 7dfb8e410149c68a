/** The list of requirements lies beside the repository, as the corpora do: codes in tests are codes of it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const ROOT = join(import.meta.dirname, '../..');

t.test('tests name requirements that exist', async (t) => {
  const list = readFileSync(join(ROOT, '../shared/requirements.md'), 'utf8');
  const known = new Set([...list.matchAll(/^- ([A-Z0-9]{3}-\d{2})\b/gm)].map(([, code]) => code));
  const areas = [...new Set([...known].map((code) => code?.slice(0, 3)))].join('|');
  const tests = execFileSync('git', ['ls-files', 'test'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of tests.split('\n').filter((name) => /\.tsx?$/.test(name))) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [code] of text.matchAll(new RegExp(`\\b(?:${areas})-\\d{2}\\b`, 'g')))
      t.ok(known.has(code), `${file} names ${code}`);
  }
});
