/** Another page of the reader, of which parts are taken into this one. */

/** The policy knows the styles of this page and none of that one. */
const STYLE = /<style[\s\S]*?<\/style>/g;

/** Null where the server shows none. Throws where the line is cut. */
export async function fetchPage(address: string): Promise<{ url: string; page: Document } | null> {
  const [reply] = await Promise.all([fetch(address), bringStyles()]);
  // A locked episode has panels as well.
  if (!reply.ok && reply.status !== 402) return null;
  const html = (await reply.text()).replaceAll(STYLE, '');
  return { url: reply.url, page: new DOMParser().parseFromString(html, 'text/html') };
}

/** A first page of a visit holds the styles of what stands on it alone (server/rendering/styles.ts). */
export function bringStyles(): Promise<void> {
  const sheet = document.querySelector<HTMLElement>('style[data-sheet]')?.dataset.sheet;
  if (!sheet || document.querySelector(`link[rel=stylesheet][href="${sheet}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  [link.rel, link.href] = ['stylesheet', sheet];
  return new Promise((resolve) => {
    // A panel without some of its styles is better than none.
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
