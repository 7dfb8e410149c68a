/**
 * `npm run upgrade-database [-- <folder of the earlier programs>]`: upgrades the data folder to this program's
 * PostgreSQL. Exits with 0 when done or not needed. Otherwise the data are unchanged.
 */
import { resolve } from 'node:path';
import { StartError } from '../server/embedded/start-error.ts';
import { upgradeDatabase } from '../server/ops/backup/upgrade.ts';
import { runTool } from './tool.ts';

await runTool({
  usage: 'Usage: npm run upgrade-database [-- <folder of the package with the earlier PostgreSQL>]',
  read([folder, ...rest]) {
    if (rest.length > 0 || folder?.startsWith('-')) return null;
    return async (config) => {
      if (!config.embeddedDatabase)
        throw new StartError('DATABASE_URL: names an external server; upgrade it with its own tools');
      await upgradeDatabase({
        dataDir: config.DATA_DIR,
        packageDir: folder === undefined ? undefined : resolve(folder),
        say: (line) => void process.stdout.write(`${line}\n`),
      });
      return 0;
    };
  },
});
