/** Always in the worker: the list of saved episodes in each language, with the files of its release. */
import { localizedPath } from '../../../locales/index.ts';
import { LOCALES, type Locale } from '../../../server/lib/locale.ts';
import { isShellCache, OFFLINE_PATH, shellCache } from './addresses.ts';
import { collectFiles, headersOf } from './files.ts';

/** Fails when any file is missing. The previous worker then stays. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(shellCache(BUILD));
  for (const locale of LOCALES) {
    const address = localizedPath(locale, OFFLINE_PATH);
    // Without cookies, the server sends the page for signed-out visitors.
    const page = await fetch(address, { credentials: 'omit', cache: 'no-cache' });
    if (!page.ok) throw new Error(`${address}: ${page.status}`);
    const files = await collectFiles(await page.clone().text(), (path) => fetch(path));
    files.set(address, page);
    for (const [path, file] of files)
      await cache.put(path, new Response(await file.blob(), { headers: headersOf(file) }));
  }
}

/** Called when no page of an old release is open any longer. */
export async function dropOldShells(): Promise<void> {
  for (const name of await caches.keys())
    if (isShellCache(name) && name !== shellCache(BUILD)) await caches.delete(name);
}

export async function shellPage(locale: Locale): Promise<Response | undefined> {
  const cache = await caches.open(shellCache(BUILD));
  return cache.match(localizedPath(locale, OFFLINE_PATH));
}

export async function shellPaths(): Promise<string[]> {
  const keys = await (await caches.open(shellCache(BUILD))).keys();
  return keys.map(({ url }) => new URL(url).pathname);
}
