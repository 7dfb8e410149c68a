/** Paper shows all pages of the episode, and no picture comes near by itself. */
export function bringToPaper(): void {
  addEventListener('beforeprint', () => {
    for (const image of document.querySelectorAll<HTMLImageElement>('[data-stage] img'))
      image.loading = 'eager';
  });
}
