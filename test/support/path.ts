import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these programs on PATH. A missing program is an error with its remedy, never a silent skip. */
export function findProgram(names: readonly string[], debianPackage: string): string {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Tries the next folder.
      }
    }
  }
  throw new Error(
    `${names[0]} is not on PATH: install it, on Debian by \`apt-get install ${debianPackage}\``,
  );
}
