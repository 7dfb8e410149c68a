/** The question about cookies, answered without leaving the page. Without this script its form does the same by itself. */

/** Called by the loader with the host of the form. */
export async function hydrate(host: HTMLElement): Promise<void> {
  const form = host.querySelector('form');
  if (!form) return;
  host.setAttribute('awake', '');
  form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    void answer(form, submitter);
  });
}

async function answer(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const reply = await fetch(form.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ adverts: button.value === 'true' }),
  }).catch(() => null);
  // What was not taken is not said to be: the question stays.
  if (!reply?.ok) return;
  delete document.documentElement.dataset.asks;
  // Whoever goes by the keyboard goes on in the page, not at its very beginning.
  const main = document.querySelector<HTMLElement>('main');
  if (!main) return;
  main.tabIndex = -1;
  main.style.outline = 'none';
  main.focus({ preventScroll: true });
}
