/** A backup of the database alone, as a program: the rows of the benches name pictures that have no files. */
import { makeBackup } from '../../server/ops/backup/backup.ts';

const [url = '', folder = ''] = process.argv.slice(2);
await makeBackup({ url, media: null, folder, keep: null });
