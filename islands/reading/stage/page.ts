/** Fetches another page of the reader, to take parts of it into this one. */

/** The policy allows only this page's own styles. */
const STYLE = /<style[\s\S]*?<\/style>/g;

/** Null when the server shows none. Throws when offline. */
export async function fetchPage(address: string): Promise<{ url: string; page: Document } | null> {
  const [reply] = await Promise.all([fetch(address), bringStyles()]);
  // A locked episode has panels, too.
  if (!reply.ok && reply.status !== 402) return null;
  const html = (await reply.text()).replaceAll(STYLE, '');
  return { url: reply.url, page: new DOMParser().parseFromString(html, 'text/html') };
}

/** The first page of a visit has only its own styles (server/rendering/styles.ts). */
export function bringStyles(): Promise<void> {
  const sheet = document.querySelector<HTMLElement>('style[data-sheet]')?.dataset.sheet;
  if (!sheet || document.querySelector(`link[rel=stylesheet][href="${sheet}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  [link.rel, link.href] = ['stylesheet', sheet];
  return new Promise((resolve) => {
    // A panel without some of its styles is better than no panel.
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
