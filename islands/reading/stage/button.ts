/** A link that does something here says that it is a button, and answers to the space bar as one. */
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
