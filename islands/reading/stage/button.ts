/** A link that acts in place gets the role of a button, and its space bar. */
export function asButton(link: HTMLAnchorElement, signal: AbortSignal): void {
  link.setAttribute('role', 'button');
  link.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      link.click();
    },
    { signal },
  );
}
