import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { ownFolder, ROOT, runProgram } from '../../support/processes.ts';

/** Reads the 19th field. The name in brackets may contain anything. */
const NICES = `
  import { readdirSync, readFileSync } from 'node:fs';
  import { readFile } from 'node:fs/promises';
  import { standBack } from '${ROOT}/server/process/priority.ts';
  const nices = () => readdirSync('/proc/self/task').map((id) =>
    Number(readFileSync('/proc/self/task/' + id + '/stat', 'utf8').replace(/^.*\\\\) /s, '').split(' ')[16]));
  if (!standBack(7)) throw new Error('refused');
  // Picture workers start their threads later.
  await Promise.all(Array.from({ length: 8 }, () => readFile('/proc/self/status')));
  console.log(JSON.stringify([...new Set(nices())]));`;

t.test('all threads of a worker stand back, also those that come later', async (t) => {
  if (!readdirSync('/proc/self').includes('task')) return t.comment('this system knows no threads by number');
  t.match(readFileSync('/proc/self/stat', 'utf8'), /\) /);
  const folder = await ownFolder();
  const program = runProgram(
    process.execPath,
    ['--input-type=module', '-e', NICES.replaceAll('\\\\', '\\')],
    {
      TMPDIR: folder.path,
    },
  );
  t.same(await program.ended, { code: 0, signal: null }, program.err());
  t.equal(program.out().trim(), '[7]');
  await folder.end();
});
