/**
 * `npm run backup -- <folder> [--keep <number>]`, for cron: silent with exit code 0 on success. 1: no new backup. 2: a
 * new backup, but stored files are missing or an older backup is damaged.
 */
import { resolve } from 'node:path';
import { makeBackup } from '../server/ops/backup/backup.ts';
import { DamagedBackup } from '../server/ops/backup/format.ts';
import { mediaPlace, withDatabase } from '../server/ops/backup/place.ts';
import { runTool } from './tool.ts';

const INCOMPLETE_EXIT = 2;

await runTool({
  // The new backup already has its name when old objects are swept.
  exitOf: (error) => (error instanceof DamagedBackup ? INCOMPLETE_EXIT : 1),
  usage: 'Usage: npm run backup -- <folder> [--keep <number of backups to keep>]',
  read(words) {
    const [folder = '', option, count = '', ...rest] = words;
    const isKeeping = option === '--keep' && /^[1-9]\d{0,3}$/.test(count);
    if (folder === '' || folder.startsWith('-') || rest.length > 0 || (option !== undefined && !isKeeping))
      return null;
    return async (config) => {
      const { path, manifest, firstMissing } = await withDatabase(config, (url) =>
        makeBackup({
          url,
          media: mediaPlace(config),
          folder: resolve(folder),
          keep: isKeeping ? Number(count) : null,
        }),
      );
      const missing = manifest.media?.missing ?? 0;
      if (missing === 0) return 0;
      process.stderr.write(
        `${path} was created, but ${missing} files that the database lists are not in storage: ` +
          `${firstMissing.join(', ')}${missing > firstMissing.length ? ', …' : ''}\n`,
      );
      return INCOMPLETE_EXIT;
    };
  },
});
