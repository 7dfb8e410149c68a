/**
 * The first page of a visit holds the styles of what stands on it, so that nothing is waited for. The files that later pages link
 * are fetched once it is at rest, and a cookie tells the server that they are here (server/rendering/styles.ts).
 */
let coming: Promise<void> | undefined;

/** Resolves when all styles are there that an island may need; at once on a page that links them. */
export function fetchStyles(): Promise<void> | undefined {
  const { sheet, files, version } = document.querySelector<HTMLElement>('style[data-sheet]')?.dataset ?? {};
  if (sheet) coming ??= fetchAll(sheet, files ?? '', version);
  return coming;
}

function fetchAll(sheet: string, files: string, version?: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = sheet;
  const settled = new Promise<void>((resolve) => {
    link.onload = async () => {
      resolve();
      try {
        const replies = await Promise.all(files.split(' ').map((file) => fetch(file, { priority: 'low' })));
        if (replies.every(({ ok }) => ok))
          // The Cookie Store API is not everywhere yet.
          Reflect.set(document, 'cookie', `styles=${version};path=/;max-age=31536000;samesite=lax`);
      } catch {
        // The next page brings its styles in itself again.
      }
    };
    // An island without some of its styles is better than none.
    link.onerror = () => resolve();
  });
  document.head.append(link);
  return settled;
}
