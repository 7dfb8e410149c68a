/**
 * `npm run restore -- <folder> [--replace | --check]`: restores the newest backup in the folder, or the named one. Exit
 * codes: 0 restored and compared, 1 wrong call or fault, 2 damaged backup, 3 target in use. Unless 0, the database is
 * unchanged.
 */
import { resolve } from 'node:path';
import { DamagedBackup } from '../server/ops/backup/format.ts';
import { TakenPlace } from '../server/ops/backup/load.ts';
import { mediaPlace, withOwnDatabase } from '../server/ops/backup/place.ts';
import { describe, restoreBackup, withBackup } from '../server/ops/backup/restore.ts';
import { verifyBackup } from '../server/ops/backup/verify.ts';
import { runTool } from './tool.ts';

const DAMAGED_EXIT = 2;
const TAKEN_EXIT = 3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runTool({
  usage: 'Usage: npm run restore -- <folder of backups, or one backup> [--replace | --check]',
  exitOf(error) {
    if (error instanceof DamagedBackup) return DAMAGED_EXIT;
    return error instanceof TakenPlace ? TAKEN_EXIT : 1;
  },
  read(words) {
    const [given = '', option, ...rest] = words;
    const isKnown = option === undefined || option === '--replace' || option === '--check';
    if (given === '' || given.startsWith('-') || rest.length > 0 || !isKnown) return null;
    return async (config) => {
      await withBackup(resolve(given), async (backup) => {
        if (option === '--check') {
          await verifyBackup(backup);
          return say(`${describe(backup)}; all checksums match`);
        }
        const { storage } = mediaPlace(config);
        await withOwnDatabase(config, (url) =>
          restoreBackup(backup, { url, storage, isReplacing: option === '--replace', say }),
        );
      });
      return 0;
    };
  },
});
