/** A place in the text that the address names. The browser brings it anywhere, and scrolls the document for it. */
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
