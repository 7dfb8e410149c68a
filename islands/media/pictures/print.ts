/** Printing shows all pages, and lazy pictures would not load. */
export function bringToPaper(): void {
  addEventListener('beforeprint', () => {
    for (const image of document.querySelectorAll<HTMLImageElement>('[data-stage] img'))
      image.loading = 'eager';
  });
}
