/** Programs that the tests drive. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these programs on PATH; tests are not skipped in silence, so its absence is an error with the remedy. */
export function findProgram(names: readonly string[], debianPackage: string): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // The next folder may have it.
      }
    }
  }
  throw new Error(
    `${names[0]} is not on PATH: install it, on Debian by \`apt-get install ${debianPackage}\``,
  );
}
