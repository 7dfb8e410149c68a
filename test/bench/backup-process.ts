/** Runs a backup of the database alone: the benches name pictures that have no files. */
import { makeBackup } from '../../server/ops/backup/backup.ts';

const [url = '', folder = ''] = process.argv.slice(2);
await makeBackup({ url, media: null, folder, keep: null });
