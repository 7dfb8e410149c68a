/**
 * The first page of a visit contains its own styles, so that it need not wait. It fetches the style files of later
 * pages when idle. A cookie then tells the server that they are cached (server/rendering/styles.ts).
 */
let coming: Promise<void> | undefined;

/** Resolves when all styles an island may need are loaded. Undefined on a page that links them. */
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
          // Not all browsers have the Cookie Store API.
          Reflect.set(document, 'cookie', `styles=${version};path=/;max-age=31536000;samesite=lax`);
      } catch {
        // The next page contains its styles again.
      }
    };
    // An island without some styles is better than none.
    link.onerror = () => resolve();
  });
  document.head.append(link);
  return settled;
}
