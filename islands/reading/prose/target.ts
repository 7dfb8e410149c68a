/** Follows the address to its place in the text. Left alone, the browser would scroll the document. */
export function followTarget(article: HTMLElement, bring: (box: DOMRect) => void, signal: AbortSignal): void {
  const look = (): void => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target || target === article || !article.contains(target)) return;
    scrollTo({ top: 0, behavior: 'instant' });
    bring(target.getBoundingClientRect());
  };
  addEventListener('hashchange', look, { signal });
  look();
}
